import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { type AnyProjection, collectionOf, openProjection } from '../../src/follow/fold/projection.ts';
import { foldLog } from '../../src/rebuild/foldLog.ts';
import { verifyProjections } from '../../src/rebuild/verify.ts';
import { countingLedger, counts } from '../projections/countingLedger.ts';

const verify = suite('verify');

async function ledgerWith(events: number) {
  const ledger = await countingLedger();
  for (let at = 0; at < events; at++) await ledger.append(`w${at % 7}`);
  return ledger;
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

verify('finds a wrong document, though it changes', async () => {
  const { store, documents, append, live, fold } = await ledgerWith(50);
  await fold();
  const { position } = (await live.get('w3')) ?? { position: BEGINNING };
  await documents.drop(collectionOf(counts).name);
  const lying = await openProjection(documents, counts);
  await lying.writeMany([{ key: 'w3', position, document: { count: 99 } }]);
  await append('w3');
  const refold = () => foldLog(store, [{ projection: counts, collection: lying }], BEGINNING).then(() => {});
  const verdicts = await verifyProjections(store, documents, [counts], refold);
  assert.equal(verdicts, [{ name: 'counts', documents: 7, different: ['w3'] }]);
});

verify(
  "finds a position after the log's end, and one before the last event that changed the document",
  async () => {
    for (const wrong of [positionAt(BigInt('9'.repeat(20))), positionAt(1)]) {
      const { store, documents, live, fold } = await ledgerWith(50);
      await fold();
      const stored = await live.get('w3');
      await live.forget(['w3']);
      await live.writeMany([{ key: 'w3', position: wrong, document: stored?.document ?? null }]);
      // What is stored is right, but the next events would be ignored, or counted twice.
      const verdicts = await verifyProjections(store, documents, [counts], async () => {});
      assert.equal(verdicts, [{ name: 'counts', documents: 7, different: ['w3'] }], wrong);
    }
  },
);

verify('a position that moved without a change is not wrong', async () => {
  const { store, documents, append, live, fold } = await ledgerWith(50);
  await fold();
  await append('w5');
  const { document = null } = (await live.get('w3')) ?? {};
  await live.writeMany([{ key: 'w3', position: await store.head(), document }]);
  const verdicts = await verifyProjections(store, documents, [counts], fold);
  assert.equal(verdicts, [{ name: 'counts', documents: 7, different: [] }]);
});

verify('folds what it was asked for and reaches the end over other events', async () => {
  const { store, append, live } = await ledgerWith(10);
  await append('w1', 'Unknown');
  const end = await foldLog(store, [{ projection: counts, collection: live }], BEGINNING);
  assert.is(end, await store.head());
});

verify('agrees on sums over documents that move on meanwhile, and finds a wrong one', async () => {
  const sizes: AnyProjection = {
    ...counts,
    name: 'sizes',
    adds: (document) => new Map([['sum', { counts: { ...document, documents: 1 } }]]),
  };
  const { store, documents, append } = await ledgerWith(50);
  const live = await openProjection(documents, sizes);
  const fold = () => foldLog(store, [{ projection: sizes, collection: live }], BEGINNING).then(() => {});
  const moveOn = async () => {
    await append('w1');
    await append('w2');
    await fold();
  };
  assert.equal(await verifyProjections(store, documents, [sizes], moveOn), [
    { name: 'sizes', documents: 8, different: [] },
  ]);
  const { position } = (await live.get('sum')) ?? { position: BEGINNING };
  await live.forget(['sum']);
  await live.writeMany([{ key: 'sum', position, document: { counts: { count: 51, documents: 7 } } }]);
  assert.equal(await verifyProjections(store, documents, [sizes], moveOn), [
    { name: 'sizes', documents: 8, different: ['sum'] },
  ]);
});

verify.run();
