import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newEvents } from '../../src/commands/ledger.ts';
import { BEGINNING } from '../../src/events/envelope.ts';
import { foldLog } from '../../src/projections/foldLog.ts';
import { type AnyProjection, collectionOf, openProjection } from '../../src/projections/projection.ts';
import { verifyProjections } from '../../src/projections/verify.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { seededIds } from '../support/seededIds.ts';

const verify = suite('verify');

/** Counts the events of each workspace. */
const counts: AnyProjection = {
  name: 'counts',
  version: 1,
  types: ['Noted'],
  indexes: {},
  key: (event) => event.metadata.workspace,
  fold: (document) => ({ count: ((document as { count: number } | null)?.count ?? 0) + 1 }),
};

async function ledgerWith(events: number) {
  const store = memoryEventStore();
  const documents = memoryDocuments();
  const ledger = { clock: manualClock(), ids: seededIds() };
  let appended = 0;
  const append = async (workspace: string, type = 'Noted') => {
    const origin = { workspace, actor: 'operator', correlation: workspace, causation: null };
    appended += 1;
    await store.append(`note-${appended}`, 'no-stream', newEvents(ledger, origin, [{ type, data: {} }]));
  };
  for (let at = 0; at < events; at++) await append(`w${at % 7}`);
  const live = await openProjection(documents, counts);
  const fold = () => foldLog(store, [{ projection: counts, collection: live }], BEGINNING).then(() => {});
  return { store, documents, append, live, fold };
}

verify('agrees while the read model moves on during the comparison', async () => {
  const { store, documents, append, live, fold } = await ledgerWith(50);
  await fold();
  let looks = 0;
  // With each page that is compared the service folds another event into the very document.
  const moving = {
    ...documents,
    async collection<Document extends object>(definition: {
      name: string;
      indexes: Record<string, string[]>;
    }) {
      const collection = await documents.collection<Document>(definition);
      if (definition.name !== collectionOf(counts).name) return collection;
      return {
        ...collection,
        async getForFold(keys: readonly string[]) {
          looks += 1;
          await append('w1');
          await fold();
          return collection.getForFold(keys);
        },
      };
    },
  };
  const verdicts = await verifyProjections(store, moving as typeof documents, [counts], fold);
  assert.ok(looks >= 2, 'the read model moved');
  assert.equal(verdicts, [{ name: 'counts', documents: 7, different: [] }]);
  assert.is((await live.get('w1'))?.document !== undefined, true);
});

verify('finds a document that lies, though it moves on', async () => {
  const { store, documents, append, live, fold } = await ledgerWith(50);
  await fold();
  const { position } = (await live.get('w3')) ?? { position: '' };
  await documents.drop(collectionOf(counts).name);
  const lying = await openProjection(documents, counts);
  await lying.writeMany([{ key: 'w3', position, document: { count: 99 } }]);
  await append('w3');
  const refold = () => foldLog(store, [{ projection: counts, collection: lying }], BEGINNING).then(() => {});
  const verdicts = await verifyProjections(store, documents, [counts], refold);
  assert.equal(verdicts, [{ name: 'counts', documents: 7, different: ['w3'] }]);
});

verify('folds what it was asked for and reaches the end over other events', async () => {
  const { store, append, live } = await ledgerWith(10);
  await append('w1', 'Unheard');
  const end = await foldLog(store, [{ projection: counts, collection: live }], BEGINNING);
  assert.is(end, await store.head());
});

verify.run();
