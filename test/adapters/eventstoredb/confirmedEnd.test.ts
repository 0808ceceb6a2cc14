import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { confirmedEnd } from '../../../src/adapters/eventstoredb/confirmedEnd.ts';
import { positionAt } from '../../../src/adapters/position.ts';

const test = suite('an end before what is known is asked for again');

/** A log whose node gives these ends one after another, and the last one from then on. */
function ends(...found: number[]) {
  let asked = 0;
  let sleptMs = 0;
  const sleep = async (ms: number) => {
    sleptMs += ms;
  };
  const end = async () => {
    const next = found[Math.min(asked++, found.length - 1)];
    return next === undefined ? null : positionAt(next);
  };
  return { end, clock: { sleep }, asked: () => asked, sleptMs: () => sleptMs };
}

test('an old answer is not believed; the same one over two seconds is', async () => {
  const lagging = ends(3, 5, 7);
  assert.is(await confirmedEnd(positionAt(6), lagging.end, lagging.clock), positionAt(7));
  assert.is(lagging.asked(), 3);
  const restored = ends(3);
  assert.is(await confirmedEnd(positionAt(6), restored.end, restored.clock), positionAt(3));
  assert.is(restored.sleptMs(), 2_000);
  const unknown = ends();
  assert.is(await confirmedEnd(positionAt(6), unknown.end, unknown.clock), null);
});

test.run();
