import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { collectionOf } from '../../../src/runtime/fold/projection.ts';
import { rebuildProjections } from '../../../src/runtime/rebuild/rebuild.ts';
import { countingLedger, counts } from '../../projections/countingLedger.ts';

const rebuild = suite('rebuild');

/** A ledger of three events whose read model says something else. */
async function spoilt() {
  const { store, documents, append, live, fold } = await countingLedger();
  for (let n = 0; n < 3; n++) await append('w');
  await live.writeMany([{ key: 'w', position: await store.head(), document: { count: 77 } }]);
  const countNow = async () => ((await live.get('w'))?.document as { count: number } | undefined)?.count;
  return { store, documents, append: () => append('w'), countNow, fold };
}

rebuild(
  'the old one is seen until the exchange, the new one afterwards, with the events of the meantime',
  async () => {
    const { store, documents, append, countNow } = await spoilt();
    await rebuildProjections(store, documents, [counts], async (exchange) => {
      assert.is(await countNow(), 77);
      await append();
      await exchange(() => {});
    });
    assert.is(await countNow(), 4);
    assert.equal(await documents.list(), [collectionOf(counts).name]);
  },
);

rebuild('anyone who folds on afterwards from an older checkpoint counts nothing twice', async () => {
  const { store, documents, append, countNow, fold } = await spoilt();
  await rebuildProjections(store, documents, [counts], (exchange) => exchange(() => {}));
  await append();
  await fold();
  assert.is(await countNow(), 4);
});

rebuild('a rebuild that breaks off leaves the old one, and does not disturb the next', async () => {
  const { store, documents, countNow } = await spoilt();
  const refused = rebuildProjections(store, documents, [counts], async () => {
    throw new Error('no process gives way');
  });
  assert.is(
    await refused.then(
      () => 'done',
      ({ message }) => message,
    ),
    'no process gives way',
  );
  assert.is(await countNow(), 77);
  await rebuildProjections(store, documents, [counts], (exchange) => exchange(() => {}));
  assert.is(await countNow(), 3);
});

rebuild.run();
