import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Position } from '../../src/events/event.ts';
import { openCheckpoints } from '../../src/follow/checkpoints.ts';
import { collectionOf, projectionConsumerName } from '../../src/follow/fold/projection.ts';
import { type EventStore, EventStoreUnavailable } from '../../src/ports/eventStore.ts';
import { rebuildProjections } from '../../src/rebuild/rebuild.ts';
import { rejection } from '../contract/eventStore/events.ts';
import { countingLedger, counts } from '../projections/countingLedger.ts';
import { saveCheckpoints } from '../support/checkpoints.ts';

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
    assert.equal(await documents.list(), [collectionOf(counts).name, 'checkpoints']);
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

/** The store by a leader that was elected a moment ago: it shows all but the last event, until it has found its end. */
function lagging(store: EventStore, older: Position, findsItsEnd: boolean): EventStore {
  let isOld = true;
  return {
    ...store,
    head: async () => (isOld ? older : store.head()),
    async end(known) {
      if (findsItsEnd) isOld = false;
      return isOld ? older : store.end(known);
    },
    async readAll(options) {
      const page = await store.readAll(options);
      const events = page.events.filter(({ position }) => position <= older);
      return isOld ? { events, position: older, caughtUp: true } : page;
    },
  };
}

rebuild(
  'a log that ends before the checkpoints is asked for its end, and nothing exchanged without it',
  async () => {
    const { store, documents, append, countNow } = await spoilt();
    const older = await store.head();
    await append();
    const checkpoints = await openCheckpoints(documents, 2);
    await saveCheckpoints(checkpoints, projectionConsumerName(counts), new Map([[1, await store.head()]]));
    const run = (findsItsEnd: boolean) =>
      rebuildProjections(lagging(store, older, findsItsEnd), documents, [counts], (exchange) =>
        exchange(() => {}),
      );
    assert.instance(await rejection(run(false)), EventStoreUnavailable);
    assert.is(await countNow(), 77);
    await run(true);
    assert.is(await countNow(), 4);
  },
);

rebuild.run();
