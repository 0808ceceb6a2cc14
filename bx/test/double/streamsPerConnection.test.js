// test/double/streamsPerConnection.test.ts
import { EventStoreDBClient } from "@eventstore/db-client";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { doubleServer } from "./server.js";
var test = suite("streams of a connection");
var LIMIT = 100;
test("one more than a connection carries waits, without a word, until another has ended", async () => {
  const server = await doubleServer();
  const client = EventStoreDBClient.connectionString(server.url);
  const read = async () => {
    for await (const _ of client.readAll({ maxCount: 1 })) ;
  };
  const subscribed = async () => {
    const subscription = client.subscribeToAll();
    await new Promise((resolve) => subscription.once("confirmation", resolve));
    return subscription;
  };
  const subscriptions = await Promise.all(Array.from({ length: LIMIT - 1 }, subscribed));
  const startedAt = performance.now();
  await read();
  const tookMs = performance.now() - startedAt;
  const last = await subscribed();
  let isAnswered = false;
  const waiting = read().then(() => {
    isAnswered = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 500 + 20 * tookMs));
  assert.is(isAnswered, false);
  await last.unsubscribe();
  await waiting;
  await Promise.all(subscriptions.map((one) => one.unsubscribe()));
  await client.dispose();
  await server.stop();
});
test.run();
//# sourceMappingURL=streamsPerConnection.test.js.map
