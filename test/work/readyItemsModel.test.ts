import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ReadyItem, ReadyItems } from '../../src/work/readyItems.ts';
import { type EndSlot, SPEED_CLASSES } from '../../src/work/slots.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';
import { itemsAndSlots, ready } from './readyItem.ts';

const test = suite('items that are ready, random operations');

const BOUNDS = { maxWaiting: 32, maxBytes: 400 };
const SLOTS = { maxInFlight: 16, maxPerOwner: 3 };
const STEPS = 1_500;
const KINDS = ['first', 'retry', 'replay'];
/** Steps in which most ends are soon and much waits, and then as many in which they are late and little does. */
const TURN_STEPS = 300;
/** Owners, each with its group: three groups of three. */
const OWNERS = Array.from({ length: 9 }, (_, n) => ({ owner: `e${n}`, group: `w${n % 3}` }));
const STRANGER = { owner: 'e', group: 'w' };

interface Begun {
  readonly item: ReadyItem;
  readonly endSlot: EndSlot;
}

/** What waits, in a plain list. */
function naiveItems() {
  let waiting: ReadyItem[] = [];
  const inLane = (lane: string) => waiting.filter((one) => one.lane === lane);
  return {
    inLane,
    all: () => waiting,
    /** A lane gets half of what is left; with none it gets in up to twice. */
    hasRoom({ lane, bytes }: ReadyItem): boolean {
      const { maxWaiting, maxBytes } = BOUNDS;
      const own = inLane(lane).length;
      const room = (own === 0 ? 2 * maxWaiting : maxWaiting) - waiting.length;
      const kept = waiting.reduce((sum, one) => sum + one.bytes, 0);
      return room > 0 && kept + bytes <= maxBytes && (own === 0 || own < room / 2);
    },
    add: (item: ReadyItem) => waiting.push(item),
    remove(isGone: (item: ReadyItem) => boolean) {
      waiting = waiting.filter((one) => !isGone(one));
    },
  };
}

/** Items whose answers are compared with those of the model. */
function checkedItems({ items, slots, flies }: ReturnType<typeof itemsAndSlots>) {
  const model = naiveItems();
  const open: Begun[] = [];
  /** The lane that an owner was served in last, as long as something waits in all. */
  const lastLane = new Map<string, string>();
  const seen = { served: 0, refused: 0, removed: 0, alternated: 0 };
  const isFull = (owner: string) => KINDS.every((kind) => model.inLane(`${owner}/${kind}`).length > 0);
  return {
    ...{ model, open, seen },
    add(item: ReadyItem) {
      const isTaken = items.add(item);
      assert.is(isTaken, model.hasRoom(item), `${item.lane}, ${model.all().length} wait`);
      if (isTaken) model.add(item);
      else seen.refused++;
    },
    serve(): Begun | null {
      const mayBegin = new Set(
        model.all().flatMap(({ owner, lane }) => (slots.admit(owner, lane) === null ? lane : [])),
      );
      const full = new Set(
        OWNERS.map(({ owner }) => owner).filter(
          (owner) => isFull(owner) && KINDS.every((kind) => mayBegin.has(`${owner}/${kind}`)),
        ),
      );
      const served = items.next();
      assert.is(served === null, mayBegin.size === 0, 'something waits although it may have a slot');
      if (served === null) return null;
      flies(1);
      const { key, lane, owner } = served.item;
      assert.ok(mayBegin.has(lane), `${lane} may not have a slot`);
      assert.is(key, model.inLane(lane)[0]?.key, `not the oldest of ${lane}`);
      if (full.has(owner) && lastLane.has(owner)) {
        assert.is.not(lane, lastLane.get(owner), `${owner} had the same lane twice`);
        seen.alternated++;
      }
      model.remove((one) => one === served.item);
      if (full.has(owner)) lastLane.set(owner, lane);
      else lastLane.delete(owner);
      open.push(served);
      seen.served++;
      return served;
    },
    remove(owner: string) {
      const gone = items.remove(owner).map(({ key }) => key);
      const expected = model.all().filter((one) => one.owner === owner);
      assert.equal([...gone].sort(), expected.map(({ key }) => key).sort());
      model.remove((one) => one.owner === owner);
      lastLane.delete(owner);
      seen.removed += gone.length;
    },
  };
}

/** Random operations: items are added, served, give back their slots, end, and are removed. */
function randomItems(seed: number) {
  const random = seededRandom(seed);
  const draw = (below: number) => Math.floor(random() * below);
  let nowMs = 0;
  const some = itemsAndSlots(BOUNDS, SLOTS, { monotonicMs: () => nowMs });
  const { items, is, flies } = some;
  const { model, open, seen, add, serve, remove } = checkedItems(some);
  let ended = 0;
  const endSlot = (isFast: boolean) => {
    const [begun] = open.splice(draw(open.length), 1);
    if (begun === undefined) return;
    begun.endSlot();
    is(begun.item.owner, isFast ? 'fast' : (SPEED_CLASSES[draw(4)] ?? 'fast'));
    items.reconsider(begun.item.owner);
    ended++;
  };
  const end = () => {
    if (ended === 0) return;
    ended--;
    flies(-1);
  };
  let steps = 0;
  const step = () => {
    const isSlow = Math.floor(steps++ / TURN_STEPS) % 2 === 1;
    const what = random();
    nowMs += draw(400);
    const { group, owner } = OWNERS[draw(OWNERS.length)] ?? STRANGER;
    if (what < (isSlow ? 0.2 : 0.4))
      add(ready(group, owner, draw(3) === 0 ? 0 : draw(60), KINDS[draw(KINDS.length)]));
    else if (what < 0.65) serve();
    else if (what < 0.8) endSlot(draw(isSlow ? 2 : 8) > 0);
    else if (what < 0.98) end();
    else remove(owner);
  };
  /** Serves all that waits, and ends all that is under way. */
  const drain = () => {
    while (model.all().length + open.length + ended > 0) {
      const before = model.all().length + open.length + ended;
      while (serve() !== null);
      while (open.length > 0) endSlot(true);
      while (ended > 0) end();
      assert.ok(model.all().length < before, `${before} are left and nothing goes on`);
    }
  };
  return { items, model, slots: some.slots, seen, step, drain };
}

function assertSame(items: ReadyItems<ReadyItem>, model: ReturnType<typeof naiveItems>): void {
  const waiting = new Set(model.all().map(({ owner }) => owner));
  assert.equal([...items.owners()].sort(), [...waiting].sort());
  for (const { owner } of OWNERS)
    for (const kind of KINDS) {
      const lane = `${owner}/${kind}`;
      assert.is(items.waitingIn(owner, lane), model.inLane(lane).length, lane);
    }
}

for (const seed of [1, 2, 3].map((n) => SEED * 10 + n))
  test(`random operations serve the same items as a plain list (seed ${seed})`, () => {
    const { items, model, slots, seen, step, drain } = randomItems(seed);
    for (let n = 0; n < STEPS; n++) {
      step();
      assertSame(items, model);
    }
    for (const [what, count] of Object.entries(seen)) assert.ok(count > 0, `nothing was ${what}`);
    drain();
    assert.equal(items.owners(), []);
    assert.is(slots.probes, 0);
    // All room is given back, in number and in bytes.
    const fill = (bytes: number) => {
      let taken = 0;
      while (taken < 1_000 && items.add(ready(`w${taken}`, `new${taken}`, bytes))) taken++;
      return taken;
    };
    assert.is(fill(100), BOUNDS.maxBytes / 100);
    assert.is(fill(0), 2 * BOUNDS.maxWaiting - BOUNDS.maxBytes / 100);
  });

test.run();
