import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type EndpointAnswer, MAX_IN_FLIGHT, openSlots, type Slot } from '../../src/dispatcher/slots.ts';
import type { AttemptKind } from '../../src/projections/webhookWork.ts';

const test = suite('slots of attempts');

function taken(slots: ReturnType<typeof openSlots>, endpointId: string, kind: AttemptKind = 'first'): Slot[] {
  const all: Slot[] = [];
  for (let slot = slots.take(endpointId, kind); slot !== null; slot = slots.take(endpointId, kind))
    all.push(slot);
  return all;
}
function tried(slots: ReturnType<typeof openSlots>, endpointId: string, heard: EndpointAnswer): void {
  const slot = slots.take(endpointId, 'first');
  slot?.posted(heard);
  slot?.ended();
}

test('eight an endpoint, 256 in all', () => {
  const slots = openSlots();
  for (let n = 0; n < 64; n++) tried(slots, `e${n}`, 'answered soon');
  const counts = Array.from(
    { length: 64 },
    (_, n) => taken(slots, `e${n}`, n % 2 === 0 ? 'first' : 'retry').length,
  );
  assert.is(Math.max(...counts), 8);
  assert.is(
    counts.reduce((sum, count) => sum + count, 0),
    MAX_IN_FLIGHT,
  );
});

test('an endpoint that timed out has one until it answers, and one slot is free once its post is over', () => {
  const slots = openSlots();
  tried(slots, 'e', 'silence');
  assert.is(slots.standing('e'), 'suspect');
  const [probe, ...others] = taken(slots, 'e');
  assert.equal(others, []);
  assert.is(slots.inFlight.probe, 1);
  probe?.posted('answered soon');
  assert.is(taken(slots, 'e').length, 8);
  // The outcome of the probe is still on its way to the log.
  assert.is(slots.inFlight.first, 9);
  probe?.ended();
  assert.is(slots.inFlight.first, 8);
});

test('a refused connection costs no time and changes no standing; a late answer is no proof', () => {
  const slots = openSlots();
  tried(slots, 'e', 'silence');
  tried(slots, 'e', 'nothing');
  assert.is(slots.standing('e'), 'suspect');
  tried(slots, 'e', 'answered late');
  assert.is(slots.standing('e'), 'unproven');
});

test('a quarter is reserved from those that have yet to answer, half from those that timed out', () => {
  for (const [heard, most] of [
    ['nothing', 192],
    ['silence', 128],
  ] as const) {
    const slots = openSlots();
    const names = Array.from({ length: 400 }, (_, n) => `e${n}`);
    for (const name of names) tried(slots, name, heard);
    const got = names.map((name, n) => taken(slots, name, n % 2 === 0 ? 'first' : 'retry').length);
    assert.is(
      got.reduce((sum, count) => sum + count, 0),
      most,
    );
    assert.is(slots.take('one more', 'first') === null, heard === 'nothing');
    tried(slots, 'proven', 'answered soon');
  }
});

test('first attempts and retries leave each other room', () => {
  const slots = openSlots();
  for (let n = 0; n < 64; n++) tried(slots, `p${n}`, 'answered soon');
  const firsts = Array.from({ length: 64 }, (_, n) => taken(slots, `p${n}`, 'first').length);
  assert.is(
    firsts.reduce((sum, count) => sum + count, 0),
    192,
  );
  assert.is.not(slots.take('p63', 'retry'), null);
  const strange = openSlots();
  const some = Array.from({ length: 400 }, (_, n) => taken(strange, `s${n}`, 'retry').length);
  assert.is(
    some.reduce((sum, count) => sum + count, 0),
    128,
  );
  assert.is.not(strange.take('s399', 'first'), null);
});

test('of more endpoints than are remembered, those whose answers are oldest are strangers again', () => {
  const slots = openSlots({ maxRemembered: 2 });
  for (const endpointId of ['a', 'b', 'a', 'c']) tried(slots, endpointId, 'silence');
  assert.equal(['a', 'b', 'c'].map(slots.standing), ['suspect', 'unproven', 'suspect']);
});

test('an endpoint with open posts is not forgotten, and gets no more posts than its limit', () => {
  const slots = openSlots({ maxRemembered: 2, maxPerEndpoint: 3 });
  tried(slots, 'hanging', 'silence');
  const probe = slots.take('hanging', 'first');
  assert.is.not(probe, null);
  const open = taken(slots, 'busy');
  assert.is(open.length, 3);
  for (let n = 0; n < 10; n++) tried(slots, `e${n}`, 'answered soon');
  assert.is(slots.standing('hanging'), 'suspect');
  assert.is(slots.take('hanging', 'first'), null);
  assert.is(slots.take('busy', 'first'), null);
  for (const slot of [probe, ...open]) {
    slot?.posted('nothing');
    slot?.ended();
  }
  assert.equal(slots.inFlight, { first: 0, retry: 0, probe: 0 });
});

test.run();
