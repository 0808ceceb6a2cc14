import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type ByteHold, byteShares } from '../../src/queues/byteShares.ts';
import { type Random, seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';

const test = suite('body budget: a naive model');

/** A hold, and what the model knows of it. */
interface Held {
  readonly hold: ByteHold;
  readonly workspace: string;
  bytes: number;
  isReleased: boolean;
  listeners: number;
  notified: number;
}

interface Bounds {
  readonly maxBytes: number;
  readonly maxHoldBytes: number;
  readonly smallBytes: number;
}

const WORKSPACES = ['a', 'b', 'c', 'd', 'e', 'f'];
const MOST_HOLDS = 12;
const OPERATIONS = 3_000;

const upTo = (random: Random, most: number) => 1 + Math.floor(random() * most);
const oneOf = <Item>(random: Random, items: readonly Item[]) => items[Math.floor(random() * items.length)];
const sum = (all: readonly Held[]) => all.reduce((bytes, held) => bytes + held.bytes, 0);

/** Whether a hold may have so many more bytes, worked out again from all holds. */
function mayHave(held: Held, bytes: number, all: readonly Held[], bounds: Bounds): boolean {
  const { maxBytes, maxHoldBytes, smallBytes } = bounds;
  const after = held.bytes + bytes;
  const others = all.filter((one) => one !== held);
  const ofWorkspace = sum(others.filter(({ workspace }) => workspace === held.workspace)) + after;
  const large = sum(others.filter((one) => one.bytes > smallBytes)) + after;
  return (
    !held.isReleased &&
    sum(others) + after <= maxBytes &&
    ofWorkspace <= Math.max(maxBytes / 4, maxHoldBytes) &&
    (after <= smallBytes || large <= Math.max((maxBytes * 7) / 8, Math.min(maxBytes, maxHoldBytes)))
  );
}

function simulate(seed: number): void {
  const random = seededRandom(seed);
  const maxBytes = 100 + upTo(random, 300);
  const bounds = { maxBytes, maxHoldBytes: upTo(random, maxBytes / 2), smallBytes: upTo(random, 20) };
  const budget = byteShares(bounds);
  let open: Held[] = [];
  let ended: Held | undefined;
  for (let step = 0; step < OPERATIONS; step++) {
    const where = `seed ${seed}, step ${step}, ${JSON.stringify(bounds)}`;
    const choice = random();
    if (open.length === 0 || (choice < 0.15 && open.length < MOST_HOLDS)) {
      const workspace = oneOf(random, WORKSPACES) ?? '';
      open.push({ hold: budget.hold(), workspace, bytes: 0, isReleased: false, listeners: 0, notified: 0 });
    }
    // Sometimes a hold that was released already.
    const held = (random() < 0.05 ? ended : undefined) ?? oneOf(random, open);
    if (held === undefined) continue;
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

/** Nothing of what was taken before is left: everyone can have as much as in the beginning. */
function fillAnew(seed: number, bounds: Bounds, budget: ReturnType<typeof byteShares>): void {
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

/** Bytes that one workspace gets in holds of one byte each. */
function takeAll(budget: ReturnType<typeof byteShares>, workspace: string): number {
  const holds: ByteHold[] = [];
  for (let hold = budget.hold(); hold.take(workspace, 1); hold = budget.hold()) holds.push(hold);
  for (const hold of holds) hold.release();
  return holds.length;
}

for (const seed of [SEED, SEED + 1, SEED + 2, SEED + 3])
  test(`random requests hold what they may and give it back, seed ${seed}`, () => simulate(seed));

test.run();
