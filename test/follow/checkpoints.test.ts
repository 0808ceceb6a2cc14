import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { openCheckpoints } from '../../src/follow/checkpoints.ts';
import { loadCheckpoint, saveCheckpoints } from '../support/checkpoints.ts';
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
  assert.equal((await checkpoints.read('group', 0)).named, ['a', 'b']);
});

test.run();
