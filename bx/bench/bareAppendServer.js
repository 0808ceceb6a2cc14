// bench/bareAppendServer.ts
import { randomUUID } from "node:crypto";
import { EventStoreDBClient, jsonEvent, NO_STREAM } from "@eventstore/db-client";
import { fastify } from "fastify";
var client = EventStoreDBClient.connectionString(`${process.argv[2]}&throwOnAppendFailure=true`);
var app = fastify({ logger: false });
app.post("/v1/emails", async (request, reply) => {
  const data = request.body;
  const event = jsonEvent({ type: "BenchAppended", data, metadata: { workspace: "bench" } });
  await client.appendToStream(`bench-${randomUUID()}`, event, { expectedRevision: NO_STREAM });
  return reply.code(202).send({ id: event.id });
});
console.log(`listening on ${await app.listen({ host: "127.0.0.1", port: 0 })}`);
process.once("SIGTERM", async () => {
  await app.close();
  await client.dispose();
  process.exit(0);
});
//# sourceMappingURL=bareAppendServer.js.map
