import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type EndpointAnswer,
  type EndpointHealth,
  endpointHealth,
  type SpeedClass,
} from '../../src/dispatcher/endpointHealth.ts';
import { openSlots, SHARES, type Slot, type SlotShare, type Slots } from '../../src/dispatcher/slots.ts';
import { ATTEMPT_KINDS, type AttemptKind } from '../../src/projections/webhookWork.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';

const test = suite('slots of attempts, random operations');

const MAX_IN_FLIGHT = 16;
const MAX_PER_ENDPOINT = 3;
const ENDPOINTS = Array.from({ length: 12 }, (_, n) => `e${n}`);
const STEPS = 2_000;
const ANSWERS: readonly EndpointAnswer[] = [50, 50, 2_000, 'silence', 'nothing'];

/** Every third endpoint has used little. */
const isLight = (endpointId: string) => Number(endpointId.slice(1)) % 3 === 0;

/** An attempt in flight. */
interface Attempt {
  readonly endpointId: string;
  readonly kind: AttemptKind;
  /** Of its endpoint when it began. */
  readonly share: SlotShare;
  readonly slot: Slot;
  isPosted: boolean;
}

/** The rules by plain counting over a list of attempts. */
function naiveSlots() {
  const attempts: Attempt[] = [];
  const healths = new Map<string, EndpointHealth>();
  const count = (isCounted: (attempt: Attempt) => boolean) => attempts.filter(isCounted).length;
  const speedClass = (endpointId: string) => healths.get(endpointId)?.speedClass ?? 'unknown';
  const isOpen = ({ isPosted }: Attempt) => !isPosted;
  const shareOf = (endpointId: string): SlotShare => {
    const of = speedClass(endpointId);
    return of === 'fast' && isLight(endpointId) ? 'light' : of;
  };
  const isFast = (share: SlotShare) => share === 'light' || share === 'fast';
  const notFast = () => count((one) => isOpen(one) && !isFast(one.share));
  const openIn = (of: SlotShare) => count((one) => isOpen(one) && one.share === of);
  const openOf = (endpointId: string) => count((one) => isOpen(one) && one.endpointId === endpointId);
  const most: Readonly<Record<SlotShare, number>> = { light: 12, fast: 12, slow: 6, silent: 6, unknown: 10 };
  const mostOpen: Readonly<Record<SlotShare, number>> = {
    light: 16,
    fast: 16,
    slow: 8,
    silent: 8,
    unknown: 12,
  };
  const hasRoom = (of: SlotShare, kind: AttemptKind) =>
    attempts.length < (of === 'light' ? MAX_IN_FLIGHT : 14) &&
    count((one) => one.share === of && (one.kind === 'first') === (kind === 'first')) < most[of] &&
    (isFast(of) || notFast() < 12) &&
    openIn(of) < mostOpen[of];
  const limit = (of: SpeedClass) =>
    of === 'fast' || (of === 'slow' && openIn('slow') < 4) ? MAX_PER_ENDPOINT : 1;
  return {
    ...{ attempts, healths, speedClass, shareOf, hasRoom, openOf },
    mayTake: (endpointId: string, kind: AttemptKind) =>
      hasRoom(shareOf(endpointId), kind) && openOf(endpointId) < limit(speedClass(endpointId)),
    inFlight: () => ({
      first: count(({ kind }) => kind === 'first'),
      retry: count(({ kind }) => kind !== 'first'),
      probe: openIn('silent') + openIn('unknown'),
    }),
  };
}

