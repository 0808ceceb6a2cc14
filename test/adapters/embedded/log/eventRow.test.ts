// runs in: test:all

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { embeddedEventStore } from '../../../../src/adapters/embedded/log/eventStore.ts';
import { checkLedgerFile } from '../../../../src/adapters/embedded/log/ledgerCheck.ts';
import { openSqlite } from '../../../../src/adapters/embedded/sqlite.ts';
import { BEGINNING } from '../../../../src/events/event.ts';
import { freshStream, newEvent, numbered, rejection } from '../../../contract/eventStore/events.ts';
import { quietLog } from '../../../support/quietLog.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

/**
 * A flipped bit in a row's header changes the kind of a value and may leave its bytes: NULL for a zero, a BLOB for a text. The
 * table is STRICT, so only a changed definition lets a test write what only a changed file can hold.
 */
const test = suite('a row of the log with a value of another kind');

/** In the order of the table. */
const COLUMNS = 'stream, revision, type, id, at, workspace, hash, crc, place, data, metadata';
const TEXTS = ['stream', 'type', 'id', 'at', 'workspace', 'data', 'metadata'];
const CHANGES: readonly (readonly [column: string, to: string])[] = [
  ...TEXTS.flatMap((column): [string, string][] => [
    [column, `CAST(${column} AS BLOB)`],
    [column, 'NULL'],
  ]),
  ['revision', 'NULL'],
  ['revision', "x''"],
  ['revision', "''"],
  ['revision', "'0'"],
  ['crc', 'NULL'],
  ['crc', 'CAST(crc AS TEXT)'],
  ['hash', 'CAST(hash AS TEXT)'],
  ['hash', 'NULL'],
];
const TYPE = 'ContractNoted';
/** Events that follow the changed one, beyond those that a start checks. */
const LATER = 1_100;

const folder = temporaryFolder();
const whole = join(folder.path, 'whole');
const stream = freshStream();

test.before(async () => {
  const store = await embeddedEventStore(whole, { log: quietLog });
  await store.append(stream, 'no-stream', numbered(2));
  for (let n = 0; n < LATER / 100; n++) await store.append(freshStream(), 'no-stream', numbered(100));
  await store.close();
});
test.after(() => folder.remove());

/** A copy of the ledger whose first event has another value in a column. The definitions and the index are as they were. */
function changed(name: string, column: string, to: string): string {
  const path = join(folder.path, name);
  cpSync(whole, path, { recursive: true });
  for (const sql of [
    'CREATE TABLE definition AS SELECT name, sql FROM sqlite_schema',
    `UPDATE sqlite_schema SET sql = 'CREATE TABLE events (position INTEGER PRIMARY KEY, ${COLUMNS})'
     WHERE name = 'events';
     UPDATE sqlite_schema SET sql = 'CREATE INDEX places ON events (place)' WHERE name = 'places'`,
    `UPDATE events SET ${column} = ${to} WHERE position = 1;
     UPDATE sqlite_schema SET sql = (SELECT sql FROM definition WHERE definition.name = sqlite_schema.name)
     WHERE name IN ('events', 'places')`,
    'DROP TABLE definition; PRAGMA wal_checkpoint(TRUNCATE)',
  ]) {
    // Each opening reads the definitions that the one before left.
    const db = openSqlite(join(path, 'ledger.sqlite'), { busyTimeoutMs: 0 });
    db.enableDefensive(false);
    db.exec(`PRAGMA writable_schema = ON; ${sql}`);
    db.close();
  }
  return path;
}

for (const [at, [column, to]] of CHANGES.entries())
  test(`${column} as ${to}: reads, leaves, doctor and backup say so, and its stream takes no key for a new one`, async () => {
    const path = changed(String(at), column, to);
    const store = await embeddedEventStore(path, { log: quietLog });
    try {
      const saysSo = async (work: Promise<unknown>, what: string) =>
        assert.match(String(await work.catch((error) => error)), /the event at position 1 was changed/, what);
      // Only who checks whole rows looks at the hash.
      if (column !== 'hash') {
        await saysSo(store.readAll({ after: BEGINNING, limit: 10 }), 'every event');
        // The revision is read from the index, where it is as it was written.
        if (column !== 'revision') await saysSo(store.readStream(stream), 'its stream');
        await saysSo(store.readAll({ after: BEGINNING, limit: 10, types: [TYPE] }), 'its type');
      }
      const leaves = store.readLeaves({ after: BEGINNING, limit: 10 });
      await saysSo(
        leaves.then(({ fault }) => fault),
        'its leaf',
      );
      await saysSo(
        checkLedgerFile(path, () => true).then(({ fault }) => fault),
        'doctor and backup',
      );
      assert.instance(await rejection(store.append(stream, 'no-stream', [newEvent()])), Error);
    } finally {
      await store.close();
    }
  });

for (const later of [0, LATER])
  test(`issue 50, 7: an event whose type became another text is met by a read of its type, with ${later} after it`, async () => {
    const path = join(folder.path, `type ${later}`);
    const store = await embeddedEventStore(path, { log: quietLog });
    await store.append(freshStream(), 'no-stream', [{ ...newEvent(), type: 'Delivered' }]);
    const other = freshStream();
    await store.append(other, 'no-stream', [{ ...newEvent(), type: 'NotYetKnown' }]);
    for (let n = 0; n < later / 100; n++) await store.append(freshStream(), 'no-stream', numbered(100));
    const read = (types: readonly string[]) => store.readAll({ after: BEGINNING, limit: 10, types });
    assert.is((await read(['Delivered'])).events.length, 1);
    assert.equal((await read(['Bounced'])).events, [], 'what is only unknown is left out');
    const db = openSqlite(join(path, 'ledger.sqlite'), { busyTimeoutMs: 1_000 });
    db.exec("UPDATE events SET type = 'Deliverec' WHERE type = 'Delivered'");
    db.close();
    const refused = await rejection(read(['Delivered']));
    assert.match(String(refused), /the event at position 1 was changed/);
    await store.close();
  });

test.run();
