// test/adapters/eventstoredb/adapter.test.ts
import { binaryEvent, EventStoreDBClient } from "@eventstore/db-client";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { faultKind } from "../../../src/adapters/eventstoredb/fault.js";
import { openEventStoreDb } from "../../../src/adapters/eventstoredb/open.js";
import { BEGINNING } from "../../../src/events/event.js";
import { RevisionConflict } from "../../../src/ports/eventStore.js";
import {
  collect,
  fill,
  freshStream,
  newEvent,
  numbered,
  rejection
} from "../../contract/eventStore/events.js";
import { startDouble } from "../../double/eventStoreServer.js";
import { faultProxy } from "../../support/faultProxy.js";
import { noMetrics, quietLog } from "../../support/quietLog.js";
import { wallClock } from "../../support/wallClock.js";
import { wholeLog } from "./load.js";
var test = suite("EventStoreDB adapter: what the driver leaves to it");
var server;
var store;
var open = (url, options = {}) => openEventStoreDb(url, { clock: wallClock, log: quietLog, callMs: 6e4, ...options });
test.before.each(async () => {
  server = await startDouble();
  store = open(server.url, { attemptMs: 300 });
});
test.after.each(async () => {
  await store.close();
  await server.stop();
});
test("an append whose answer was lost is answered truly and written once", async () => {
  for (const expected of ["no-stream", 1]) {
    const stream = freshStream();
    if (expected === 1) await store.append(stream, "no-stream", numbered(2));
    server.gate.swallowAnswers(2);
    const events = numbered(3);
    const answer = await store.append(stream, expected, events);
    const read = await store.readStream(stream);
    assert.is(read.length, expected === 1 ? 5 : 3);
    assert.is(answer.revision, read.at(-1)?.revision);
    assert.is(answer.position, read.at(-1)?.position);
  }
});
test("a conflict that was lost is still a conflict", async () => {
  const stream = freshStream();
  await store.append(stream, "no-stream", numbered(2));
  server.gate.swallowAnswers(1);
  const conflict = await rejection(store.append(stream, 0, [newEvent()]));
  assert.instance(conflict, RevisionConflict);
  assert.is(conflict.actual, 1);
});
test("a server that is not ready is asked again", async () => {
  server.gate.notReadyFor(300);
  const stream = freshStream();
  const answers = await Promise.all([store.append(stream, "no-stream", [newEvent()]), store.head()]);
  assert.is(answers[0].revision, 0);
});
test("one client that loses its connection does not disturb another", async () => {
  const proxy = await faultProxy(server.port);
  const other = open(`esdb://127.0.0.1:${proxy.port}?tls=false`, { attemptMs: 300 });
  await other.head();
  const appends = Array.from(
    { length: 400 },
    (_, n) => (n % 2 === 0 ? store : other).append(freshStream(), "no-stream", [newEvent({ n })])
  );
  proxy.reset();
  const answers = await Promise.all(appends);
  assert.is(new Set(answers.map(({ position }) => position)).size, 400);
  assert.is((await wholeLog(store)).length, 400);
  await other.close();
  await proxy.close();
});
test("thousands of appends wait in a queue with a bound", async () => {
  const narrow = open(server.url, { inFlight: 50 });
  const answers = await Promise.all(
    Array.from({ length: 3e3 }, (_, n) => narrow.append(freshStream(), "no-stream", [newEvent({ n })]))
  );
  assert.is(new Set(answers.map(({ position }) => position)).size, 3e3);
  await narrow.close();
});
test("events of the server and of others on it are not the ledger's", async () => {
  const bare = EventStoreDBClient.connectionString(server.url);
  await bare.appendToStream("others", binaryEvent({ type: "Theirs", data: Buffer.from("x") }));
  for (let n = 0; n < 130; n++) await store.append(freshStream(), "no-stream", [newEvent({ n })]);
  const log = await wholeLog(store);
  assert.is(log.length, 130);
  const stop = new AbortController();
  let seen = 0;
  for await (const { events } of store.subscribe({ after: BEGINNING, signal: stop.signal })) {
    seen += events.length;
    if (seen >= 130) stop.abort();
  }
  assert.is(seen, 130);
  assert.is(await store.head(), log.at(-1)?.position);
  await bare.dispose();
});
test("the position moves on over a stretch without matches, up to the very end", async () => {
  await fill(store, freshStream(), 3e3, "Unasked");
  const end = await store.head();
  const stop = new AbortController();
  const positions = [];
  for await (const batch of store.subscribe({ after: BEGINNING, types: ["Asked"], signal: stop.signal })) {
    assert.equal(batch.events, []);
    positions.push(batch.position);
    if (batch.position >= end && batch.caughtUp) stop.abort();
  }
  assert.ok(positions.length > 2, "by checkpoints, before the end was reached");
});
test("a slow consumer holds back the server, not its own memory", async () => {
  const text = "x".repeat(5e4);
  for (let n = 0; n < 50; n++) {
    await store.append(
      freshStream(),
      "no-stream",
      Array.from({ length: 20 }, () => newEvent({ text }))
    );
  }
  const stop = new AbortController();
  let seen = 0;
  for await (const { events } of store.subscribe({ after: BEGINNING, signal: stop.signal })) {
    if (seen === 0) {
      for (let before = -1; before !== server.gate.delivered; ) {
        before = server.gate.delivered;
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      assert.ok(server.gate.delivered < 900, `${server.gate.delivered} events were sent ahead`);
    }
    seen += events.length;
    if (seen >= 1e3) stop.abort();
  }
  assert.is(seen, 1e3);
});
test("reads that were left early keep nothing open", async () => {
  const clients = [];
  const make = EventStoreDBClient.connectionString;
  EventStoreDBClient.connectionString = (url, ...parts) => {
    const client = make.call(EventStoreDBClient, url, ...parts);
    clients.push(client);
    return client;
  };
  const watched = open(server.url);
  EventStoreDBClient.connectionString = make;
  await fill(watched, freshStream(), 500);
  for (let n = 0; n < 20; n++) {
    await watched.readAll({ after: BEGINNING, limit: 3 });
    await watched.head();
  }
  const calls = () => clients.reduce((sum, { disposableStreams }) => sum + disposableStreams.size, 0);
  while (calls() > 1) await new Promise((resolve) => setTimeout(resolve, 20));
  await watched.close();
});
test("the probe reports the version and the right to write, and writes nothing", async () => {
  const before = await store.end();
  const { serverVersion, writable } = await store.probe();
  assert.match(serverVersion, /^23\.10/);
  assert.ok(writable);
  assert.equal(await store.readStream("postledger-probe"), []);
  assert.is(await store.end(), before);
  server.gate.denied.add("append");
  assert.not((await store.probe()).writable);
  server.gate.denied.add("$all");
  assert.is((await store.probe()).readMs, null);
});
test("a repetition whose events have expired is answered by the end of the log", async () => {
  const stream = freshStream();
  const events = [newEvent()];
  await store.append(stream, "no-stream", events);
  await store.append(freshStream(), "no-stream", [newEvent()]);
  server.gate.forgetsPositions = true;
  const { position, revision } = await store.append(stream, "no-stream", events);
  assert.equal([position, revision], [await store.head(), 0]);
});
test("a position without an event is refused at once, by 24.10", async () => {
  const refused = Object.assign(new Error("Trying to read from an invalid position."), { code: 3 });
  assert.is(faultKind(refused), "final");
});
for (const version of ["23.10", "24.10"])
  test(`a reader that was too slow on ${version} misses nothing, and no alarm is logged`, async () => {
    const own = await startDouble({ version });
    const counted = [];
    const said = [];
    const loud = { ...quietLog, warn: () => void said.push("warn"), error: () => void said.push("error") };
    const metrics = { ...noMetrics, count: (name) => void counted.push(name) };
    const reader = openEventStoreDb(own.url, { clock: wallClock, log: loud, metrics });
    const writer = open(own.url);
    const stop = new AbortController();
    const seen = [];
    const written = [];
    const text = "x".repeat(3e4);
    const following = (async () => {
      for await (const { events } of reader.subscribe({ after: BEGINNING, signal: stop.signal })) {
        seen.push(...events.map(({ id }) => id));
        while (own.gate.fallenBehind === 0 && seen.length > 0)
          await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    while (own.gate.fallenBehind === 0 || seen.length < written.length) {
      if (own.gate.fallenBehind === 0) {
        const events = Array.from({ length: 30 }, () => newEvent({ text }));
        await writer.append(freshStream(), "no-stream", events);
        written.push(...events.map(({ id }) => id));
      } else await new Promise((resolve) => setTimeout(resolve, 5));
    }
    stop.abort();
    await following;
    assert.equal(seen, written);
    assert.equal(said, []);
    assert.is(counted.includes("postledger_eventstore_fallen_behind_total"), version === "23.10");
    await reader.close();
    await writer.close();
    await own.stop();
  });
test("the checkpoint of an end just reached, where the next event will stand, skips nothing", async () => {
  const own = await startDouble({ version: "24.10" });
  const client = open(own.url);
  let { position: after } = await client.append(freshStream(), "no-stream", [newEvent()]);
  for (const unasked of [30, 31, 32, 63]) {
    await fill(client, freshStream(), unasked, "Unasked");
    for await (const batch of client.subscribe({
      after,
      types: ["Asked"],
      signal: new AbortController().signal
    })) {
      after = batch.position;
      if (batch.caughtUp) break;
    }
    const asked = newEvent({}, "Asked");
    const { position } = await client.append(freshStream(), "no-stream", [asked]);
    assert.equal(
      (await client.readAll({ after, limit: 10, types: ["Asked"] })).events.map(({ id }) => id),
      [asked.id]
    );
    const seen = await collect(client, { after, types: ["Asked"] }, (events) => events.length > 0);
    assert.equal(
      seen.map(({ id }) => id),
      [asked.id]
    );
    after = position;
  }
  await client.close();
  await own.stop();
});
test("a url of another kind is refused", () => {
  assert.throws(() => open("http://127.0.0.1:2113"), /must start with esdb:/);
});
test.run();
//# sourceMappingURL=adapter.test.js.map
