// test/double/bare.ts
import { randomUUID } from "node:crypto";
import { EventStoreDBClient, jsonEvent } from "@eventstore/db-client";
import * as assert from "uvu/assert";
var freshStream = () => `rules-${randomUUID()}`;
var event = (type = "RuleTried", text = "") => jsonEvent({ id: randomUUID(), type, data: { text } });
var fault = async (promise) => promise.then(
  () => assert.unreachable("it should have been rejected"),
  (error) => error
);
async function openBare(start) {
  const server = await start();
  let client = EventStoreDBClient.connectionString(server.url);
  const readAll = async (fromPosition, maxCount) => {
    const ids = [];
    for await (const { event: event2 } of client.readAll({ fromPosition, maxCount })) if (event2) ids.push(event2.id);
    return ids;
  };
  return {
    get client() {
      return client;
    },
    readAll,
    serverVersion: async () => (await client.capabilities).serverVersion,
    async readIds(name) {
      const ids = [];
      for await (const { event: event2 } of client.readStream(name)) if (event2) ids.push(event2.id);
      return ids;
    },
    async append(name, expectedRevision, ...events) {
      const answer = await client.appendToStream(name, events, { expectedRevision });
      if (answer.position === void 0) throw new Error("no position");
      return { position: answer.position, nextExpectedRevision: answer.nextExpectedRevision };
    },
    /** False where it cannot be restarted. The old client has calls that a restart ends; a fresh one has none. */
    async restart() {
      if (server.restart === null) return false;
      await client.dispose();
      await server.restart();
      client = EventStoreDBClient.connectionString(server.url);
      while (await readAll({ commit: 0n, prepare: 0n }, 1).catch(() => null) === null) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return true;
    },
    async close() {
      await client.dispose();
      await server.stop();
    }
  };
}
export {
  event,
  fault,
  freshStream,
  openBare
};
//# sourceMappingURL=bare.js.map
