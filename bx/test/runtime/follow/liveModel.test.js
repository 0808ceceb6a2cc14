// test/runtime/follow/liveModel.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { positionAt } from "../../../src/adapters/position.js";
import { newEvents } from "../../../src/commands/kernel/ledger.js";
import { suppression, suppressionIdOf } from "../../../src/events/suppression.js";
import { suppressionFilter } from "../../../src/projections/suppressionFilter.js";
import { suppressions } from "../../../src/projections/suppressions.js";
import { foldInto } from "../../../src/runtime/fold/foldInto.js";
import { openProjection } from "../../../src/runtime/fold/projection.js";
import { startFollowers } from "../../../src/runtime/follow/followers.js";
import { liveModel } from "../../../src/runtime/follow/liveModel.js";
import { manualClock } from "../../support/manualClock.js";
import { memoryDocuments } from "../../support/memoryDocuments.js";
import { memoryEventStore } from "../../support/memoryEventStore.js";
import { quietLog } from "../../support/quietLog.js";
import { seededIds } from "../../support/seededIds.js";
var WORKSPACE = "7a1f1a52-8f2e-4d0a-9d8a-2f4d5c6b7a80";
var ADDRESS = "ann@customer.test";
var KEY = suppressionIdOf(WORKSPACE, ADDRESS);
var test = suite("read models read ahead of their projector");
test.before.each(async (context) => {
  const store = memoryEventStore();
  const collection = await openProjection(memoryDocuments(), suppressions);
  const parts = { clock: manualClock(), ids: seededIds() };
  const origin = { workspace: WORKSPACE, actor: "operator", correlation: KEY, causation: null };
  const revisions = /* @__PURE__ */ new Map();
  Object.assign(context, {
    store,
    collection,
    model: liveModel(suppressions, collection),
    async decides(type, address = ADDRESS) {
      const stream = suppression.stream(suppressionIdOf(WORKSPACE, address));
      const before = revisions.get(stream);
      const events = newEvents(parts, origin, [{ type, data: { address, reason: "asked" } }]);
      const { revision } = await store.append(stream, before ?? "no-stream", events);
      revisions.set(stream, revision);
      return store.log.at(-1);
    },
    project: (...events) => foldInto(suppressions, collection, events)
  });
});
test("an event that the projector has not met yet counts", async ({ model, decides }) => {
  const added = await decides("SuppressionAdded");
  assert.is(await model.get(KEY), null);
  model.take(added);
  assert.is((await model.get(KEY))?.document.address, ADDRESS);
  assert.is((await model.get(KEY))?.position, added.position);
  model.take(await decides("SuppressionRemoved"));
  assert.is(await model.get(KEY), null);
});
test("what the projector has met is not folded again", async ({ model, decides, project }) => {
  const added = await decides("SuppressionAdded");
  const removed = await decides("SuppressionRemoved");
  await project(added, removed);
  model.take(added);
  assert.is(await model.get(KEY), null);
  model.take(removed);
  assert.is(await model.get(KEY), null);
});
test("events that the documents have are forgotten, the others are not", async ({
  model,
  decides,
  project
}) => {
  const first = await decides("SuppressionAdded");
  const second = await decides("SuppressionAdded", "bob@customer.test");
  model.take(first);
  model.take(second);
  await project(first);
  model.forget(first.position);
  assert.is(model.size(), 1);
  const both = [KEY, suppressionIdOf(WORKSPACE, "bob@customer.test")];
  assert.is((await model.getMany(both)).size, 2);
});
test("followers get the log from where they begin, and what is appended", async (context) => {
  const { store, model, decides, project } = context;
  await decides("SuppressionAdded", "earlier@customer.test");
  const clock = manualClock();
  const stop = new AbortController();
  let reached = await store.head();
  const lowestCheckpoint = async () => reached;
  const backedBy = { consumer: "projection:suppressions_v2", forget: model.forget, size: model.size };
  const followers = startFollowers(
    { store, clock, log: quietLog, lowestCheckpoint },
    [{ types: model.types, take: model.take, backedBy }],
    reached,
    stop.signal
  );
  const added = await decides("SuppressionAdded");
  await followers.passed(added.position);
  assert.is(followers.size(), 1);
  assert.ok(await model.get(KEY) !== null);
  await project(added);
  reached = added.position;
  await clock.advance(1e3);
  assert.is(followers.size(), 0);
  assert.ok(await model.get(KEY) !== null);
  stop.abort();
  await followers.passed(positionAt(BigInt("9".repeat(20))));
});
test("followers rest after what they take, and not after what is of other types", async () => {
  const clock = manualClock();
  const stop = new AbortController();
  const batch = (position, events) => ({
    ...{ position: positionAt(position), events, caughtUp: true }
  });
  async function* subscribe() {
    for (let at = 1; at <= 3; at++) yield batch(at, []);
    yield batch(4, [{ type: "Sought" }]);
    yield batch(5, []);
  }
  const taken = [];
  const followers = startFollowers(
    { ...{ store: { subscribe }, clock, log: quietLog }, lowestCheckpoint: async () => positionAt(0) },
    [{ types: ["Sought"], take: ({ type }) => void taken.push(type) }],
    positionAt(0),
    stop.signal
  );
  await followers.passed(positionAt(4));
  assert.equal(taken, ["Sought"], "at once");
  let isPassed = false;
  void followers.passed(positionAt(5)).then(() => {
    isPassed = true;
  });
  await clock.asleep();
  assert.not(isPassed);
  await clock.advance(20);
  assert.ok(isPassed);
  stop.abort();
});
test("the filter never misses a suppression, and excludes most other addresses", async (context) => {
  const { collection, decides, project } = context;
  const filter = suppressionFilter();
  const idOf = (n) => suppressionIdOf(WORKSPACE, `stranger${n}@customer.test`);
  assert.ok(filter.mayHold(idOf(1)), "nothing is known of the stored ones yet");
  const stored = [];
  for (let n = 0; n < 500; n++) {
    const address = `stored${n}@customer.test`;
    stored.push(suppressionIdOf(WORKSPACE, address));
    await project(await decides("SuppressionAdded", address));
  }
  filter.take(await decides("SuppressionAdded"));
  await filter.fill(collection, new AbortController().signal);
  for (const id of [...stored, KEY]) assert.ok(filter.mayHold(id));
  const taken = Array.from({ length: 2e4 }, (_, n) => idOf(n)).filter(filter.mayHold);
  assert.ok(taken.length < 5, `${taken.length} of 20,000 strangers are looked up`);
  filter.take(await decides("SuppressionAdded", "later@customer.test"));
  assert.ok(filter.mayHold(suppressionIdOf(WORKSPACE, "later@customer.test")));
});
test.run();
//# sourceMappingURL=liveModel.test.js.map
