// test/queues/byteShares.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { byteShares } from "../../src/queues/byteShares.js";
import { seededRandom } from "../support/seededRandom.js";
import { SEED } from "../support/testRun.js";
var test = suite("body budget: a naive model");
var WORKSPACES = ["a", "b", "c", "d", "e", "f"];
var MOST_HOLDS = 12;
var OPERATIONS = 3e3;
var upTo = (random, most) => 1 + Math.floor(random() * most);
var oneOf = (random, items) => items[Math.floor(random() * items.length)];
var sum = (all) => all.reduce((bytes, held) => bytes + held.bytes, 0);
function mayHave(held, bytes, all, bounds) {
  const { maxBytes, maxHoldBytes, smallBytes } = bounds;
  const after = held.bytes + bytes;
  const others = all.filter((one) => one !== held);
  const ofWorkspace = sum(others.filter(({ workspace }) => workspace === held.workspace)) + after;
  const large = sum(others.filter((one) => one.bytes > smallBytes)) + after;
  return !held.isReleased && sum(others) + after <= maxBytes && ofWorkspace <= Math.max(maxBytes / 4, maxHoldBytes) && (after <= smallBytes || large <= Math.max(maxBytes * 7 / 8, Math.min(maxBytes, maxHoldBytes)));
}
function simulate(seed) {
  const random = seededRandom(seed);
  const maxBytes = 100 + upTo(random, 300);
  const bounds = { maxBytes, maxHoldBytes: upTo(random, maxBytes / 2), smallBytes: upTo(random, 20) };
  const budget = byteShares(bounds);
  let open = [];
  let ended;
  for (let step = 0; step < OPERATIONS; step++) {
    const where = `seed ${seed}, step ${step}, ${JSON.stringify(bounds)}`;
    const choice = random();
    if (open.length === 0 || choice < 0.15 && open.length < MOST_HOLDS) {
      const workspace = oneOf(random, WORKSPACES) ?? "";
      open.push({ hold: budget.hold(), workspace, bytes: 0, isReleased: false, listeners: 0, notified: 0 });
    }
    const held = (random() < 0.05 ? ended : void 0) ?? oneOf(random, open);
    if (held === void 0) continue;
    const bytes = random() < 0.5 ? upTo(random, bounds.smallBytes) : upTo(random, maxBytes / 3);
    const expected = mayHave(held, bytes, open, bounds);
    assert.is(held.hold.fits(held.workspace, bytes), expected, `fits ${bytes}: ${where}`);
    if (choice < 0.7) {
      assert.is(held.hold.take(held.workspace, bytes), expected, `take ${bytes}: ${where}`);
      if (expected) held.bytes += bytes;
    } else if (choice < 0.85) {
      held.listeners += 1;
      held.hold.onRelease(() => {
        held.notified += 1;
      });
    } else {
      held.hold.release();
      Object.assign(held, { bytes: 0, isReleased: true });
      open = open.filter((one) => one !== held);
      ended = held;
    }
    assert.is(budget.inUse(), sum(open), `in use: ${where}`);
    assert.is(held.notified, held.isReleased ? held.listeners : 0, `listeners called: ${where}`);
  }
  for (const { hold } of open) hold.release();
  assert.is(budget.inUse(), 0, `everything was given back, seed ${seed}`);
  fillAnew(seed, bounds, budget);
}
function fillAnew(seed, bounds, budget) {
  for (const workspace of WORKSPACES) {
    const large = budget.hold();
    assert.ok(large.take(workspace, bounds.maxHoldBytes), `${workspace} can have a body, seed ${seed}`);
    large.release();
    const fresh = byteShares(bounds);
    const [many, expected] = [budget, fresh].map((one) => takeAll(one, workspace));
    assert.is(many, expected, `${workspace} can have its share, seed ${seed}`);
  }
  assert.is(budget.inUse(), 0, `everything was given back again, seed ${seed}`);
}
function takeAll(budget, workspace) {
  const holds = [];
  for (let hold = budget.hold(); hold.take(workspace, 1); hold = budget.hold()) holds.push(hold);
  for (const hold of holds) hold.release();
  return holds.length;
}
for (const seed of [SEED, SEED + 1, SEED + 2, SEED + 3])
  test(`random requests hold what they may and give it back, seed ${seed}`, () => simulate(seed));
test.run();
//# sourceMappingURL=byteShares.test.js.map
