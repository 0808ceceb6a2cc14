import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inProcessHints } from '../../src/adapters/embedded/coordination/hints.ts';
import { positionAt } from '../../src/adapters/position.ts';
import { BEGINNING, type Position } from '../../src/events/event.ts';
import { CHECKPOINTS_WANTED, startCheckpointSaver } from '../../src/follow/checkpointSaver.ts';
import { openCheckpoints } from '../../src/follow/checkpoints.ts';
import { cursorsOf } from '../../src/follow/cursors.ts';
import { loadCheckpoint } from '../support/checkpoints.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { quietLog } from '../support/quietLog.ts';

const test = suite('saving checkpoints');
const PARTITIONS = 4;
/** By then a partition is no new one. */
const SETTLED_MS = 11_000;
const at = positionAt;

async function setUp(...names: string[]) {
  const clock = manualClock();
  const stop = new AbortController();
  const held = new Set([0, 1, 2, 3]);
  const checkpoints = await openCheckpoints(memoryDocuments(), PARTITIONS);
  const hints = inProcessHints(quietLog);
  const writes: number[] = [];
  const state: { away: boolean; safe: Position | null } = { away: false, safe: null };
  const counting: Pick<typeof checkpoints, 'save'> = {
    async save(consumers) {
      if (state.away) throw new Error('away');
      writes.push([...consumers.values()].reduce((sum, { positions }) => sum + positions.size, 0));
      await checkpoints.save(consumers);
    },
  };
  const saver = startCheckpointSaver(counting, { clock, log: quietLog, hints }, stop.signal);
  const consumers = await Promise.all(
    names.map(async (name) => {
      const cursors = cursorsOf({
        ...{ names: () => [name], partitions: () => held, safe: () => state.safe, clock },
        begin: (partition) => loadCheckpoint(checkpoints, name, partition),
      });
      await cursors.adopt();
      saver.add(name, cursors);
      return cursors;
    }),
  );
  return { clock, stop, held, checkpoints, hints, writes, state, saver, consumers };
}

const only = (...partitions: number[]) => new Set<number | 'all'>(partitions);

test('all consumers of a process are saved together, once a second however many batches come', async () => {
  const { clock, consumers, writes, checkpoints, stop } = await setUp('one', 'two');
  for (let batch = 1; batch <= 500; batch++) {
    for (const cursors of consumers) cursors.moveTo(at(batch), only(batch % PARTITIONS));
    await clock.advance(10);
  }
  assert.ok(writes.length <= 5, `${writes.length} writes in five seconds`);
  assert.ok(writes.length >= 4, `${writes.length} writes in five seconds`);
  assert.ok((await checkpoints.lowest('two')) >= at(300));
  stop.abort();
});

test('a partition in which nothing happens is saved every ten seconds', async () => {
  const { clock, consumers, writes, stop } = await setUp('one');
  await clock.advance(SETTLED_MS);
  for (let second = 1; second <= 44; second++) {
    for (const cursors of consumers) cursors.moveTo(at(second), only(2));
    await clock.advance(1_000);
  }
  const idle = writes.filter((documents) => documents > 1);
  assert.ok(idle.length >= 4 && idle.length <= 5, `${writes}`);
  assert.ok(idle.every((documents) => documents === PARTITIONS));
  assert.is(writes.length, 44);
  stop.abort();
});

test('anyone who asks by a hint has everything saved at once', async () => {
  const { clock, consumers, checkpoints, hints, stop } = await setUp('one');
  await clock.advance(SETTLED_MS);
  consumers[0]?.moveTo(at(9), only());
  await clock.advance(200);
  assert.is(await checkpoints.lowest('one'), BEGINNING);
  hints.publish(CHECKPOINTS_WANTED, '');
  await clock.advance(0);
  assert.is(await checkpoints.lowest('one'), at(9));
  stop.abort();
});

test('what could not be saved is saved later', async () => {
  const { clock, consumers, state, checkpoints, stop } = await setUp('one');
  await clock.advance(SETTLED_MS);
  state.away = true;
  consumers[0]?.moveTo(at(9), only(0, 1, 2, 3));
  await clock.advance(3_000);
  state.away = false;
  await clock.advance(1_200);
  assert.is(await checkpoints.lowest('one'), at(9));
  stop.abort();
});

test('a partition that is no longer held is not saved, also where its loss was not met yet', async () => {
  const { clock, consumers, held, checkpoints, saver, stop } = await setUp('one');
  consumers[0]?.moveTo(at(9), only(0, 1));
  held.delete(1);
  await clock.advance(1_200);
  assert.is(await loadCheckpoint(checkpoints, 'one', 0), at(9));
  assert.is(await loadCheckpoint(checkpoints, 'one', 1), BEGINNING);
  stop.abort();
  await saver.flush();
  assert.is(await loadCheckpoint(checkpoints, 'one', 1), BEGINNING);
});

test('what is left is saved in the end', async () => {
  const { clock, consumers, checkpoints, saver, stop } = await setUp('one');
  await clock.advance(SETTLED_MS);
  stop.abort();
  consumers[0]?.moveTo(at(9), only());
  await saver.flush();
  assert.is(await checkpoints.lowest('one'), at(9));
  assert.is(clock.sleepers, 0);
});

test('no checkpoint passes what is not safe: neither a busy, an idle nor a new one, nor when all are asked for', async () => {
  const { clock, consumers, state, checkpoints, hints, saver, stop } = await setUp('one');
  state.safe = at(5);
  consumers[0]?.moveTo(at(9), only(0));
  await clock.advance(SETTLED_MS);
  for (const partition of [0, 1, 2, 3]) assert.is(await loadCheckpoint(checkpoints, 'one', partition), at(5));
  consumers[0]?.moveTo(at(12), only(0));
  await clock.advance(2 * SETTLED_MS);
  hints.publish(CHECKPOINTS_WANTED, '');
  await clock.advance(2_000);
  for (const partition of [0, 1, 2, 3]) assert.is(await loadCheckpoint(checkpoints, 'one', partition), at(5));
  state.safe = at(11);
  await clock.advance(2_000);
  assert.is(await loadCheckpoint(checkpoints, 'one', 0), at(11));
  stop.abort();
  await saver.flush();
  assert.is(await checkpoints.lowest('one'), at(11), 'the last save');
});

test('what is held back is written once, not every second, and whole as soon as it is safe', async () => {
  const { clock, consumers, state, writes, checkpoints, stop } = await setUp('one');
  state.safe = at(5);
  consumers[0]?.moveTo(at(9), only(0, 1, 2, 3));
  await clock.advance(5_000);
  assert.equal(writes, [PARTITIONS]);
  state.safe = null;
  await clock.advance(1_200);
  assert.is(await checkpoints.lowest('one'), at(9));
  stop.abort();
});

test('a limit before what was saved moves nothing back', async () => {
  const { clock, consumers, state, writes, checkpoints, saver, stop } = await setUp('one');
  consumers[0]?.moveTo(at(9), only(0, 1, 2, 3));
  await clock.advance(1_200);
  state.safe = BEGINNING;
  consumers[0]?.moveTo(at(12), only(0, 1));
  await clock.advance(2_000);
  stop.abort();
  await saver.flush();
  assert.is(await checkpoints.lowest('one'), at(9));
  assert.equal(writes, [PARTITIONS]);
});

test.run();
