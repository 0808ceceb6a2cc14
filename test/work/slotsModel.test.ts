import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { EndSlot, SpeedClass } from '../../src/work/slots.ts';
import { SPEED_CLASSES } from '../../src/work/slots.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';
import { someSlots } from './readyItem.ts';

const test = suite('slots, random operations');

const MAX_IN_FLIGHT = 16;
const MAX_PER_OWNER = 3;
const OWNERS = Array.from({ length: 12 }, (_, n) => `e${n}`);
const STEPS = 2_000;

/** Something in flight. */
interface Begun {
  readonly owner: string;
  readonly isFirst: boolean;
  /** Of its owner when it began. */
  readonly speedClass: SpeedClass;
  readonly end: EndSlot;
  hasSlot: boolean;
}

/** The rules by plain counting over a list of what is in flight. */
function naiveSlots(classOf: (owner: string) => SpeedClass, isLight: (owner: string) => boolean) {
  const begun: Begun[] = [];
  const count = (isCounted: (one: Begun) => boolean) =>
    begun.filter((one) => one.hasSlot && isCounted(one)).length;
  const mostOf: Readonly<Record<SpeedClass, number>> = { fast: 16, slow: 8, silent: 8, unknown: 12 };
  const of = (speedClass: SpeedClass) => count((one) => one.speedClass === speedClass);
  const ownOf = (owner: string) => count((one) => one.owner === owner);
  const mostOwn = (owner: string) => {
    const speedClass = classOf(owner);
    return speedClass === 'fast' || (speedClass === 'slow' && of('slow') < 4) ? MAX_PER_OWNER : 1;
  };
  const hasRoom = (speedClass: SpeedClass, light: boolean) =>
    begun.length < (light ? MAX_IN_FLIGHT : 14) &&
    (speedClass === 'fast' || count((one) => one.speedClass !== 'fast') < 12) &&
    of(speedClass) < mostOf[speedClass];
  return {
    ...{ begun, ownOf },
    hasRoom: (speedClass: SpeedClass) => hasRoom(speedClass, speedClass === 'fast'),
    mayTake: (owner: string, isFirst: boolean) =>
      hasRoom(classOf(owner), classOf(owner) === 'fast' && isLight(owner)) &&
      count((one) => one.speedClass === classOf(owner) && one.isFirst === isFirst) <
        (mostOf[classOf(owner)] * 5) / 6 &&
      ownOf(owner) < mostOwn(owner),
    probes: () => of('silent') + of('unknown'),
  };
}

for (const seed of [1, 2, 3].map((n) => SEED * 10 + n))
  test(`slots are given and refused as by plain counting (seed ${seed})`, () => {
    const random = seededRandom(seed);
    const pick = <Thing>(things: readonly Thing[]): Thing | undefined =>
      things[Math.floor(random() * things.length)];
    const { slots, is, classOf, flies } = someSlots({
      maxInFlight: MAX_IN_FLIGHT,
      maxPerOwner: MAX_PER_OWNER,
    });
    /** By the rule of usage, which has a test of its own. Of owners that have used something, each use counts the same. */
    const used = (owner: string) => slots.usage.owners.of(owner);
    const isLight = (owner: string) => {
      const all = OWNERS.map(used);
      const total = all.reduce((sum, one) => sum + one, 0);
      const mean = total > 0 ? all.reduce((sum, one) => sum + one ** 2, 0) / total : 0;
      return used(owner) + 50 < mean / 2;
    };
    const model = naiveSlots(classOf, isLight);
    const seen = { given: 0, refused: 0, light: 0 };
    for (let step = 0; step < STEPS; step++) {
      const what = random();
      const open = pick(model.begun.filter(({ hasSlot }) => hasSlot));
      const ended = pick(model.begun.filter(({ hasSlot }) => !hasSlot));
      if (what < 0.25 && open !== undefined) {
        open.hasSlot = false;
        open.end();
        is(open.owner, pick(SPEED_CLASSES) ?? 'fast');
      } else if (what < 0.4 && ended !== undefined) {
        model.begun.splice(model.begun.indexOf(ended), 1);
        flies(-1);
      } else {
        const owner = pick(OWNERS) ?? 'e0';
        const isFirst = random() < 0.5;
        const lane = `${owner}/${isFirst ? 'first' : 'retry'}`;
        const mayTake = model.mayTake(owner, isFirst);
        assert.is(slots.admit(owner, lane) === null, mayTake, `step ${step}`);
        seen[mayTake ? 'given' : 'refused']++;
        if (!mayTake) continue;
        if (model.begun.length >= 14) seen.light++;
        model.begun.push({
          ...{ owner, isFirst, speedClass: classOf(owner), hasSlot: true },
          end: slots.take(owner, 'group', lane),
        });
        flies(1);
      }
      assert.is(slots.probes, model.probes(), `step ${step}`);
      assert.ok(model.begun.length <= MAX_IN_FLIGHT, `step ${step}`);
      for (const owner of OWNERS) assert.ok(model.ownOf(owner) <= MAX_PER_OWNER, `${owner} at step ${step}`);
      for (const speedClass of SPEED_CLASSES)
        assert.is(slots.hasRoom(speedClass), model.hasRoom(speedClass), `step ${step}`);
    }
    for (const [what, count] of Object.entries(seen)) assert.ok(count > 0, `none was ${what}`);
  });

test.run();
