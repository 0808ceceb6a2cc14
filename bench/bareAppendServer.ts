import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { fastify } from 'fastify';

/**
 * What the accept path over EventStoreDB is measured against: the same append for the same request by the bare client
 * (`appendToStream`), in a handler that does nothing else. `bareAppendServer.ts CONNECTION_STRING`.
 */
const client = EventStoreDBClient.connectionString(`${process.argv[2]}&throwOnAppendFailure=true`);
const app = fastify({ logger: false });
app.post('/v1/emails', async (request, reply) => {
  const data = request.body as { text: string };
  const event = jsonEvent({ type: 'BenchAppended', data, metadata: { workspace: 'bench' } });
  await client.appendToStream(`bench-${randomUUID()}`, event, { expectedRevision: NO_STREAM });
  return reply.code(202).send({ id: event.id });
});
console.log(`listening on ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
process.once('SIGTERM', async () => {
  await app.close();
  await client.dispose();
  process.exit(0);
});
