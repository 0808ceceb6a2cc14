import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { inFlight } from '../../src/work/inFlight.ts';

const test = suite('items in flight');
const at = positionAt;

test('releases what the index has passed', () => {
  let reached = 0;
  const items = inFlight(() => at(reached));
  for (let n = 1; n <= 1_000; n++) items.hold(`item${n}`, at(n));
  reached = 600;
  assert.ok(items.has('item600'), 'not before it is told to');
  items.releasePassed();
  assert.is(items.held, 400);
  assert.equal([items.has('item600'), items.has('item601')], [false, true]);
  reached = 1_000;
  items.releasePassed();
  assert.is(items.held, 0);
});

test('an item that the index shows at its outcome or later is free, however little is known of the rest', () => {
  const items = inFlight(() => BEGINNING);
  items.hold('one', at(5));
  assert.ok(items.has('one', at(4)));
  assert.equal([items.has('one', at(5)), items.held], [false, 0]);
  items.begin('flying');
  assert.ok(items.has('flying', at(9)), 'while it is under way no position frees it');
});

test('an item that is held again is held until the later position', () => {
  const items = inFlight(() => at(5));
  items.hold('again', at(5));
  items.hold('other', at(4));
  items.hold('again', at(6));
  items.releasePassed();
  assert.equal([items.has('again'), items.has('other')], [true, false]);
});

test('an item in flight does not begin again; one without an outcome may', () => {
  const items = inFlight(() => at(1));
  assert.is(items.begin('one'), true);
  assert.equal([items.begin('one'), items.has('one')], [false, true]);
  items.end('one');
  assert.equal([items.has('one'), items.begin('one')], [false, true]);
});

test('one that is held may begin its retry, which no position of the index ends', () => {
  const items = inFlight(() => at(9));
  items.begin('one');
  items.hold('one', at(7));
  assert.equal([items.has('one'), items.held], [true, 1]);
  assert.equal([items.begin('one'), items.held], [true, 0]);
  items.releasePassed();
  assert.is(items.begin('one'), false);
});

test("another run's outcome that the index has passed already is not held", () => {
  const items = inFlight(() => at(6));
  items.releasePassed();
  assert.is(items.passed, at(6));
  items.begin('one');
  items.hold('one', at(6));
  assert.equal([items.has('one'), items.held], [false, 0]);
});

test('an index that has lost ground, as with a partition that was just taken over, releases nothing more', () => {
  let reached = 5;
  const items = inFlight(() => at(reached));
  items.releasePassed();
  reached = 2;
  items.hold('one', at(6));
  items.releasePassed();
  assert.equal([items.has('one'), items.passed], [true, at(2)]);
});

test.run();
