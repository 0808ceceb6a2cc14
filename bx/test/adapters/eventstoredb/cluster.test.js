// test/adapters/eventstoredb/cluster.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openEventStoreDb } from "../../../src/adapters/eventstoredb/open.js";
import { BEGINNING } from "../../../src/events/event.js";
import { EventStoreUnavailable, RevisionConflict } from "../../../src/ports/eventStore.js";
import { freshStream, newEvent, rejection } from "../../contract/eventStore/events.js";
import { startCluster } from "../../double/cluster.js";
import { eventually } from "../../e2e/eventually.js";
import { quietLog } from "../../support/quietLog.js";
import { wallClock } from "../../support/wallClock.js";
import { follow } from "./follow.js";
import { assertKept, startLoad, wholeLog } from "./load.js";
var test = suite("EventStoreDB adapter: three nodes");
var cluster;
var store;
var warnings = [];
var log = { ...quietLog, warn: (_, message) => void warnings.push(message) };
test.before.each(async () => {
  cluster = await startCluster();
  warnings.length = 0;
  store = openEventStoreDb(cluster.url, { clock: wallClock, log, callMs: 6e4 });
});
test.after.each(async () => {
  await store.close();
  await cluster.stop();
});
var openHasty = () => openEventStoreDb(cluster.url, { clock: wallClock, log, callMs: 2500, attemptMs: 2200 });
async function within(ms, answer) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${ms} ms`)), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
var answers = (hasty) => eventually(
  "it answers",
  () => hasty.head().then(
    () => true,
    () => false
  )
);
async function nothingLost(change) {
  const load = startLoad(store, 16);
  await load.more(50);
  const reader = follow(store);
  await load.more(50);
  await change();
  await load.more(200);
  await load.stop();
  let whole = await wholeLog(store);
  await eventually("all that was acknowledged is shown", async () => {
    whole = await wholeLog(store);
    return whole.length >= load.acknowledged.size;
  });
  assertKept(whole, load);
  await reader.upTo(whole.at(-1)?.position ?? BEGINNING);
  assert.equal(
    (await reader.stop()).map(({ id }) => id),
    whole.map(({ id }) => id)
  );
}
test("a leader that resigns names the next one: calls go there", () => nothingLost(() => cluster.elect(1)));
test("a leader that is gone is replaced: calls find the next one", () => nothingLost(async () => {
  cluster.elect(2);
  await cluster.stopNode(0);
}));
test("without a majority nothing is acknowledged, and it goes on when there is one", async () => {
  const hasty = openHasty();
  const stream = freshStream();
  const events = [newEvent()];
  await answers(hasty);
  cluster.loseQuorum();
  assert.instance(await rejection(hasty.append(stream, "no-stream", events)), EventStoreUnavailable);
  const waiting = store.append(stream, "no-stream", events);
  await cluster.regainQuorum();
  assert.is((await waiting).revision, 0);
  assert.is((await store.readStream(stream)).length, 1);
  await hasty.close();
});
test("an append that ran out of time without a majority is there afterwards, or is not, and the answer is right in both cases", async () => {
  const hasty = openHasty();
  for (const becomes of ["kept", "cut off"]) {
    const stream = freshStream();
    const events = [newEvent()];
    await answers(hasty);
    cluster.loseQuorum();
    assert.instance(await rejection(hasty.append(stream, "no-stream", events)), EventStoreUnavailable);
    if (becomes === "cut off") cluster.elect(1);
    await cluster.regainQuorum();
    const other = store.append(stream, "no-stream", [newEvent()]);
    if (becomes === "kept") assert.instance(await rejection(other), RevisionConflict);
    else await other;
    const again = store.append(stream, "no-stream", events);
    if (becomes === "kept") assert.is((await again).revision, 0);
    else assert.instance(await rejection(again), RevisionConflict);
    assert.is((await store.readStream(stream)).length, 1);
  }
  await hasty.close();
});
test("appends leave a node that was cut off, as soon as another leads", async () => {
  const calling = openEventStoreDb(cluster.url, { clock: wallClock, log, callMs: 8e3 });
  await answers(calling);
  await calling.append(freshStream(), "no-stream", [newEvent()]);
  cluster.cutOff(0);
  const waiting = calling.append(freshStream(), "no-stream", [newEvent()]);
  const reads = calling.head();
  cluster.elect(1);
  await within(6e3, Promise.all([reads, waiting]));
  assert.is((await waiting).revision, 0);
  assert.is((await calling.append(freshStream(), "no-stream", [newEvent()])).revision, 0);
  await calling.close();
});
test("while no node leads new calls are refused at once, and taken again when one does", async () => {
  await store.append(freshStream(), "no-stream", [newEvent()]);
  cluster.cutOff(0);
  const held = store.append(freshStream(), "no-stream", [newEvent()]);
  let refusal = null;
  const tried = (call) => Promise.race([
    call.then(
      () => null,
      (error) => error
    ),
    new Promise((resolve) => setTimeout(resolve, 100))
  ]);
  await eventually("an append is refused", async () => {
    refusal = await tried(store.append(freshStream(), "no-stream", [newEvent()]));
    return refusal instanceof EventStoreUnavailable;
  });
  assert.match(String(refusal), /no node leads/);
  const renewals = warnings.filter((message) => message.includes("reconnecting")).length;
  assert.ok(renewals <= 1, `${renewals} renewals`);
  cluster.elect(1);
  assert.is((await held).revision, 0);
  assert.is((await store.append(freshStream(), "no-stream", [newEvent()])).revision, 0);
});
test("a quorum that is away for 35 s under load and comes back: all who call then are served within 5 s", async () => {
  const calling = openEventStoreDb(cluster.url, { clock: wallClock, log });
  await answers(calling);
  const append = () => calling.append(freshStream(), "no-stream", [newEvent()]).then(
    () => null,
    (error) => error
  );
  const during = [];
  cluster.loseQuorum();
  for (let n = 0; n < 3500; n++) {
    during.push(append());
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await cluster.regainQuorum();
  const after = await within(5e3, Promise.all(Array.from({ length: 500 }, append)));
  assert.equal(
    after.filter((error) => error !== null),
    []
  );
  for (const error of await Promise.all(during))
    assert.ok(error === null || error instanceof EventStoreUnavailable);
  assert.equal(warnings.filter((message) => message.includes("reconnecting")).length, 0);
  await calling.close();
});
test("a follower that lags is left for the leader, over the same connection", async () => {
  const reading = openEventStoreDb(`${cluster.url}&nodePreference=follower`, { clock: wallClock, log });
  await store.append(freshStream(), "no-stream", [newEvent()]);
  for (const node of [1, 2]) cluster.freezeReplication(node);
  const stop = new AbortController();
  const guard = setTimeout(() => stop.abort(), 3e4);
  const seen = [];
  const late = newEvent();
  for await (const { events, caughtUp } of reading.subscribe({ after: BEGINNING, signal: stop.signal })) {
    seen.push(...events.map(({ id }) => id));
    if (seen.length === 1 && caughtUp) await store.append(freshStream(), "no-stream", [late]);
    if (seen.length === 2) stop.abort();
  }
  clearTimeout(guard);
  assert.is(seen[1], late.id);
  const [byLeader = 0, ...byFollowers] = cluster.nodes.map(({ gate }) => gate.delivered);
  assert.ok(byLeader > 0 && byFollowers.some((delivered) => delivered > 0), "a follower gave the first");
  assert.equal(
    warnings.filter((message) => message.includes("made again")),
    []
  );
  await reading.close();
});
test.run();
//# sourceMappingURL=cluster.test.js.map
