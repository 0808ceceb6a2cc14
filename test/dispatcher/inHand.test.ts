import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import { inHand } from '../../src/dispatcher/inHand.ts';

const test = suite('deliveries in hand');

const position = (n: number) => positionAt(n);

test('a delivery that is ready or under way is not taken again', () => {
  const hand = inHand();
  assert.is(hand.take('one'), true);
  assert.is(hand.take('one'), false, 'it is ready');
  hand.underWay('one');
  assert.is(hand.take('one'), false, 'it is under way');
  assert.is(hand.has('one'), true);
  hand.giveUp('one');
  assert.is(hand.has('one'), false);
  assert.is(hand.take('one'), true, 'its attempt came to nothing');
});

test('a delivery that was not begun is released, one that was is not', () => {
  const hand = inHand();
  hand.take('one');
  hand.drop('one');
  assert.is(hand.take('one'), true);
  hand.underWay('one');
  hand.drop('one');
  assert.is(hand.take('one'), false);
});

test('one whose outcome is in the log is in hand until the index has passed it, and may be taken for its retry', () => {
  const hand = inHand();
  for (const id of ['one', 'two']) hand.take(id);
  hand.hold('one', position(5));
  hand.hold('two', position(7));
  assert.is(hand.held, 2);
  hand.passed(position(6));
  assert.equal([hand.has('one'), hand.has('two')], [false, true]);
  assert.is(hand.take('two'), true);
  assert.is(hand.held, 0);
  hand.passed(position(9));
  assert.is(hand.take('two'), false, 'it is ready, at any position of the index');
});

test("another run's outcome that the index has passed already keeps nothing in hand", () => {
  const hand = inHand();
  hand.passed(position(6));
  hand.take('one');
  hand.underWay('one');
  hand.hold('one', position(6));
  assert.is(hand.has('one'), false);
  assert.is(hand.held, 0);
});

test('a delivery that is requeued is looked for in the index at once', () => {
  const hand = inHand();
  hand.take('one');
  hand.hold('one', position(5));
  hand.release('one');
  assert.is(hand.has('one'), false);
});

test.run();
