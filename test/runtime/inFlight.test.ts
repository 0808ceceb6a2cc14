import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { openCheckpoints } from '../../src/follow/checkpoints.ts';
import { cursorsOf } from '../../src/follow/cursors.ts';
import { inFlight } from '../../src/runtime/inFlight.ts';
import { loadCheckpoint, saveCheckpoints } from '../support/checkpoints.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';

const test = suite('items in flight');
const at = positionAt;

test('releases what the index has passed, and reads its position now and then however much is held', async () => {
  const clock = manualClock();
  let asked = 0;
  let reached = 0;
  const items = inFlight(async () => {
    asked++;
    return at(reached);
  }, clock);
  await items.letGo();
  assert.is(asked, 0, 'nothing is held');
  for (let n = 1; n <= 1_000; n++) items.hold(`item${n}`, at(n));
  reached = 600;
  for (let look = 0; look < 50; look++) await items.letGo();
  assert.is(asked, 1);
  assert.is(items.held, 400);
  assert.equal([items.has('item600'), items.has('item601')], [false, true]);
  assert.is(items.nextInMs(), 100, 'one was asked for that is held');
  await clock.advance(100);
  reached = 1_000;
  await items.letGo();
  assert.equal([asked, items.held, items.nextInMs()], [2, 0, Number.POSITIVE_INFINITY]);
});

test('asks soon only for held items that are needed', async () => {
  const clock = manualClock();
  const items = inFlight(async () => at(1), clock);
  items.hold('item', at(2));
  items.has('other');
  assert.is(items.nextInMs(), Number.POSITIVE_INFINITY);
  items.has('item');
  assert.is(items.nextInMs(), 0);
  await items.letGo();
  assert.is(items.nextInMs(), Number.POSITIVE_INFINITY, 'a caller that still needs it asks again');
});

test('an item that the index shows at its outcome or later is free, however little is known of the rest', () => {
  const items = inFlight(async () => BEGINNING, manualClock());
  items.hold('one', at(5));
  assert.equal([items.has('one', at(4)), items.nextInMs()], [true, 0]);
  assert.equal([items.has('one', at(5)), items.held], [false, 0]);
  items.begin('flying');
  assert.ok(items.has('flying', at(9)), 'while it is under way no position frees it');
});

test('what was needed is not waited for any more once it begins again, or is free by what the index shows', async () => {
  const items = inFlight(async () => at(1), manualClock());
  items.hold('retried', at(2));
  assert.equal([items.has('retried'), items.nextInMs()], [true, 0]);
  items.begin('retried');
  assert.is(items.nextInMs(), Number.POSITIVE_INFINITY, 'it is in flight, and nothing is held');
  items.hold('shown', at(2));
  assert.equal([items.has('shown'), items.nextInMs()], [true, 0]);
  assert.not(items.has('shown', at(2)));
  await items.letGo();
  assert.is(items.nextInMs(), Number.POSITIVE_INFINITY);
});

test('an item that is held again is held until the later position', async () => {
  const clock = manualClock();
  const items = inFlight(async () => at(5), clock);
  items.hold('again', at(5));
  items.hold('other', at(4));
  items.hold('again', at(6));
  await items.letGo();
  assert.equal([items.has('again'), items.has('other')], [true, false]);
});

test('an index that is not available fails the look, and nothing is released', async () => {
  const clock = manualClock();
  let isAway = true;
  const items = inFlight(async () => {
    if (isAway) throw new Error('away');
    return at(9);
  }, clock);
  items.hold('item', at(9));
  items.has('item');
  const failed = await items.letGo().then(
    () => false,
    () => true,
  );
  assert.equal([failed, items.nextInMs()], [true, 100], 'it is still needed');
  assert.ok(items.has('item'));
  isAway = false;
  await clock.advance(100);
  await items.letGo();
  assert.not(items.has('item'));
});

test('an item in flight does not begin again; one without an outcome may', () => {
  const items = inFlight(async () => at(1), manualClock());
  assert.is(items.begin('one'), true);
  assert.equal([items.begin('one'), items.has('one')], [false, true]);
  items.end('one');
  assert.equal([items.has('one'), items.begin('one')], [false, true]);
});

test('one that is held may begin its retry, which no position of the index ends', async () => {
  const items = inFlight(async () => at(9), manualClock());
  items.begin('one');
  items.hold('one', at(7));
  assert.equal([items.has('one'), items.held], [true, 1]);
  assert.equal([items.begin('one'), items.held], [true, 0]);
  await items.letGo();
  assert.is(items.begin('one'), false);
});

test("another run's outcome that the index has passed already is not held", async () => {
  const items = inFlight(async () => at(6), manualClock());
  items.begin('other');
  items.hold('other', at(5));
  await items.letGo();
  assert.is(items.passed, at(6));
  items.begin('one');
  items.hold('one', at(6));
  assert.equal([items.has('one'), items.held], [false, 0]);
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
    const scan = () => {
      reads++;
      return collection.scan();
    };
    return { ...collection, scan };
  };
  const checkpoints = await openCheckpoints({ ...documents, collection: counted as never }, PARTITIONS);
  const process = (...partitions: number[]) => {
    const held = new Set(partitions);
    const begin = (partition: number) => loadCheckpoint(opened, 'index', partition);
    const cursors = cursorsOf({ names: () => ['index'], begin, partitions: () => held, clock });
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
  await saveCheckpoints(opened, 'index', new Map([2, 3].map((partition) => [partition, at(6)])));
  assert.is(await one.position(), at(6));
  one.cursors.moveTo(at(9), new Set());
  assert.is(await one.position(), at(6), 'never further than the slowest partition');
  assert.is(reads(), 3, 'one read each time, for any number of partitions');
});

test('a partition that moves here is no further than the checkpoint that it came with', async () => {
  const { opened, process } = await twoProcesses();
  await saveCheckpoints(opened, 'index', new Map([0, 1, 2, 3].map((partition) => [partition, at(4)])));
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
