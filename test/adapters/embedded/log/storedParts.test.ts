import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkedEventStore } from '../../../../src/adapters/checked/eventStore.ts';
import { embeddedEventStore } from '../../../../src/adapters/embedded/log/eventStore.ts';
import { checkLedgerFile } from '../../../../src/adapters/embedded/log/ledgerCheck.ts';
import { openLedgerToWrite } from '../../../../src/adapters/embedded/log/ledgerFile.ts';
import { BEGINNING } from '../../../../src/events/event.ts';
import { LogDamaged } from '../../../../src/ports/eventStore.ts';
import { freshStream, newEvent, rejection } from '../../../contract/eventStore/events.ts';
import { quietLog } from '../../../support/quietLog.ts';
import { seededIds } from '../../../support/seededIds.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const test = suite('parts in the ledger');
const EVENTS = 5;
const address = (n: number) => `ann${n}@example.com`;
const added = (n: number) => newEvent({ address: address(n), reason: 'she asked' }, 'SuppressionAdded');

/** A ledger in which each address is in a stream of its own, at positions from 1 on. */
async function ledger() {
  const folder = temporaryFolder();
  const bare = await embeddedEventStore(folder.path, { log: quietLog });
  const store = checkedEventStore(bare, { ids: seededIds('parts') });
  const streams = Array.from({ length: EVENTS }, () => freshStream('suppression'));
  for (const [n, stream] of streams.entries()) await store.append(stream, 'no-stream', [added(n + 1)]);
  const changed = (sql: string) => {
    const db = openLedgerToWrite(folder.path);
    db.exec(sql);
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
  };
  const destroy = async () => {
    await bare.close();
    folder.remove();
  };
  return { folder: folder.path, bare, store, streams, changed, destroy };
}

const faults: readonly (readonly [string, string])[] = [
  ['changed', "UPDATE people SET text = replace(text, 'ann3', 'eve3') WHERE position = 3"],
  [
    'with another salt',
    'UPDATE people SET salt = (SELECT salt FROM people WHERE position = 1) WHERE position = 3',
  ],
  [
    'exchanged',
    'UPDATE people SET (salt, text) = (SELECT salt, text FROM people AS other WHERE other.position = 4) WHERE position = 3',
  ],
  ['lost', 'DELETE FROM people WHERE position = 3'],
];
for (const [what, sql] of faults)
  test(`a part that was ${what} is damage, named by the position of its event; others are served`, async () => {
    const { folder, bare, store, streams, changed, destroy } = await ledger();
    changed(sql);
    const says = /the event at position 3 lacks its part people, or it is another one/;
    for (const refused of [
      await rejection(store.readStream(streams[2] ?? '')),
      await rejection(store.readAll({ after: BEGINNING, limit: 10 })),
    ]) {
      assert.instance(refused, LogDamaged);
      assert.match(String(refused), says);
    }
    const { leaves, fault } = await bare.readLeaves({ after: BEGINNING, limit: 10, withParts: true });
    assert.is(leaves.length, 2);
    assert.match(fault ?? '', says);
    assert.match((await checkLedgerFile(folder, () => true)).fault ?? '', says);
    assert.equal((await store.readStream(streams[3] ?? ''))[0]?.data, {
      address: address(4),
      reason: 'she asked',
    });
    const without = await store.readAll({ after: BEGINNING, limit: 10, withoutParts: true });
    assert.is(without.events.length, EVENTS, 'who needs no parts reads on');
    await destroy();
  });

test('the hashes of the events do not change when parts go', async () => {
  const { bare, changed, destroy } = await ledger();
  const hashes = async () =>
    (await bare.readLeaves({ after: BEGINNING, limit: 10 })).leaves.map(({ hash }) => hash);
  const before = await hashes();
  changed('DELETE FROM people');
  assert.equal(await hashes(), before);
  await destroy();
});

test('of a part that goes nothing is left in the files', async () => {
  const { folder, bare, changed, destroy } = await ledger();
  const holds = (n: number) =>
    ['ledger.sqlite', 'ledger.sqlite-wal'].some((name) =>
      readFileSync(join(folder, name)).includes(address(n)),
    );
  changed('DELETE FROM people WHERE position = 3');
  await bare.close();
  assert.ok(holds(2), 'the others are there');
  assert.not.ok(holds(3));
  await destroy();
});

test('the events themselves hold none of it', async () => {
  const { bare, destroy } = await ledger();
  const { events } = await bare.readAll({ after: BEGINNING, limit: 10, withoutParts: true });
  assert.not.match(JSON.stringify(events), /ann|asked/);
  await destroy();
});

test.run();
