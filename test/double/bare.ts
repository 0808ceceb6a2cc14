import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, type Position } from '@eventstore/db-client';
import * as assert from 'uvu/assert';

export interface Server {
  readonly url: string;
  /** Restarts it with its data; null where that cannot be done. */
  readonly restart: (() => Promise<void>) | null;
  readonly stop: () => Promise<void>;
}

export const freshStream = () => `rules-${randomUUID()}`;
export const event = (type = 'RuleTried', text = '') => jsonEvent({ id: randomUUID(), type, data: { text } });
export const fault = async (
  promise: Promise<unknown>,
): Promise<{ type?: string; [field: string]: unknown }> =>
  promise.then(
    () => assert.unreachable('it should have been rejected'),
    (error) => error,
  );

/** A server, and the bare client on it: nothing here goes through the adapter, so nothing can be mended there. */
export async function openBare(start: () => Promise<Server>) {
  const server = await start();
  let client = EventStoreDBClient.connectionString(server.url);
  const readAll = async (fromPosition: Position, maxCount: number) => {
    const ids: string[] = [];
    for await (const { event } of client.readAll({ fromPosition, maxCount })) if (event) ids.push(event.id);
    return ids;
  };
  return {
    get client() {
      return client;
    },
    readAll,
    serverVersion: async () =>
      (await (client as unknown as { capabilities: Promise<{ serverVersion: string }> }).capabilities)
        .serverVersion,
    async readIds(name: string) {
      const ids: string[] = [];
      for await (const { event } of client.readStream(name)) if (event) ids.push(event.id);
      return ids;
    },
    async append(
      name: string,
      expectedRevision: bigint | 'no_stream',
      ...events: ReturnType<typeof event>[]
    ) {
      const answer = await client.appendToStream(name, events, { expectedRevision });
      if (answer.position === undefined) throw new Error('no position');
      return { position: answer.position, nextExpectedRevision: answer.nextExpectedRevision };
    },
    /** False where it cannot be restarted. The old client has calls that a restart ends; a fresh one has none. */
    async restart(): Promise<boolean> {
      if (server.restart === null) return false;
      await client.dispose();
      await server.restart();
      client = EventStoreDBClient.connectionString(server.url);
      while ((await readAll({ commit: 0n, prepare: 0n }, 1).catch(() => null)) === null) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return true;
    },
    async close() {
      await client.dispose();
      await server.stop();
    },
  };
}
export type Bare = Awaited<ReturnType<typeof openBare>>;