/** Random attempts are begun, posted and ended. */
function randomAttempts(seed: number, slots: Slots, model: ReturnType<typeof naiveSlots>) {
  const random = seededRandom(seed);
  const pick = <Thing>(things: readonly Thing[]): Thing | undefined =>
    things[Math.floor(random() * things.length)];
  const post = (attempt: Attempt, answer: EndpointAnswer) => {
    attempt.isPosted = true;
    attempt.slot.posted(answer);
    const health = model.healths.get(attempt.endpointId) ?? endpointHealth();
    health.answered(answer);
    model.healths.set(attempt.endpointId, health);
  };
  const end = (attempt: Attempt) => {
    model.attempts.splice(model.attempts.indexOf(attempt), 1);
    attempt.slot.ended();
  };
  const isOpen = ({ isPosted }: Attempt) => !isPosted;
  return {
    /** `onTake` gets what the model expected and what the slots gave. */
    step(onTake: (mayTake: boolean, slot: Slot | null) => void) {
      const what = random();
      const open = pick(model.attempts.filter(isOpen));
      const posted = pick(model.attempts.filter(({ isPosted }) => isPosted));
      if (what < 0.25 && open !== undefined) {
        post(open, pick(ANSWERS) ?? 'nothing');
      } else if (what < 0.45 && posted !== undefined) end(posted);
      else {
        const endpointId = pick(ENDPOINTS) ?? 'e0';
        const kind = pick(ATTEMPT_KINDS) ?? 'first';
        const mayTake = model.mayTake(endpointId, kind);
        const share = model.shareOf(endpointId);
        const slot = slots.take(endpointId, kind);
        onTake(mayTake, slot);
        if (slot !== null) model.attempts.push({ endpointId, kind, share, slot, isPosted: false });
      }
    },
    endAll() {
      for (const attempt of model.attempts.filter(isOpen)) post(attempt, 'nothing');
      for (const attempt of [...model.attempts]) end(attempt);
    },
  };
}

const NOTHING = { first: 0, retry: 0, probe: 0 };

for (const seed of [1, 2, 3].map((n) => SEED * 10 + n)) {
  test(`slots are given and refused as by plain counting (seed ${seed})`, () => {
    const slots = openSlots({ isLight }, { maxInFlight: MAX_IN_FLIGHT, maxPerEndpoint: MAX_PER_ENDPOINT });
    const model = naiveSlots();
    const { step, endAll } = randomAttempts(seed, slots, model);
    for (let n = 0; n < STEPS; n++) {
      step((mayTake, slot) => assert.is(slot !== null, mayTake, `step ${n}`));
      assert.equal(slots.inFlight, model.inFlight(), `step ${n}`);
      for (const endpointId of ENDPOINTS)
        assert.is(slots.speedClass(endpointId), model.speedClass(endpointId), `step ${n}`);
      for (const share of SHARES)
        for (const kind of ATTEMPT_KINDS)
          assert.is(slots.hasRoom(share, kind), model.hasRoom(share, kind), `step ${n}`);
    }
    endAll();
    assert.equal(slots.inFlight, NOTHING);
  });

  test(`with room for few endpoints in memory the bounds are kept, too (seed ${seed})`, () => {
    const slots = openSlots(
      { isLight },
      {
        ...{ maxInFlight: MAX_IN_FLIGHT, maxPerEndpoint: MAX_PER_ENDPOINT },
        maxRemembered: 3,
      },
    );
    const model = naiveSlots();
    const { step, endAll } = randomAttempts(seed, slots, model);
    let forgotten = 0;
    for (let n = 0; n < STEPS; n++) {
      step(() => {});
      assert.equal(slots.inFlight, model.inFlight(), `step ${n}`);
      assert.ok(model.attempts.length <= MAX_IN_FLIGHT, `step ${n}`);
      for (const endpointId of ENDPOINTS) {
        assert.ok(model.openOf(endpointId) <= MAX_PER_ENDPOINT, `${endpointId} at step ${n}`);
        const [speedClass, before] = [slots.speedClass(endpointId), model.speedClass(endpointId)];
        if (speedClass === before) continue;
        assert.is(model.openOf(endpointId), 0, `${endpointId} is forgotten with open posts at step ${n}`);
        assert.is(speedClass, 'unknown', `step ${n}`);
        model.healths.delete(endpointId);
        forgotten++;
      }
    }
    assert.ok(forgotten > 0, 'no endpoint was forgotten');
    endAll();
    assert.equal(slots.inFlight, NOTHING);
  });
}

test.run();
