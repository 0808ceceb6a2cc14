// test/adapters/eventstoredb/staleReads.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openEventStoreDb } from "../../../src/adapters/eventstoredb/open.js";
import { BEGINNING } from "../../../src/events/event.js";
import { RevisionConflict } from "../../../src/ports/eventStore.js";
import { freshStream, idsOf, newEvent, numbered, rejection } from "../../contract/eventStore/events.js";
import { startCluster } from "../../double/cluster.js";
import { quietLog } from "../../support/quietLog.js";
import { wallClock } from "../../support/wallClock.js";
import { follow } from "./follow.js";
import { wholeLog } from "./load.js";
var test = suite("EventStoreDB adapter: leaders that answer with an old end");
var cluster;
var stores = [];
var clientOf = (node) => {
  const url = cluster.nodes[node]?.url ?? "";
  const store = openEventStoreDb(url, { clock: wallClock, log: quietLog, callMs: 6e4 });
  stores.push(store);
  return store;
};
test.before.each(async () => {
  cluster = await startCluster();
});
test.after.each(async () => {
  for (const store of stores.splice(0)) await store.close();
  await cluster.stop();
});
test("a leader that was frozen goes on with what it had: the end is asked for again, and what it alone takes counts for nothing", async () => {
  const [old, other] = [clientOf(0), clientOf(1)];
  await old.append(freshStream(), "no-stream", [newEvent()]);
  const reader = follow(old);
  cluster.freezeNode(0);
  cluster.elect(1);
  const stream = freshStream();
  const events = numbered(2);
  const { position } = await other.append(stream, "no-stream", events);
  cluster.thawNode(0);
  assert.ok(await old.head() < position, "its answer is old");
  const losing = rejection(old.append(stream, "no-stream", [newEvent()]));
  assert.ok((await old.end(position) ?? BEGINNING) >= position);
  assert.instance(await losing, RevisionConflict);
  assert.equal(idsOf(await old.readStream(stream)), idsOf(events));
  await reader.upTo(position);
  assert.equal(idsOf(await reader.stop()), idsOf(await wholeLog(old)));
});
test("a leader that was just elected lacks the last events for a moment: a conflict waits for what it refers to, and so does the end", async () => {
  const [before, elected] = [clientOf(0), clientOf(1)];
  await elected.head();
  const stream = freshStream();
  const events = numbered(2);
  const { position } = await before.append(stream, "no-stream", events);
  cluster.elect(1);
  assert.equal(await elected.readStream(stream), [], "its answer is old");
  assert.instance(await rejection(elected.append(stream, "no-stream", [newEvent()])), RevisionConflict);
  assert.equal(idsOf(await elected.readStream(stream)), idsOf(events));
  assert.ok((await elected.end(position) ?? BEGINNING) >= position);
});
test("nodes of the address that do not answer cost about a second each", async () => {
  for (const silent of [1, 2]) cluster.freezeNode(silent);
  for (let n = 0; n < 5; n++) {
    const options = { clock: wallClock, log: quietLog, callMs: 5e3, attemptMs: 4900 };
    const store = openEventStoreDb(cluster.url, options);
    await store.head();
    await store.close();
  }
});
test.run();
//# sourceMappingURL=staleReads.test.js.map
