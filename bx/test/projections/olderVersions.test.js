// test/projections/olderVersions.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { positionAt } from "../../src/adapters/position.js";
import { dropOlderVersions } from "../../src/projections/dropOlder.js";
import { furthestVersions, olderVersions, recordReadModels } from "../../src/projections/olderVersions.js";
import { versionSwitch } from "../../src/projections/versionSwitch.js";
import { openProjection } from "../../src/runtime/fold/projection.js";
import { openCheckpoints } from "../../src/runtime/follow/checkpoints.js";
import { projectionConsumerName } from "../../src/runtime/follow/projectionConsumer.js";
import { manualClock } from "../support/manualClock.js";
import { memoryDocuments } from "../support/memoryDocuments.js";
import { quietLog } from "../support/quietLog.js";
var test = suite("older versions of a read model");
var DAY_MS = 24 * 36e5;
var at = positionAt;
var people = (version, name = "people") => ({
  name,
  version,
  types: ["Seen"],
  indexes: { byCity: ["city"] },
  keys: ({ stream }) => [stream],
  fold: (_, { data }) => data
});
async function folded(reached) {
  const documents = memoryDocuments();
  const checkpoints = await openCheckpoints(documents, 1);
  const fold = async (version, n) => {
    await recordReadModels(documents, [people(version)]);
    const collection = await openProjection(documents, people(version));
    await collection.writeMany([
      { key: "ann", position: at(n), document: { city: `Ulm ${version}`, version } }
    ]);
    await checkpoints.save(projectionConsumerName(people(version)), /* @__PURE__ */ new Map([[0, at(n)]]));
  };
  for (const [version, n] of Object.entries(reached)) await fold(Number(version), n);
  return { documents, checkpoints, fold };
}
for (const [says, reached, chosen] of [
  ["the only one", { 1: 5 }, 1],
  ["the one that was folded furthest, not a newer one that never was whole", { 1: 9, 2: 3 }, 1],
  ["the newer of two that know the same", { 1: 9, 2: 9 }, 2],
  ["none where the newest knows as much", { 1: 9, 3: 9 }, null],
  ["none that was never folded", {}, null]
])
  test(`chosen is ${says}`, async () => {
    const { documents, checkpoints } = await folded(reached);
    await recordReadModels(documents, [people(3)]);
    await documents.collection({ name: "people_v2_next", indexes: {} });
    await documents.collection({ name: "people_v4", indexes: {} });
    const older = await olderVersions(documents, checkpoints, [people(3), people(1, "places")]);
    const [first, ...others] = await furthestVersions(older, checkpoints);
    assert.is(first?.version ?? null, chosen);
    assert.is(others.length, 0);
  });
test("a query by an index that the older one lacks is answered by the newer, and so is who awaits a write", async () => {
  const { documents } = await folded({ 1: 5, 2: 3 });
  const current = await openProjection(documents, people(2));
  const older = await openProjection(documents, people(1));
  const indexes = { byCity: ["city"], byAge: ["age"] };
  const model = versionSwitch({
    current,
    older,
    indexes: { current: indexes, older: { byCity: ["city"], byAge: ["years"] } },
    fromOlder: (document) => ({ ...document, lifted: true })
  });
  const { collection } = model;
  const one = { city: "Ulm 1", version: 1, lifted: true };
  const cities = async () => (await collection.page({ index: "byCity", limit: 9 })).map(({ document }) => document);
  assert.equal(await cities(), [one]);
  assert.equal((await collection.get("ann"))?.document, one);
  assert.equal((await collection.getMany(["ann", "bob"])).get("ann")?.document, one);
  assert.is((await collection.getForFold(["ann"])).get("ann")?.position, at(3));
  assert.is((await model.known.getForFold(["ann"])).get("ann")?.position, at(5));
  let asked = "";
  const spied = versionSwitch({
    current: {
      ...current,
      page: async ({ index }) => {
        asked = index;
        return [];
      }
    },
    older,
    indexes: { current: indexes, older: { byCity: ["city"], byAge: ["years"] } },
    fromOlder: (document) => document
  });
  await spied.collection.page({ index: "byAge", limit: 9 });
  assert.is(asked, "byAge", "an index of the same name over other fields is another");
  model.switchOver();
  assert.equal(await cities(), [{ city: "Ulm 2", version: 2 }]);
  assert.equal((await collection.get("ann"))?.document, { city: "Ulm 2", version: 2 });
  assert.is((await model.known.getForFold(["ann"])).get("ann")?.position, at(3));
});
test("an older one is dropped a day after the newer has passed and nobody folds into it any more", async () => {
  const { documents, checkpoints, fold } = await folded({ 1: 5, 2: 6 });
  const clock = manualClock();
  const stop = new AbortController();
  let pass = () => {
  };
  const passed = new Promise((resolve) => {
    pass = resolve;
  });
  const context = { documents, checkpoints, clock, log: quietLog };
  const ended = dropOlderVersions(context, [people(2)], { passed: () => passed }, stop.signal);
  const isThere = async () => (await documents.list()).includes("people_v1");
  await clock.advance(2 * DAY_MS);
  assert.ok(await isThere(), "while the newer one has not passed");
  pass(true);
  await clock.advance(DAY_MS - 36e5);
  await fold(1, 8);
  await fold(2, 9);
  await clock.advance(DAY_MS - 36e5);
  assert.ok(await isThere());
  const [older] = await olderVersions(documents, checkpoints, [people(2)]);
  assert.ok(older?.supersededAt);
  await clock.advance(3 * 36e5);
  await ended;
  assert.not.ok(await isThere());
  assert.is(await checkpoints.lowest("projection:people_v1"), at(0), "it would be folded from the beginning");
  assert.is(await checkpoints.lowest("projection:people_v2"), at(9));
});
test.run();
//# sourceMappingURL=olderVersions.test.js.map
