import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { EndpointAnswer } from '../../src/dispatcher/endpointHealth.ts';
import { MAX_IN_FLIGHT, openSlots, type Slot } from '../../src/dispatcher/slots.ts';
import type { AttemptKind } from '../../src/projections/webhookWork.ts';

const test = suite('slots of attempts');
/** All endpoints have used much, or little. */
const HEAVY = { isLight: () => false };
const LIGHT = { isLight: () => true };

function taken(slots: ReturnType<typeof openSlots>, endpointId: string, kind: AttemptKind = 'first'): Slot[] {
  const all: Slot[] = [];
  for (let slot = slots.take(endpointId, kind); slot !== null; slot = slots.take(endpointId, kind))
    all.push(slot);
  return all;
}
function tried(slots: ReturnType<typeof openSlots>, endpointId: string, answer: EndpointAnswer): void {
  const slot = slots.take(endpointId, 'first');
  slot?.posted(answer);
  slot?.ended();
}

for (const [what, usage, most] of [
  ['much, and leave the last eighth', HEAVY, (MAX_IN_FLIGHT * 7) / 8],
  ['little', LIGHT, MAX_IN_FLIGHT],
] as const)
  test(`eight an endpoint, ${most} for those that have used ${what}`, () => {
    const slots = openSlots(usage);
    for (let n = 0; n < 64; n++) tried(slots, `e${n}`, 50);
    const counts = Array.from(
      { length: 64 },
      (_, n) => taken(slots, `e${n}`, n % 2 === 0 ? 'first' : 'retry').length,
    );
    assert.is(Math.max(...counts), 8);
    assert.is(sum(counts), most);
  });

test('a fast endpoint that has used little has a slot while those that used much have all theirs', () => {
  const slots = openSlots({ isLight: (endpointId) => endpointId === 'light' });
  for (let n = 0; n < 64; n++) tried(slots, `e${n}`, 50);
  tried(slots, 'light', 50);
  for (let n = 0; n < 64; n++) taken(slots, `e${n}`, n % 2 === 0 ? 'first' : 'retry');
  assert.is(slots.shareOf('light'), 'light');
  assert.is(taken(slots, 'light').length, 8);
  assert.is(slots.shareOf('new'), 'unknown', 'only a fast one');
});

test('an endpoint that timed out has one until it answers, and one slot is free once its post is over', () => {
  const slots = openSlots(HEAVY);
  tried(slots, 'e', 'silence');
  assert.is(slots.speedClass('e'), 'silent');
  const [probe, ...others] = taken(slots, 'e');
  assert.equal(others, []);
  assert.is(slots.inFlight.probe, 1);
  probe?.posted(50);
  assert.is(taken(slots, 'e').length, 8);
  // The outcome of the probe is still on its way to the log.
  assert.is(slots.inFlight.first, 9);
  probe?.ended();
  assert.is(slots.inFlight.first, 8);
});

test('an unknown endpoint has one until its first answer, an endpoint that answers slowly has eight', () => {
  const slots = openSlots(HEAVY);
  const [probe, ...others] = taken(slots, 'e');
  assert.equal(others, []);
  assert.is(slots.inFlight.probe, 1);
  probe?.posted(1_900);
  probe?.ended();
  assert.is(slots.speedClass('e'), 'slow');
  assert.is(taken(slots, 'e').length, 8);
  assert.is(slots.inFlight.probe, 0);
});

const names = Array.from({ length: 400 }, (_, n) => `e${n}`);
const kindOf = (n: number): AttemptKind => (n % 2 === 0 ? 'first' : 'retry');
const sum = (counts: readonly number[]) => counts.reduce((before, next) => before + next, 0);

for (const [speedClass, most] of [
  ['unknown', 192],
  ['slow', 128],
  ['silent', 128],
] as const)
  test(`however many endpoints are ${speedClass}, they use ${most} slots and leave room to others`, () => {
    const slots = openSlots(HEAVY);
    for (const name of names) slots.restore(name, speedClass, null);
    assert.is(sum(names.map((name, n) => taken(slots, name, kindOf(n)).length)), most);
    slots.restore('fast', 'fast', null);
    assert.is(taken(slots, 'fast').length, 8);
    assert.is(slots.take('new', 'first') === null, speedClass === 'unknown');
  });

test('slow, silent and unknown endpoints together leave a quarter to fast ones', () => {
  const slots = openSlots(HEAVY);
  names.forEach((name, n) => {
    slots.restore(name, (['slow', 'silent', 'unknown'] as const)[n % 3] ?? 'slow', null);
  });
  assert.is(sum(names.map((name, n) => taken(slots, name, kindOf(n)).length)), 192);
});

test('what is known from before counts until something else is', () => {
  const slots = openSlots(HEAVY);
  slots.restore('e', 'silent', null);
  assert.is(slots.speedClass('e'), 'silent');
  tried(slots, 'e', 40);
  slots.restore('e', 'silent', null);
  assert.is(slots.speedClass('e'), 'fast');
});

test('a stranger that gets no slot is not remembered', () => {
  const slots = openSlots(HEAVY, { maxInFlight: 4, maxRemembered: 2 });
  for (const endpointId of ['a', 'b']) tried(slots, endpointId, 40);
  const all = [...taken(slots, 'a', 'first'), ...taken(slots, 'b', 'retry')];
  for (const name of names) assert.is(slots.take(name, 'first'), null);
  for (const slot of all) {
    slot.posted('nothing');
    slot.ended();
  }
  assert.equal(['a', 'b'].map(slots.speedClass), ['fast', 'fast']);
});

test('first attempts and retries leave each other room', () => {
  const slots = openSlots(HEAVY);
  for (let n = 0; n < 64; n++) tried(slots, `p${n}`, 50);
  const firsts = Array.from({ length: 64 }, (_, n) => taken(slots, `p${n}`, 'first').length);
  assert.is(
    firsts.reduce((sum, count) => sum + count, 0),
    192,
  );
  assert.is.not(slots.take('p63', 'retry'), null);
  const strange = openSlots(HEAVY);
  assert.is(sum(names.map((name) => taken(strange, name, 'retry').length)), 160);
  assert.is.not(strange.take('e399', 'first'), null);
});

test('of more endpoints than are remembered, those whose answers are oldest are strangers again', () => {
  const slots = openSlots(HEAVY, { maxRemembered: 2 });
  for (const endpointId of ['a', 'b', 'a', 'c']) tried(slots, endpointId, 'silence');
  assert.equal(['a', 'b', 'c'].map(slots.speedClass), ['silent', 'unknown', 'silent']);
});

test('an endpoint with open posts is not forgotten, and gets no more posts than its limit', () => {
  const slots = openSlots(HEAVY, { maxRemembered: 2, maxPerEndpoint: 3 });
  slots.restore('busy', 'fast', null);
  tried(slots, 'hanging', 'silence');
  const probe = slots.take('hanging', 'first');
  assert.is.not(probe, null);
  const open = taken(slots, 'busy');
  assert.is(open.length, 3);
  for (let n = 0; n < 10; n++) tried(slots, `e${n}`, 50);
  assert.is(slots.speedClass('hanging'), 'silent');
  assert.is(slots.take('hanging', 'first'), null);
  assert.is(slots.take('busy', 'first'), null);
  for (const slot of [probe, ...open]) {
    slot?.posted('nothing');
    slot?.ended();
  }
  assert.equal(slots.inFlight, { first: 0, retry: 0, probe: 0 });
});

test.run();
