// test/runtime/follow/projectionConsumer.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { positionAt } from "../../../src/adapters/position.js";
import { partitionOf } from "../../../src/events/partitionOf.js";
import { collectionOf } from "../../../src/runtime/fold/projection.js";
import { projectionConsumer } from "../../../src/runtime/follow/projectionConsumer.js";
import { memoryDocuments } from "../../support/memoryDocuments.js";
import { consumerFixture } from "./runningConsumer.js";
var test = suite("a projection as a consumer");
var PARTITIONS = 2;
var tagged = {
  ...{ name: "tagged", version: 1, types: ["Noted"], indexes: {} },
  keys: ({ data }) => data.tags,
  fold: (document, { id }, key) => ({ key, ids: [...document?.ids ?? [], id] })
};
var noted = (n, ...tags) => ({
  ...{ id: `${n}`, type: "Noted", data: { tags }, stream: `note-${n}`, revision: 0 },
  position: positionAt(n),
  metadata: { v: 1, workspace: "w", actor: "a", correlation: "c", causation: null, at: "" }
});
var tagIn = (partition) => ["a", "b", "c", "d", "e", "f"].find((tag) => partitionOf(tag, PARTITIONS) === partition) ?? "";
var [mine, theirs] = [tagIn(0), tagIn(1)];
test("an event of several documents is of all their partitions; of none without documents", async () => {
  const collection = await memoryDocuments().collection(collectionOf(tagged));
  const { partition } = projectionConsumer(tagged, collection, PARTITIONS);
  assert.equal(partition(noted(1, mine, theirs)), [0, 1]);
  assert.is(partition(noted(1, theirs)), 1);
  assert.is(partition(noted(1)), null);
});
test("a process writes only the documents of its partitions, and two of them lose no event", async () => {
  const collection = await memoryDocuments().collection(collectionOf(tagged));
  const { handle } = projectionConsumer(tagged, collection, PARTITIONS);
  const log = [noted(1, theirs), noted(2, mine, theirs), noted(3, theirs)];
  await handle(log.slice(1, 2), (partition) => partition === 0);
  await handle(log, (partition) => partition === 1);
  const documents = await collection.getMany([mine, theirs]);
  assert.equal(documents.get(mine)?.document, { key: mine, ids: ["2"] });
  assert.equal(documents.get(theirs)?.document, { key: theirs, ids: ["1", "2", "3"] });
});
test("a running consumer that holds one partition folds no document of another, until it holds that too", async () => {
  const counted = {
    ...{ name: "counted", version: 1, types: ["Thing"], indexes: {} },
    keys: ({ data }) => data.made % 2 === 0 ? [mine, theirs] : [theirs],
    fold: (document) => ({ count: (document?.count ?? 0) + 1 })
  };
  const { add, run, clock } = consumerFixture();
  const collection = await memoryDocuments().collection(collectionOf(counted));
  const held = /* @__PURE__ */ new Set([0]);
  const running = await run(projectionConsumer(counted, collection, PARTITIONS), () => held, PARTITIONS);
  const countsNow = async () => {
    const found = await collection.getMany([mine, theirs]);
    return [mine, theirs].map((key) => found.get(key)?.document?.count);
  };
  await add(100);
  await clock.advance(1e3);
  assert.equal(await countsNow(), [50, void 0]);
  held.add(1);
  await clock.advance(1e3);
  assert.equal(await countsNow(), [50, 100]);
  await running.stop();
});
test.run();
//# sourceMappingURL=projectionConsumer.test.js.map
