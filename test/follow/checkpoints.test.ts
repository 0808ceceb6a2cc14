import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { openCheckpoints } from '../../src/follow/checkpoints.ts';
import { cursorsOf } from '../../src/follow/cursors.ts';
import { loadCheckpoint, saveCheckpoints } from '../support/checkpoints.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';

const test = suite('checkpoints');
const at = positionAt;

test('the lowest of a consumer is that of its slowest partition, and the beginning while one has none', async () => {
  const checkpoints = await openCheckpoints(memoryDocuments(), 3);
  assert.is(await checkpoints.lowest('one'), BEGINNING);
  await saveCheckpoints(
    checkpoints,
    'one',
    new Map([
      [0, at(30)],
      [2, at(9)],
    ]),
  );
  assert.is(await checkpoints.lowest('one'), BEGINNING, 'partition 1 has seen nothing');
  await saveCheckpoints(checkpoints, 'one', new Map([[1, at(100)]]));
  assert.is(await checkpoints.lowest('one'), at(9));
  await saveCheckpoints(checkpoints, 'one', new Map([[2, at(200)]]));
  assert.is(await checkpoints.lowest('one'), at(30));
  assert.is(await checkpoints.lowest('another'), BEGINNING);
});

test('a checkpoint never moves back', async () => {
  const checkpoints = await openCheckpoints(memoryDocuments(), 1);
  await saveCheckpoints(checkpoints, 'one', new Map([[0, at(5)]]));
  await saveCheckpoints(checkpoints, 'one', new Map([[0, at(4)]]));
  assert.is(await loadCheckpoint(checkpoints, 'one', 0), at(5));
});

test("each name has its highest checkpoint, whoever names it, and a checkpoint without names is its consumer's", async () => {
  const documents = memoryDocuments();
  const checkpoints = await openCheckpoints(documents, 1);
  const write = (names: readonly string[], position: number) => ({
    names,
    positions: new Map([[0, at(position)]]),
  });
  await checkpoints.save(
    new Map([
      ['group', write(['a', 'b'], 7)],
      ['b', write(['b'], 9)],
    ]),
  );
  const collection = await documents.collection<object>({ name: 'checkpoints', indexes: {} });
  const former = { consumer: 'c', partition: 0, partitions: 1 };
  await collection.writeMany([{ key: 'c/0of1', position: at(5), document: former }]);
  const lowest = await checkpoints.lowestOfEach(['a', 'b', 'c', 'd']);
  assert.equal([...lowest.values()], [at(7), at(9), at(5), BEGINNING]);
  assert.equal((await checkpoints.own('group', 0))?.names, ['a', 'b']);
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
