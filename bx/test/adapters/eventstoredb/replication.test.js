// test/adapters/eventstoredb/replication.test.ts
import { randomUUID } from "node:crypto";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openEventStoreDb } from "../../../src/adapters/eventstoredb/open.js";
import { EventStoreUnavailable, RevisionConflict } from "../../../src/ports/eventStore.js";
import { freshStream, newEvent, numbered, rejection } from "../../contract/eventStore/events.js";
import { startDouble } from "../../double/eventStoreServer.js";
import { apiFixture } from "../../support/apiFixture.js";
import { quietLog } from "../../support/quietLog.js";
import { wallClock } from "../../support/wallClock.js";
var test = suite("EventStoreDB adapter: what is written and not replicated yet");
var server;
var store;
var open = (callMs = 6e4) => openEventStoreDb(server.url, { clock: wallClock, log: quietLog, callMs });
test.before.each(async () => {
  server = await startDouble();
  store = open();
  await store.head();
});
test.after.each(async () => {
  await store.close();
  await server.stop();
});
for (const showsAfterMs of [20, 800, 5e3])
  test(`after a conflict the loser reads what it lost to, shown after ${showsAfterMs} ms`, async () => {
    for (const expected of ["no-stream", 1]) {
      const stream = freshStream();
      if (expected === 1) await store.append(stream, "no-stream", numbered(2));
      server.gate.showsAfterMs = showsAfterMs;
      const events = numbered(2);
      const winner = store.append(stream, expected, events);
      winner.catch(() => {
      });
      const conflict = await rejection(store.append(stream, expected, [newEvent()]));
      assert.instance(conflict, RevisionConflict);
      const actual = conflict.actual ?? -1;
      const [last] = await store.readStream(stream, { fromRevision: actual });
      assert.is(last?.id, events.at(-1)?.id);
      await winner;
      server.gate.showsAfterMs = 0;
    }
  });
test("a conflict on what never becomes readable is an outage, within the time of the call", async () => {
  const hasty = open(1e3);
  await hasty.head();
  server.gate.showsAfterMs = Number.POSITIVE_INFINITY;
  const stream = freshStream();
  const winner = rejection(hasty.append(stream, "no-stream", [newEvent()]));
  assert.instance(await rejection(hasty.append(stream, "no-stream", [newEvent()])), EventStoreUnavailable);
  assert.instance(await winner, EventStoreUnavailable);
  await hasty.close();
});
test("a repetition that is dropped, as its original is not replicated yet, is repeated until it is answered", async () => {
  const hasty = openEventStoreDb(server.url, {
    ...{ clock: wallClock, log: quietLog, callMs: 6e4, attemptMs: 300 }
  });
  await hasty.head();
  server.gate.showsAfterMs = 1e3;
  const stream = freshStream();
  const events = numbered(2);
  assert.is((await hasty.append(stream, "no-stream", events)).revision, 1);
  server.gate.showsAfterMs = 0;
  assert.equal(
    (await hasty.readStream(stream)).map(({ id }) => id),
    events.map(({ id }) => id)
  );
  await hasty.close();
});
test("two requests with one Idempotency-Key at the same time both get the same message, 300 times", async () => {
  const api = await apiFixture();
  const ledger = { ...api.ledger, store };
  const racing = await apiFixture({ context: { ledger } });
  server.gate.showsAfterMs = 20;
  const body = { from: "a@example.org", to: ["b@example.net"], subject: "Hello", text: "Hello" };
  const pair = async () => {
    const idempotencyKey = randomUUID();
    const send = () => racing.call("POST", "/v1/emails", { body, idempotencyKey });
    const [one, other] = await Promise.all([send(), send()]);
    assert.equal([one.status, other.status], [202, 202]);
    assert.is(one.body.id, other.body.id);
  };
  for (let n = 0; n < 300; n += 50) await Promise.all(Array.from({ length: 50 }, pair));
  server.gate.showsAfterMs = Number.POSITIVE_INFINITY;
  await racing.close();
  await api.close();
});
test("a conflict that never becomes readable is answered 503 with Retry-After", async () => {
  const hasty = open(1e3);
  await hasty.head();
  const api = await apiFixture();
  const racing = await apiFixture({ context: { ledger: { ...api.ledger, store: hasty } } });
  server.gate.showsAfterMs = Number.POSITIVE_INFINITY;
  const body = { from: "a@example.org", to: ["b@example.net"], subject: "Hello", text: "Hello" };
  const send = () => racing.call("POST", "/v1/emails", { body, idempotencyKey: "one" });
  for (const { status, headers } of await Promise.all([send(), send()])) {
    assert.is(status, 503);
    assert.match(String(headers["retry-after"]), /^\d+$/);
  }
  await hasty.close();
  await racing.close();
  await api.close();
});
test.run();
//# sourceMappingURL=replication.test.js.map
