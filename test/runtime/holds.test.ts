import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { openCheckpoints } from '../../src/runtime/follow/checkpoints.ts';
import { cursorsOf } from '../../src/runtime/follow/cursors.ts';
import { openHolds } from '../../src/runtime/holds.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';

const test = suite('holds');
const at = positionAt;

test('releases what the index has passed, and reads its position now and then however much is held', async () => {
  const clock = manualClock();
  let asked = 0;
  let reached = 0;
  const holds = openHolds(async () => {
    asked++;
    return at(reached);
  }, clock);
  await holds.letGo();
  assert.is(asked, 0, 'nothing is held');
  for (let n = 1; n <= 1_000; n++) holds.untilPassed(`item${n}`, at(n));
  reached = 600;
  for (let look = 0; look < 50; look++) await holds.letGo();
  assert.is(asked, 1);
  assert.is(holds.unpassed, 400);
  assert.equal([holds.has('item600'), holds.has('item601')], [false, true]);
  assert.is(holds.soonestInMs(), 100, 'one was asked for that is held');
  await clock.advance(100);
  reached = 1_000;
  await holds.letGo();
  assert.equal([asked, holds.unpassed, holds.soonestInMs()], [2, 0, Number.POSITIVE_INFINITY]);
});

test('asks soon only for held items that are needed', async () => {
  const clock = manualClock();
  const holds = openHolds(async () => at(1), clock);
  holds.untilPassed('item', at(2));
  holds.has('other');
  assert.is(holds.soonestInMs(), Number.POSITIVE_INFINITY);
  holds.has('item');
  assert.is(holds.soonestInMs(), 0);
  await holds.letGo();
  assert.is(holds.soonestInMs(), Number.POSITIVE_INFINITY, 'a caller that still needs it asks again');
});

test('an item that is held anew is held until the later position', async () => {
  const clock = manualClock();
  const holds = openHolds(async () => at(5), clock);
  holds.untilPassed('again', at(5));
  holds.untilPassed('other', at(4));
  holds.untilPassed('again', at(6));
  await holds.letGo();
  assert.equal([holds.has('again'), holds.has('other')], [true, false]);
});

test('an index that is not available fails the look, and nothing is released', async () => {
  const clock = manualClock();
  let isAway = true;
  const holds = openHolds(async () => {
    if (isAway) throw new Error('away');
    return at(9);
  }, clock);
  holds.untilPassed('item', at(9));
  holds.has('item');
  const failed = await holds.letGo().then(
    () => false,
    () => true,
  );
  assert.equal([failed, holds.soonestInMs()], [true, 100], 'it is still needed');
  assert.ok(holds.has('item'));
  isAway = false;
  await clock.advance(100);
  await holds.letGo();
  assert.not(holds.has('item'));
});

test('of two times of an item the last one counts, and it counts once in its lane', async () => {
  const clock = manualClock();
  const holds = openHolds(async () => at(1), clock);
  holds.forMs('item', 'lane', 1_000);
  holds.forMs('item', 'other', 3_000);
  assert.equal([holds.waitingIn('lane'), holds.waitingIn('other')], [0, 1]);
  await clock.advance(1_000);
  await holds.letGo();
  assert.ok(holds.has('item'));
  await clock.advance(2_000);
  await holds.letGo();
  assert.equal([holds.has('item'), holds.waitingIn('other')], [false, 0]);
});

const PARTITIONS = 4;

/** Two processes with one index between them, and the checkpoints of both. */
async function twoProcesses() {
  const clock = manualClock();
  const documents = memoryDocuments();
  const opened = await openCheckpoints(documents, PARTITIONS);
  let reads = 0;
  const counted = async <Document extends object>(definition: {
    name: string;
    indexes: Record<string, string[]>;
  }) => {
    const collection = await documents.collection<Document>(definition);
    const getMany = (keys: readonly string[]) => {
      reads++;
      return collection.getMany(keys);
    };
    return { ...collection, getMany };
  };
  const checkpoints = await openCheckpoints({ ...documents, collection: counted as never }, PARTITIONS);
  const process = (...partitions: number[]) => {
    const held = new Set(partitions);
    const cursors = cursorsOf('index', { checkpoints: opened, partitions: () => held, clock });
    return { held, cursors, position: () => checkpoints.lowest('index', cursors.reached()) };
  };
  return { opened, process, reads: () => reads };
}

test('how far an index is: known at once of what this process folds, by checkpoints of the rest', async () => {
  const { opened, process, reads } = await twoProcesses();
  const one = process(0, 1, 2, 3);
  await one.cursors.adopt();
  one.cursors.moveTo(at(7), new Set());
  assert.equal([await one.position(), reads()], [at(7), 0], 'all partitions are its own: nothing is read');
  const other = process(2, 3);
  one.held.delete(2);
  one.held.delete(3);
  await one.cursors.adopt();
  await other.cursors.adopt();
  assert.equal([await one.position(), reads()], [BEGINNING, 1], 'those of the other have no checkpoint yet');
  await opened.save('index', new Map([2, 3].map((partition) => [partition, at(6)])));
  assert.is(await one.position(), at(6));
  one.cursors.moveTo(at(9), new Set());
  assert.is(await one.position(), at(6), 'never further than the slowest partition');
  assert.is(reads(), 3, 'one read each time, for any number of partitions');
});

test('a partition that moves here is no further than the checkpoint that it came with', async () => {
  const { opened, process } = await twoProcesses();
  await opened.save('index', new Map([0, 1, 2, 3].map((partition) => [partition, at(4)])));
  const one = process(0, 1, 2);
  await one.cursors.adopt();
  one.cursors.moveTo(at(20), new Set());
  assert.is(await one.position(), at(4));
  one.held.add(3);
  await one.cursors.adopt();
  assert.is(await one.position(), at(4));
  one.cursors.moveTo(at(21), new Set());
  assert.is(await one.position(), at(21));
});

test.run();
