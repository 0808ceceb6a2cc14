import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { tailFault } from '../../../../src/adapters/embedded/log/ledgerCheck.ts';
import { openLedgerToRead, openLedgerToWrite } from '../../../../src/adapters/embedded/log/ledgerFile.ts';
import { logCommit } from '../../../../src/adapters/embedded/log/logCommit.ts';
import { appendTexts } from '../../../../src/adapters/embedded/log/logFormat.ts';
import { refuseFaultyIndex } from '../../../../src/adapters/embedded/log/streamIndex.ts';
import type { Sqlite } from '../../../../src/adapters/embedded/sqlite.ts';
import { newEvent } from '../../../contract/eventStore/events.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const test = suite('checks of a ledger that others write to');

/** A ledger with some events, and a connection before each of whose queries another process commits one more. */
async function bench() {
  const folder = await temporaryFolder();
  const { db } = openLedgerToRead(folder.path);
  const writer = openLedgerToWrite(folder.path);
  const commit = logCommit(writer);
  let streams = 0;
  const write = () => commit([appendTexts(`thing-${streams++}`, -1, [newEvent()])]);
  for (let n = 0; n < 5; n++) write();
  const busy = new Proxy(db, {
    get(target, key) {
      if (key === 'prepare') write();
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  }) as Sqlite;
  return {
    busy,
    written: () => streams,
    async close() {
      writer.close();
      db.close();
      await folder.remove();
    },
  };
}

test('what others append during the check at a start is no damage', async () => {
  const { busy, written, close } = await bench();
  assert.is(tailFault(busy), null);
  assert.ok(written() > 6, 'others wrote between the queries');
  await close();
});

test('what others append while the index of streams is checked is no damage', async () => {
  const { busy, close } = await bench();
  refuseFaultyIndex(busy);
  await close();
});

test.run();
