import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sealedSecrets } from '../../src/adapters/node/sealedSecrets.ts';
import type { Ledger } from '../../src/commands/kernel/ledger.ts';
import { acknowledgeMissing, missingEvents } from '../../src/commands/workspace/missingEvents.ts';
import { ledgerIdOf, masterKeyChangedAt, openLedger } from '../../src/commands/workspace/openLedger.ts';
import { openWorkspace, workspaceNamed } from '../../src/commands/workspace/openWorkspace.ts';
import { refuseOtherLedger } from '../../src/projections/ledgerOfReadModels.ts';
import { rejection } from '../contract/eventStore/events.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { seededIds } from '../support/seededIds.ts';

const by = { actor: 'operator', correlation: 'c', causation: null };

function newLedger(seed: string) {
  const ids = seededIds(seed);
  const ledger = { store: memoryEventStore(), clock: manualClock(), ids };
  const secrets = (key: number, ...previous: number[]) =>
    sealedSecrets(
      Buffer.alloc(32, key),
      ids,
      previous.map((one) => Buffer.alloc(32, one)),
    );
  return { ledger: ledger satisfies Ledger, store: ledger.store, secrets };
}

const ledgers = suite('opening a ledger');

ledgers('it is opened once, whatever number of processes start at the same time', async () => {
  const { ledger, store, secrets } = newLedger('one');
  await Promise.all([1, 2, 3, 4].map(() => openLedger(ledger, secrets(7))));
  await openLedger(ledger, secrets(7));
  assert.equal(
    store.log.map(({ type, stream }) => [type, stream]),
    [['LedgerOpened', 'ledger']],
  );
});

ledgers('no two ledgers share the id of a workspace of one name', async () => {
  const ids: string[] = [];
  for (const seed of ['one', 'two']) {
    const { ledger, secrets } = newLedger(seed);
    await openLedger(ledger, secrets(7));
    ids.push((await openWorkspace(ledger, by, 'default')).id);
    assert.is((await openWorkspace(ledger, by, 'default')).id, ids.at(-1));
  }
  assert.is.not(ids[0], ids[1]);
});

ledgers('what an operator acknowledges is written once, and changes nothing of the key', async () => {
  const { ledger, store, secrets } = newLedger('one');
  await openLedger(ledger, secrets(7));
  const opened = await masterKeyChangedAt(store, secrets(7));
  const documents = async function* () {};
  const lost = { file: 'read-models.ahead-1.sqlite', at: '2026-03-01T09:00:00.000Z', events: 3, documents };
  const later = { ...lost, at: '2026-03-02T09:00:00.000Z', events: 4 };
  assert.is(await missingEvents(store, [lost, later]), 7);
  ledger.clock.pass(60_000);
  for (let again = 0; again < 2; again++) await acknowledgeMissing(ledger, { ...by, workspace: '' }, [lost]);
  assert.equal(
    store.log.map(({ type }) => type),
    ['LedgerOpened', 'MissingAcknowledged'],
  );
  assert.is(await missingEvents(store, [lost, later]), 4, 'a later file of that name is another one');
  assert.is(await masterKeyChangedAt(store, secrets(7)), opened);
  await openLedger(ledger, secrets(8, 7));
  assert.is(store.log.at(-1)?.type, 'MasterKeyChanged');
});

ledgers('another master key is refused by name, and nothing is written', async () => {
  const { ledger, store, secrets } = newLedger('one');
  await openLedger(ledger, secrets(7));
  const refused = (await rejection(openLedger(ledger, secrets(8)))) as Error;
  assert.is(refused.name, 'MasterKeyRefused');
  assert.match(refused.message, `ledger ${await ledgerIdOf(store)}`);
  assert.match(refused.message, 'POSTLEDGER_MASTER_KEY');
  assert.is(store.log.length, 1);
});

ledgers(
  'a new master key is written down once, at the first start with both; then the old one alone is refused',
  async () => {
    const { ledger, store, secrets } = newLedger('one');
    await openLedger(ledger, secrets(7));
    ledger.clock.pass(60_000);
    assert.is(await masterKeyChangedAt(store, secrets(8, 7)), null);
    await Promise.all([1, 2, 3].map(() => openLedger(ledger, secrets(8, 7))));
    assert.equal(
      store.log.map(({ type }) => type),
      ['LedgerOpened', 'MasterKeyChanged'],
    );
    assert.is(await masterKeyChangedAt(store, secrets(8, 7)), store.log[1]?.metadata.at);
    await openLedger(ledger, secrets(8));
    assert.is(((await rejection(openLedger(ledger, secrets(7)))) as Error).name, 'MasterKeyRefused');
    assert.is(((await rejection(openLedger(ledger, secrets(9, 7)))) as Error).name, 'MasterKeyRefused');
    assert.is(store.log.length, 2);
  },
);

ledgers('a workspace is found by name and by id, without a read model', async () => {
  const { ledger, store, secrets } = newLedger('one');
  assert.is(await workspaceNamed(store, 'default'), null);
  await openLedger(ledger, secrets(7));
  assert.is(await workspaceNamed(store, 'default'), null);
  const { id } = await openWorkspace(ledger, by, 'default');
  // A name may look like the id of another workspace: the id wins.
  await openWorkspace(ledger, by, id);
  for (const nameOrId of ['default', id, id.toUpperCase()])
    assert.equal(await workspaceNamed(store, nameOrId), { id, name: 'default' });
  assert.is(await workspaceNamed(store, 'x'.repeat(1_000)), null);
});

ledgers('read models of another ledger are refused by name, and nothing is folded', async () => {
  const [one, two] = [newLedger('one'), newLedger('two')];
  const documents = memoryDocuments();
  await refuseOtherLedger(documents, one.store);
  for (const { ledger, secrets } of [one, two]) await openLedger(ledger, secrets(7));
  await refuseOtherLedger(documents, one.store);
  await refuseOtherLedger(documents, one.store);
  const refused = (await rejection(refuseOtherLedger(documents, two.store))) as Error;
  assert.is(refused.name, 'ReadModelsRefused');
  assert.match(refused.message, `of ledger ${await ledgerIdOf(one.store)}, and`);
  assert.match(refused.message, `is ledger ${await ledgerIdOf(two.store)}:`);
});

ledgers.run();
