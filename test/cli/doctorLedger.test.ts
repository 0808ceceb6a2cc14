// runs in: test:all

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedDocuments } from '../../src/adapters/embedded/documents/documents.ts';
import { checkDocumentsFile } from '../../src/adapters/embedded/documents/documentsCheck.ts';
import { completeBackup, copyFolder } from '../../src/adapters/embedded/folderBackup.ts';
import { embeddedEventStore } from '../../src/adapters/embedded/log/eventStore.ts';
import { checkLedgerFile } from '../../src/adapters/embedded/log/ledgerCheck.ts';
import { openSqlite } from '../../src/adapters/embedded/sqlite.ts';
import { positionAt } from '../../src/adapters/position.ts';
import { everyDocumentCheck } from '../../src/cli/doctor/everyDocumentCheck.ts';
import { notAheadCheck, readModelsCheck } from '../../src/cli/doctor/ledgerChecks.ts';
import { wholeLogCheck } from '../../src/cli/doctor/wholeLogCheck.ts';
import { readSettings } from '../../src/config.ts';
import { openCheckpoints } from '../../src/follow/checkpoints.ts';
import { instant } from '../../src/ports/clock.ts';
import { projectionsFor } from '../../src/projections/readModels.ts';
import { at } from '../contract/documents/collections.ts';
import { fill, freshStream } from '../contract/eventStore/events.ts';
import { saveCheckpoints } from '../support/checkpoints.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { quietLog } from '../support/quietLog.ts';
import { seededIds } from '../support/seededIds.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const EVENTS = 5_000;
/** Each column of a row but the position. */
const CHANGED_COLUMNS = [
  "stream = 'other-1'",
  'revision = 100000',
  "type = 'Other'",
  "id = 'another'",
  "at = '2027-01-01T00:00:00.000Z'",
  "workspace = 'another'",
  'hash = zeroblob(32)',
  'crc = crc + 1',
  `data = '{"n":8}'`,
  "metadata = json_set(metadata, '$.actor', 'another')",
];
const test = suite('doctor on the ledger');

/** A ledger of many events, changed by SQL without its knowledge, and what doctor says of it. */
async function findingAfter(sql: string | null) {
  const folder = temporaryFolder();
  const store = await embeddedEventStore(folder.path, { log: quietLog });
  await fill(store, freshStream(), EVENTS);
  await store.close();
  if (sql !== null) {
    const options = { synchronous: 'FULL', busyTimeoutMs: 0, autocheckpointPages: 0 } as const;
    const db = openSqlite(join(folder.path, 'ledger.sqlite'), options);
    db.enableDefensive(false);
    db.exec(sql);
    db.close();
  }
  const settings = readSettings({ POSTLEDGER_DATA: folder.path });
  const clock = manualClock();
  const ledger = { store: memoryEventStore(), clock, ids: seededIds() };
  const finding = await wholeLogCheck({ settings, ledger }).run();
  return { finding, folder };
}

test('a whole ledger: every event and the pages were looked at', async () => {
  const { finding, folder } = await findingAfter(null);
  assert.is(finding.says, `all ${EVENTS} events were looked at, and the pages of the file`);
  assert.ok(finding.ok);
  let left = 2;
  const { events, all, fault } = await checkLedgerFile(folder.path, () => --left > 0);
  assert.equal([events, all, fault], [2_000, EVENTS, null], 'it says how far it came');
  folder.remove();
});

for (const [what, sql, says] of [
  ['an old event that is gone', 'DELETE FROM events WHERE position = 7', /position 7 is missing/],
  ['the first event gone', 'DELETE FROM events WHERE position = 1', /position 1 is missing/],
  ["one at a stretch's edge gone", 'DELETE FROM events WHERE position = 3000', /position 3000 is missing/],
  [
    'one without data, as damage of a page may leave it',
    `PRAGMA writable_schema = ON;
     UPDATE sqlite_schema SET sql = replace(sql, 'data TEXT NOT NULL', 'data TEXT') WHERE name = 'events';
     PRAGMA writable_schema = RESET;
     UPDATE events SET data = NULL WHERE position = 11`,
    /position 11 was changed/,
  ],
  ...CHANGED_COLUMNS.map(
    (change) =>
      [
        `a changed ${change}`,
        `UPDATE events SET ${change} WHERE position = 11`,
        /position 11 was changed/,
      ] as const,
  ),
  [
    'two events that changed places',
    `UPDATE events SET position = -11 WHERE position = 11;
     UPDATE events SET position = 11 WHERE position = 12;
     UPDATE events SET position = 12 WHERE position = -11`,
    /position 11 was changed/,
  ],
] as const)
  test(`${what} is named`, async () => {
    const { finding, folder } = await findingAfter(sql);
    assert.not(finding.ok);
    assert.match(finding.says, says);
    assert.match(finding.mend ?? '', /restore the newest backup/);
    const copy = join(folder.path, 'copy');
    await copyFolder(folder.path, copy, () => {});
    const { fault } = await completeBackup(copy, () => {});
    assert.match(fault ?? '', says, 'a backup finds it as well');
    folder.remove();
  });

