// test/commands/kernel/retryOnConflict.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { MAX_CONFLICT_ATTEMPTS, retryOnConflict } from "../../../src/commands/kernel/retryOnConflict.js";
import { RevisionConflict } from "../../../src/ports/eventStore.js";
import { manualClock } from "../../support/manualClock.js";
import { seededIds } from "../../support/seededIds.js";
var test = suite("race");
function losing(times, seed = "seed") {
  const pauses = [];
  let attempts = 0;
  const clock = { ...manualClock(), sleep: async (ms) => void pauses.push(ms) };
  const run = () => retryOnConflict({ clock, ids: seededIds(seed) }, async () => {
    attempts++;
    if (attempts <= times) throw new RevisionConflict("s", 0, attempts);
    return attempts;
  });
  return { run, pauses, attempts: () => attempts };
}
test("the first race lost is run again at once", async () => {
  const { run, pauses } = losing(1);
  assert.is(await run(), 2);
  assert.equal(pauses, []);
});
test("further ones wait for times drawn by chance, bounded each", async () => {
  const one = losing(20, "one");
  const other = losing(20, "other");
  assert.is(await one.run(), 21);
  await other.run();
  assert.is(one.pauses.length, 19);
  assert.not.equal(one.pauses, other.pauses);
  assert.ok(one.pauses.every((ms, at) => ms >= 0 && ms <= Math.min(2 * 2 ** at, 100)));
  assert.ok(one.pauses.some((ms) => ms > 20));
});
test("it ends with the conflict, however long others go on", async () => {
  const { run, attempts } = losing(Number.POSITIVE_INFINITY);
  assert.instance(await run().catch((error) => error), RevisionConflict);
  assert.is(attempts(), MAX_CONFLICT_ATTEMPTS);
});
test("what is no conflict is not tried again", async () => {
  let attempts = 0;
  const broken = async () => {
    attempts++;
    throw new Error("broken");
  };
  await retryOnConflict({ clock: manualClock(), ids: seededIds() }, broken).then(
    assert.unreachable,
    (error) => assert.is(error.message, "broken")
  );
  assert.is(attempts, 1);
});
test.run();
//# sourceMappingURL=retryOnConflict.test.js.map
