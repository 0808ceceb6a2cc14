// test/runtime/writtenLanes.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { workHints } from "../../src/runtime/workHints.js";
import { workLanes } from "../../src/runtime/workLanes.js";
import {
  laneMessages,
  lanesOfMessage,
  lanesWritten,
  notifyingWrites
} from "../../src/runtime/writtenLanes.js";
import { manualClock } from "../support/manualClock.js";
import { memoryDocuments } from "../support/memoryDocuments.js";
import { positionOf } from "./workTable.js";
var test = suite("notifications of writes to a work index");
test("each lane once, with the time of its first item, and whether one waits for no date; of what was removed nothing", async () => {
  const documents = memoryDocuments();
  const notified = [];
  const collection = notifyingWrites(
    await documents.collection({
      name: "items",
      indexes: {}
    }),
    (items) => notified.push(lanesWritten(items))
  );
  const item = (key, lane, dueAtMs, isAtOnce = false) => ({
    ...{ key, position: positionOf(1) },
    document: { partition: 1, lane, dueAtMs, isAtOnce }
  });
  await collection.writeMany([item("a", "one", 30, true), item("b", "two", 40), item("c", "one", 20)]);
  await collection.writeMany([{ key: "a", position: positionOf(2), document: null }]);
  assert.equal(notified, [
    [
      { partition: 1, lane: "one", dueAtMs: 20, isAtOnce: true },
      { partition: 1, lane: "two", dueAtMs: 40, isAtOnce: false }
    ],
    []
  ]);
  assert.is((await collection.get("c"))?.document.dueAtMs, 20);
});
test("come to other processes unchanged, in messages of a bounded size", () => {
  const lanes = Array.from({ length: 300 }, (_, n) => ({
    ...{ partition: n % 4, lane: `lane ${n}`, dueAtMs: n },
    isAtOnce: n % 3 === 0
  }));
  const messages = laneMessages("email_outbox_p4_v2", lanes);
  assert.is(messages.length, 3);
  const received = messages.map(lanesOfMessage);
  assert.equal(
    received.flatMap((one) => one.lanes),
    lanes
  );
  assert.ok(received.every(({ index }) => index === "email_outbox_p4_v2"));
  assert.equal(laneMessages("email_outbox_p4_v2", []), []);
});
test("a message that is written in another way says nothing", () => {
  for (const message of [
    "",
    "email_outbox",
    '{"lanes":1}',
    "[1]",
    '[1,[0,"x",1]]',
    '["index",1,[],["x","y",1],[1,"y"],null]'
  ])
    assert.equal(lanesOfMessage(message).lanes, [], message);
});
test("waits for the next look, and no longer than that", async () => {
  const clock = manualClock();
  const news = workHints(clock.sleep);
  const lane = { partition: 0, lane: "one", dueAtMs: 1 };
  news.wrote([lane]);
  news.opened("owner");
  news.opened("owner");
  await news.wait(6e4, new AbortController().signal);
  assert.equal(news.take(), { lanes: [lane], items: [], owners: ["owner"] });
  assert.equal(news.take(), { lanes: [], items: [], owners: [] });
  for (let n = 0; n < 2e4; n++) news.wrote([lane]);
  assert.is(news.take().lanes.length, 1e4, "the sweep finds what there is no room for");
});
test("that nothing is handed over wakes no one", async () => {
  const clock = manualClock();
  const news = workHints(clock.sleep);
  let wakes = 0;
  void news.wait(6e4, new AbortController().signal).then(() => {
    wakes += 1;
  });
  news.handOver([]);
  await clock.advance(0);
  assert.is(wakes, 0);
  news.handOver([{ key: "new", document: { partition: 0, lane: "one", dueAtMs: 1 } }]);
  await clock.advance(0);
  assert.is(wakes, 1);
});
test("of more owners than are remembered none is left closed: all are opened", async () => {
  const clock = manualClock();
  const news = workHints(clock.sleep);
  const lanes = workLanes(clock, (lane) => lane);
  const last = { partition: 0, lane: "owner 10000" };
  lanes.close(last, 72 * 36e5, 0);
  for (let n = 0; n <= 1e4; n++) news.opened(`owner ${n}`);
  lanes.openAllOf(news.take().owners);
  assert.ok(lanes.isOpen(last));
  news.opened("owner");
  assert.equal(news.take().owners, ["owner"], "the next look remembers each again");
});
test.run();
//# sourceMappingURL=writtenLanes.test.js.map
