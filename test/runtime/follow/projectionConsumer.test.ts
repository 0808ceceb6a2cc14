import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../../src/adapters/position.ts';
import type { RecordedEvent } from '../../../src/events/event.ts';
import { partitionOf } from '../../../src/events/partitionOf.ts';
import { type AnyProjection, collectionOf } from '../../../src/runtime/fold/projection.ts';
import { projectionConsumer } from '../../../src/runtime/follow/projectionConsumer.ts';
import { memoryDocuments } from '../../support/memoryDocuments.ts';
import { consumerFixture } from './runningConsumer.ts';

const test = suite('a projection as a consumer');
const PARTITIONS = 2;

/** What was noted under each of an event's tags. */
const tagged: AnyProjection = {
  ...{ name: 'tagged', version: 1, types: ['Noted'], indexes: {} },
  keys: ({ data }) => (data as { tags: string[] }).tags,
  fold: (document, { id }, key) => ({ key, ids: [...((document as { ids: string[] })?.ids ?? []), id] }),
};

const noted = (n: number, ...tags: string[]): RecordedEvent => ({
  ...{ id: `${n}`, type: 'Noted', data: { tags }, stream: `note-${n}`, revision: 0 },
  position: positionAt(n),
  metadata: { v: 1, workspace: 'w', actor: 'a', correlation: 'c', causation: null, at: '' },
});
const tagIn = (partition: number) =>
  ['a', 'b', 'c', 'd', 'e', 'f'].find((tag) => partitionOf(tag, PARTITIONS) === partition) ?? '';
const [mine, theirs] = [tagIn(0), tagIn(1)];

test('an event of several documents is of all their partitions; of none without documents', async () => {
  const collection = await memoryDocuments().collection<object>(collectionOf(tagged));
  const { partition } = projectionConsumer(tagged, collection, PARTITIONS);
  assert.equal(partition(noted(1, mine, theirs)), [0, 1]);
  assert.is(partition(noted(1, theirs)), 1);
  assert.is(partition(noted(1)), null);
});

test('a process writes only the documents of its partitions, and two of them lose no event', async () => {
  const collection = await memoryDocuments().collection<object>(collectionOf(tagged));
  const { handle } = projectionConsumer(tagged, collection, PARTITIONS);
  const log = [noted(1, theirs), noted(2, mine, theirs), noted(3, theirs)];
  // The process that holds partition 0 is given the second event alone, and ahead of the other process.
  await handle(log.slice(1, 2), (partition) => partition === 0);
  await handle(log, (partition) => partition === 1);
  const documents = await collection.getMany([mine, theirs]);
  assert.equal(documents.get(mine)?.document, { key: mine, ids: ['2'] });
  assert.equal(documents.get(theirs)?.document, { key: theirs, ids: ['1', '2', '3'] });
});

test('a running consumer that holds one partition folds no document of another, until it holds that too', async () => {
  const counted: AnyProjection = {
    ...{ name: 'counted', version: 1, types: ['Thing'], indexes: {} },
    keys: ({ data }) => ((data as { made: number }).made % 2 === 0 ? [mine, theirs] : [theirs]),
    fold: (document) => ({ count: ((document as { count: number })?.count ?? 0) + 1 }),
  };
  const { add, run, clock } = consumerFixture();
  const collection = await memoryDocuments().collection<object>(collectionOf(counted));
  const held = new Set([0]);
  const running = await run(projectionConsumer(counted, collection, PARTITIONS), () => held, PARTITIONS);
  const countsNow = async () => {
    const found = await collection.getMany([mine, theirs]);
    return [mine, theirs].map((key) => (found.get(key)?.document as { count: number } | undefined)?.count);
  };
  await add(100);
  await clock.advance(1_000);
  assert.equal(await countsNow(), [50, undefined]);
  held.add(1);
  await clock.advance(1_000);
  assert.equal(await countsNow(), [50, 100]);
  await running.stop();
});

test.run();
