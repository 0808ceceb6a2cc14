import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type EndpointAnswer, endpointHealth, endpointHealths } from '../../src/dispatcher/endpointHealth.ts';
import type { SpeedClass } from '../../src/work/slots.ts';

const test = suite('health of an endpoint');

function speedClassAfter(answers: readonly EndpointAnswer[], before?: SpeedClass): SpeedClass {
  const health = endpointHealth(before);
  for (const answer of answers) health.answered(answer);
  return health.speedClass;
}
const times = (count: number, answer: EndpointAnswer) => Array.from({ length: count }, () => answer);

for (const [answers, speedClass] of [
  [[], 'unknown'],
  [['nothing', 'nothing'], 'unknown'],
  [[250], 'fast'],
  [[251], 'slow'],
  [['silence'], 'silent'],
  [['silence', 'nothing'], 'silent'],
  [['silence', 40], 'fast'],
] as const)
  test(`${speedClass} after ${answers.join(', ') || 'no attempt'}`, () =>
    assert.is(speedClassAfter(answers), speedClass));

test('one slow answer changes nothing, however slow it is; a few in a row do', () => {
  assert.is(speedClassAfter([...times(20, 50), 9_999, 50]), 'fast');
  assert.is(speedClassAfter([...times(20, 50), ...times(3, 1_900)]), 'slow');
});

for (const [before, answerMs, expectedMs, speedClass] of [
  ['fast', null, 1, 'fast'],
  ['fast', 200, 200, 'fast'],
  ['fast', 1_900, 250, 'fast'],
  ['slow', 1_900, 1_900, 'slow'],
  ['slow', 20, 500, 'slow'],
  ['silent', 20, 250, 'silent'],
] as const)
  test(`known as ${before}, with answers of ${answerMs} ms, an attempt is expected to take ${expectedMs} ms`, () => {
    const health = endpointHealth(before, answerMs);
    assert.equal([health.expectedMs, health.speedClass], [expectedMs, speedClass]);
  });

test('one timeout of an endpoint that answers changes nothing, a second in a row makes it silent', () => {
  assert.is(speedClassAfter([50, 'silence']), 'fast');
  assert.is(speedClassAfter([50, 'silence', 'nothing', 'silence']), 'silent');
  assert.is(speedClassAfter([50, 'silence', 50, 'silence']), 'fast');
});

test('an endpoint becomes fast by answering soon for a while', () => {
  assert.is(speedClassAfter([1_900, ...times(10, 50)]), 'slow');
  assert.is(speedClassAfter([1_900, ...times(40, 50)]), 'fast');
});

test('it begins as it was known before', () => {
  for (const before of ['fast', 'slow', 'silent', 'unknown'] as const)
    assert.is(speedClassAfter([], before), before);
  assert.is(speedClassAfter([50], 'silent'), 'fast');
  assert.is(speedClassAfter([1_900], 'fast'), 'fast');
  assert.is(speedClassAfter(['silence'], 'fast'), 'fast');
});

test('what is known from before counts until something else is', () => {
  const healths = endpointHealths();
  healths.restore('e', 'silent', null);
  assert.is(healths.of('e').speedClass, 'silent');
  healths.answered('e', 40);
  healths.restore('e', 'silent', null);
  assert.is(healths.of('e').speedClass, 'fast');
});

test('of more endpoints than are remembered, those whose answers are oldest are strangers again', () => {
  const healths = endpointHealths({ maxRemembered: 2 });
  for (const endpointId of ['a', 'b', 'a', 'c']) {
    healths.answered(endpointId, 'silence');
    healths.of('stranger');
  }
  assert.equal(
    ['a', 'b', 'c'].map((endpointId) => healths.of(endpointId).speedClass),
    ['silent', 'unknown', 'silent'],
  );
});

test.run();