test('a damaged page is named, at any place', async () => {
  const { folder } = await findingAfter(null);
  const file = join(folder.path, 'ledger.sqlite');
  const bytes = readFileSync(file);
  const page = Math.floor(bytes.indexOf('{"n":100}') / 2_048) * 2_048;
  bytes.fill(0xff, page, page + 8);
  writeFileSync(file, bytes);
  const { fault } = await checkLedgerFile(folder.path, () => true);
  assert.match(fault ?? '', /malformed|missing/);
  folder.remove();
});

test('documents of read models: all are looked at, and a changed one is named', async () => {
  const folder = temporaryFolder();
  const settings = readSettings({ POSTLEDGER_DATA: folder.path });
  const clock = manualClock();
  const check = everyDocumentCheck({
    settings,
    ledger: { store: memoryEventStore(), clock, ids: seededIds() },
  });
  assert.match((await check.run()).says, 'all 0 documents', 'where there are none yet');
  const documents = openEmbeddedDocuments(folder.path, { clock, log: quietLog });
  for (const name of ['some_v1', 'other_v1']) {
    const collection = await documents.collection({ name, indexes: { byN: ['n'] } });
    await collection.writeMany([{ key: 'one', position: at(1), document: { n: 1 } }]);
  }
  const found = await check.run();
  assert.equal(
    [found.ok, found.says],
    [true, 'all 2 documents were looked at, and the indexes that lead to them'],
  );
  const late = await checkDocumentsFile(folder.path, () => false);
  assert.equal(late, { documents: 1, isWhole: false, fault: null }, 'it says how far it came');
  await documents.close();
  const db = openSqlite(join(folder.path, 'read-models.sqlite'), { busyTimeoutMs: 0 });
  db.exec(`UPDATE some_v1 SET body = '{"n":2}'`);
  db.close();
  const finding = await check.run();
  assert.not(finding.ok);
  assert.match(finding.says, /read-models\.sqlite is damaged: the document "one" is not as it was written/);
  assert.match(finding.mend ?? '', 'built again from the log');
  folder.remove();
});

test("a read model that has passed the log's end is named", async () => {
  const store = memoryEventStore();
  const documents = memoryDocuments();
  await fill(store, freshStream(), 3);
  const checkpoints = await openCheckpoints(documents, 2);
  const head = await store.head();
  await saveCheckpoints(checkpoints, 'projection:people_v1', new Map([[0, head]]));
  const check = notAheadCheck({
    ledger: { store },
    documents,
  });
  assert.ok((await check.run()).ok);
  await saveCheckpoints(checkpoints, 'projection:places_v1', new Map([[1, positionAt(Number(head) + 1)]]));
  const finding = await check.run();
  assert.not(finding.ok);
  assert.match(finding.says, /these have passed it: projection:places_v1$/);
});

test('a read model lags when many events wait for it, the first of them for a while', async () => {
  const store = memoryEventStore();
  const documents = memoryDocuments();
  const clock = manualClock();
  const { workspace, actor, correlation } = { workspace: 'w', actor: 'operator', correlation: 'c' };
  for (let n = 0; n < 1_000; n++) {
    const metadata = { v: 1, workspace, actor, correlation, causation: null, at: instant(clock.nowMs()) };
    await store.append(`contact-${n}`, 'no-stream', [
      { id: String(n), type: 'ContactSaved', data: {}, metadata },
    ]);
  }
  const ledger = { store, clock, ids: seededIds() };
  const check = readModelsCheck({ documents, projections: projectionsFor(1), partitions: 1, ledger });
  clock.pass(29_000);
  assert.ok((await check.run()).ok);
  clock.pass(2_000);
  assert.match((await check.run()).says, /contacts/);
});

test.run();
