// test/adapters/embedded/log/log.test.ts
import { join } from "node:path";
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { embeddedEventStore } from "../../../../src/adapters/embedded/log/eventStore.js";
import { BEGINNING } from "../../../../src/events/event.js";
import {
  EventStoreUnavailable,
  RevisionConflict
} from "../../../../src/ports/eventStore.js";
import { collect, freshStream, newEvent, numbered, rejection } from "../../../contract/eventStore/events.js";
import { appendingProcess } from "../../../faults/appendingProcess.js";
import { quietLog } from "../../../support/quietLog.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
var test = suite("the embedded log, beyond the contract");
var folder;
var store;
test.before(async () => {
  folder = temporaryFolder();
  store = await embeddedEventStore(join(folder.path, "data", "log"), { log: quietLog });
});
test.after(async () => {
  await store.close();
  folder.remove();
});
test("appends of one batch are decided in order, each on what the ones before it left", async () => {
  const stream = freshStream();
  const [first, second, third] = await Promise.allSettled([
    store.append(stream, "no-stream", [newEvent()]),
    store.append(stream, 0, numbered(2)),
    store.append(stream, 0, [newEvent()])
  ]);
  assert.is(first?.status, "fulfilled");
  assert.is(second?.status, "fulfilled");
  assert.is(third?.status, "rejected");
  const { reason } = third;
  assert.instance(reason, RevisionConflict);
  assert.is(reason.actual, 2);
});
test("positions count from one without a gap", async () => {
  const before = Number(await store.head());
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => store.append(freshStream(), "no-stream", [newEvent()]))
  );
  const positions = answers.map(({ position }) => Number(position)).sort((a, b) => a - b);
  assert.equal(
    positions,
    Array.from({ length: 50 }, (_, at) => before + 1 + at)
  );
});
test("a subscription\u2019s position moves on over events of other types", async () => {
  const after = await store.head();
  const stop = new AbortController();
  await store.append(freshStream(), "no-stream", numbered(300, "Ignored"));
  const head = await store.head();
  for await (const batch of store.subscribe({ after, types: ["Sought"], signal: stop.signal })) {
    assert.equal(batch.events, []);
    if (batch.position === head && batch.caughtUp) stop.abort();
  }
});
test("events of another process are seen, live and in order", async () => {
  const path = join(folder.path, "shared");
  const own = await embeddedEventStore(path, { log: quietLog });
  const child = appendingProcess({ folder: path, callers: 4, appends: 50 });
  const seen = await collect(own, { after: BEGINNING }, ({ length }) => length === 600);
  assert.is(await child.ended, 0);
  assert.is(seen.length, 600);
  assert.ok(seen.every(({ position }, at) => Number(position) === at + 1));
  const [stream = ""] = child.acknowledged;
  const conflict = await rejection(own.append(stream, "no-stream", [newEvent()]));
  assert.is(conflict.actual, 2);
  await own.close();
});
test("a reader of a few types misses none of them, whichever process writes, and with other types between", async () => {
  const other = await embeddedEventStore(join(folder.path, "data", "log"), { log: quietLog });
  const after = await store.head();
  const stop = new AbortController();
  const seen = [];
  const last = "the last one";
  const following = (async () => {
    for await (const { events } of store.subscribe({ after, types: ["Sought"], signal: stop.signal })) {
      for (const { data } of events) seen.push(data.n);
      if (seen.at(-1) === last) stop.abort();
    }
  })();
  const wanted = [];
  for (let n = 0; n < 60; n++) {
    const from = n % 3 === 0 ? other : store;
    const types = n % 7 === 0 ? ["Ignored", "Sought", "Ignored"] : ["Ignored", "Ignored"];
    if (n % 7 === 0) wanted.push(n);
    const events = types.map((type) => newEvent({ n }, type));
    await from.append(freshStream(), "no-stream", events);
  }
  await store.append(freshStream(), "no-stream", [newEvent({ n: last }, "Sought")]);
  await following;
  await other.close();
  assert.equal(seen, [...wanted, last]);
});
test("impossible names and numbers are defects", async () => {
  const calls = [
    () => store.append("", "no-stream", [newEvent()]),
    () => store.append("a\0b", "no-stream", [newEvent()]),
    () => store.append("x".repeat(401), "no-stream", [newEvent()]),
    () => store.append(freshStream(), -1, [newEvent()]),
    () => store.append(freshStream(), 0.5, [newEvent()]),
    () => store.append(freshStream(), "no-stream", [newEvent({}, "two\nlines")]),
    () => store.readAll({ after: "abc", limit: 1 }),
    () => store.readAll({ after: "7", limit: 1 })
  ];
  for (const call of calls) assert.instance(await rejection(call()), TypeError);
});
test("a closed store refuses, and its subscriptions have ended", async () => {
  const closing = await embeddedEventStore(join(folder.path, "closing"), { log: quietLog });
  const after = await closing.head();
  const ended = (async () => {
    const { signal } = new AbortController();
    for await (const _ of closing.subscribe({ after, signal })) assert.unreachable();
  })();
  await new Promise((resolve) => setImmediate(resolve));
  const under = closing.append(freshStream(), "no-stream", [newEvent()]).then(() => "answered");
  await closing.close().catch(() => {
  });
  assert.is(await under, "answered");
  const error = await rejection(closing.append(freshStream(), "no-stream", [newEvent()]));
  assert.instance(error, EventStoreUnavailable);
  await ended.catch(() => {
  });
});
test.run();
//# sourceMappingURL=log.test.js.map
