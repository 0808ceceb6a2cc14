import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { confirmedEnd } from '../../../src/ports/logEnd.ts';
import { refuseAhead } from '../../../src/projections/aheadOfLog.ts';
import { openCheckpoints } from '../../../src/runtime/follow/checkpoints.ts';
import { rejection } from '../../contract/eventStore/events.ts';
import { memoryDocuments } from '../../support/memoryDocuments.ts';

const test = suite('an end before what is known is asked for again');

/** A log whose node gives these ends one after another, and the last one from then on. */
function ends(...found: string[]) {
  let asked = 0;
  let sleptMs = 0;
  const sleep = async (ms: number) => {
    sleptMs += ms;
  };
  const end = async () => found[Math.min(asked++, found.length - 1)] ?? null;
  return { end, clock: { sleep }, asked: () => asked, sleptMs: () => sleptMs };
}

test('an old answer is not believed; the same one over two seconds is', async () => {
  const lagging = ends('3', '5', '7');
  assert.is(await confirmedEnd('6', lagging.end, lagging.clock), '7');
  assert.is(lagging.asked(), 3);
  const restored = ends('3');
  assert.is(await confirmedEnd('6', restored.end, restored.clock), '3');
  assert.is(restored.sleptMs(), 2_000);
  const unknown = ends();
  assert.is(await confirmedEnd('6', unknown.end, unknown.clock), null);
});

test('read models are refused only when the log stays behind them', async () => {
  const documents = memoryDocuments();
  await (await openCheckpoints(documents, 1)).save('projection:people_v1', new Map([[0, '6']]));
  const lagging = ends('3', '7');
  await refuseAhead(documents, { store: lagging, clock: lagging.clock });
  const restored = ends('3');
  const refusal = await rejection(refuseAhead(documents, { store: restored, clock: restored.clock }));
  assert.match(String(refusal), /restore/);
});

test.run();
