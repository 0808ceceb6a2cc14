import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newEvents } from '../../src/commands/ledger.ts';
import { BEGINNING } from '../../src/events/envelope.ts';
import { foldLog } from '../../src/projections/foldLog.ts';
import { type AnyProjection, collectionOf, openProjection } from '../../src/projections/projection.ts';
import { rebuildProjections } from '../../src/projections/rebuild.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { seededIds } from '../support/seededIds.ts';

const rebuild = suite('rebuild');

/** Counts the events of each workspace. */
const counts: AnyProjection = {
  name: 'counts',
  version: 1,
  types: ['Noted'],
  indexes: {},
  key: (event) => event.metadata.workspace,
  fold: (document) => ({ count: ((document as { count: number } | null)?.count ?? 0) + 1 }),
};

/** A ledger of three events whose read model says something else. */
async function spoilt() {
  const store = memoryEventStore();
  const documents = memoryDocuments();
  const ledger = { clock: manualClock(), ids: seededIds() };
  let appended = 0;
  const append = async () => {
    const origin = { workspace: 'w', actor: 'operator', correlation: 'w', causation: null };
    appended += 1;
    await store.append(
      `note-${appended}`,
      'no-stream',
      newEvents(ledger, origin, [{ type: 'Noted', data: {} }]),
    );
  };
  for (let n = 0; n < 3; n++) await append();
  const live = await openProjection(documents, counts);
  const head = await store.head();
  await live.writeMany([{ key: 'w', position: head, document: { count: 77 } }]);
  const countNow = async () => ((await live.get('w'))?.document as { count: number } | undefined)?.count;
  const fold = async () => void (await foldLog(store, [{ projection: counts, collection: live }], BEGINNING));
  return { store, documents, append, live, countNow, fold };
}

rebuild(
  'the old one is seen until the exchange, the new one from then on, with what came meanwhile',
  async () => {
    const { store, documents, append, countNow } = await spoilt();
    await rebuildProjections(store, documents, [counts], async (exchange) => {
      assert.is(await countNow(), 77);
      await append();
      await exchange();
    });
    assert.is(await countNow(), 4);
    assert.equal(await documents.list(), [collectionOf(counts).name]);
  },
);

rebuild('whoever folds on afterwards from an older checkpoint counts nothing twice', async () => {
  const { store, documents, append, countNow, fold } = await spoilt();
  await rebuildProjections(store, documents, [counts], (exchange) => exchange());
  await append();
  await fold();
  assert.is(await countNow(), 4);
});

rebuild('one that breaks off leaves the old one, and does not disturb the next', async () => {
  const { store, documents, countNow } = await spoilt();
  const refused = rebuildProjections(store, documents, [counts], async () => {
    throw new Error('nobody gives way');
  });
  assert.is(
    await refused.then(
      () => 'done',
      ({ message }) => message,
    ),
    'nobody gives way',
  );
  assert.is(await countNow(), 77);
  await rebuildProjections(store, documents, [counts], (exchange) => exchange());
  assert.is(await countNow(), 3);
});

rebuild.run();
