// runs in: test:all

import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { embeddedEventStore } from '../../../../src/adapters/embedded/log/eventStore.ts';
import { checkLedgerFile } from '../../../../src/adapters/embedded/log/ledgerCheck.ts';
import { firstPlace, laterPlace } from '../../../../src/adapters/embedded/log/places.ts';
import { openSqlite } from '../../../../src/adapters/embedded/sqlite.ts';
import { BEGINNING } from '../../../../src/events/event.ts';
import { LogDamaged, RevisionConflict } from '../../../../src/ports/eventStore.ts';
import { newEvent, numbered, rejection } from '../../../contract/eventStore/events.ts';
import { loggedErrors, quietLog } from '../../../support/quietLog.ts';
import { type TemporaryFolder, temporaryFolder } from '../../../support/temporaryFolder.ts';

const STREAMS = 300;
const LONG = 'long';
const test = suite<{ folder: TemporaryFolder; file: string; events: number }>('the index of streams');

/** A closed ledger of streams with one event, and one with four, in `folder`. */
test.before.each(async (context) => {
  context.folder = temporaryFolder();
  context.file = join(context.folder.path, 'ledger.sqlite');
  const store = await embeddedEventStore(context.folder.path, { log: quietLog });
  await Promise.all(
    Array.from({ length: STREAMS }, (_, n) => store.append(`key-${n}`, 'no-stream', [newEvent()])),
  );
  await store.append(LONG, 'no-stream', numbered(4));
  await store.close();
  context.events = STREAMS + 4;
});
test.after.each(({ folder }) => folder.remove());

const changed = (file: string, ...statements: readonly string[]) => {
  for (const sql of statements) {
    // Each opening reads the definitions that the one before left.
    const db = openSqlite(file, { busyTimeoutMs: 0 });
    db.enableDefensive(false);
    db.exec(`PRAGMA writable_schema = ON; ${sql}; PRAGMA wal_checkpoint(TRUNCATE)`);
    db.close();
  }
};
const AS_WRITTEN = 'CREATE INDEX places ON events (place, revision)';
/** While it says something else of the index, a changed row changes another entry, or none. */
const definedAs = (sql: string) => `UPDATE sqlite_schema SET sql = '${sql}' WHERE name = 'places'`;
/** The entry of one event says this of its place and revision; `null`: it is gone. */
function withEntry(file: string, position: number, entry: readonly [place: string, revision: string] | null) {
  const [place, revision] = entry ?? [];
  const kept = `${AS_WRITTEN} WHERE position <> ${position}`;
  const others = `CREATE INDEX places ON events (iif(position = ${position}, ${place}, place), iif(position = ${position}, ${revision}, revision))`;
  changed(file, definedAs(entry === null ? kept : others), 'REINDEX places', definedAs(AS_WRITTEN));
}

/** Opens the ledger: every key is known, each stream is whole, none is accepted twice. Whether the index was rebuilt. */
async function checked(folder: string, events: number): Promise<boolean> {
  let built = false;
  const warn = (_: object, message: string) => {
    built ||= message.includes('rebuilt');
  };
  const store = await embeddedEventStore(folder, { log: { ...quietLog, warn } });
  for (let n = 0; n < STREAMS; n++) {
    assert.instance(await rejection(store.append(`key-${n}`, 'no-stream', [newEvent()])), RevisionConflict);
    assert.is((await store.readStream(`key-${n}`)).length, 1);
  }
  for (const from of [0, 1, 3, 4]) {
    const revisions = (await store.readStream(LONG, { fromRevision: from })).map(({ revision }) => revision);
    assert.equal(revisions, [0, 1, 2, 3].slice(from));
  }
  for (const expected of [0, 2, 9]) {
    const conflict = await rejection(store.append(LONG, expected, [newEvent()]));
    assert.is((conflict as RevisionConflict).actual, 3);
  }
  assert.is(Number(await store.head()), events);
  await store.close();
  return built;
}

test('closed cleanly it is used as it is', async ({ folder, events }) => {
  assert.not(await checked(folder.path, events));
});

const LATER = STREAMS + 4;
const FIRST_OF_LONG = STREAMS + 1;
const CHANGES: readonly (readonly [string, number, readonly [string, string] | null])[] = [
  ['gone', 7, null],
  ['the last one gone', LATER, null],
  ['of another stream', 7, [`${firstPlace('another') + 1}`, '0']],
  ['of a place with another bit', 7, ['place - 1024', 'revision']],
  ['of another revision', 7, ['place', '1']],
  ['of no revision', 7, ['place', 'NULL']],
  ['a later one at another place', LATER, [`${laterPlace(FIRST_OF_LONG) ^ 4}`, 'revision']],
  ['a later one of a revision that is there', LATER, ['place', '2']],
  ['an inner one of the next revision', LATER - 1, ['place', '3']],
  ['a later one of a revision beyond the next', LATER, ['place', '11']],
  ['a later one of the first revision', LATER, ['place', '0']],
];
for (const [what, position, entry] of CHANGES)
  test(`an entry that is ${what}: doctor finds it, the next start rebuilds it, once`, async ({
    folder,
    file,
    events,
  }) => {
    withEntry(file, position, entry);
    const { fault } = await checkLedgerFile(folder.path, () => true);
    assert.match(
      fault ?? '',
      new RegExp(`index of streams lacks .* ${position}$|at positions .*${position}.* have`),
    );
    assert.ok(await checked(folder.path, events));
    assert.not(await checked(folder.path, events), 'rebuilt once');
    assert.is((await checkLedgerFile(folder.path, () => true)).fault, null);
  });

test('a process that opens the ledger beside others appends nothing by an index that lacks an event', async ({
  folder,
  file,
}) => {
  const first = await embeddedEventStore(folder.path, { log: quietLog });
  withEntry(file, 7, ['place', '1']);
  const second = await embeddedEventStore(folder.path, { log: quietLog });
  const refused = await rejection(second.append('key-6', 'no-stream', [newEvent()]));
  assert.match(String(refused), 'ledger.sqlite is damaged: its index of streams lacks events');
  await second.close();
  await first.close();
});

test('where the row itself has another place, no stream is read and nothing is appended: none is known to be whole', async ({
  folder,
  file,
}) => {
  changed(file, 'UPDATE events SET place = place + 8 WHERE position = 7');
  const { errors, log } = loggedErrors();
  const store = await embeddedEventStore(folder.path, { log });
  assert.match(errors.join(), 'ledger.sqlite is damaged: its index of streams lacks events, or has others');
  for (const refused of [
    await rejection(store.readStream('key-6')),
    await rejection(store.append('key-6', 'no-stream', [newEvent()])),
  ])
    assert.instance(refused, LogDamaged);
  assert.is((await store.readAll({ after: BEGINNING, limit: 1_000 })).events.length, STREAMS + 4);
  await store.close();
});

test('two streams with the same place are two streams', async ({ folder, file, events }) => {
  // Only who looks for the stream whose place it is meets the other one.
  changed(file, `UPDATE events SET place = ${firstPlace('key-6')} WHERE stream = 'key-7'`);
  const store = await embeddedEventStore(folder.path, { log: quietLog });
  assert.is((await store.readStream('key-6')).length, 1);
  assert.instance(await rejection(store.append('key-6', 'no-stream', [newEvent()])), RevisionConflict);
  await store.append('key-6', 0, [newEvent()]);
  assert.equal(
    (await store.readStream('key-6')).map(({ position }) => Number(position)),
    [7, events + 1],
  );
  await store.close();
});

test('two events at the same place of a stream are found by doctor', async ({ folder, file }) => {
  changed(file, `UPDATE events SET revision = 2 WHERE position = ${LATER}`);
  const store = await embeddedEventStore(folder.path, { log: quietLog });
  assert.instance(await rejection(store.readStream(LONG)), LogDamaged);
  await store.close();
});

test('a ledger that lacks an event serves the others, and nothing is appended', async ({ folder, file }) => {
  changed(file, 'DELETE FROM events WHERE position = 7');
  for (const _ of ['the first process', 'another one']) {
    const store = await embeddedEventStore(folder.path, { log: quietLog });
    assert.is((await store.readStream(LONG)).length, 4);
    assert.match(store.damage ?? '', '1 of its 304 events are missing');
    // Neither a reader of everything nor one of some types goes on after a gap.
    for (const types of [{}, { types: ['ContractNoted'] }]) {
      const read = await rejection(store.readAll({ after: BEGINNING, limit: 1_000, ...types }));
      assert.match(String(read), 'is damaged: of the events at positions 1 to');
    }
    const refused = await rejection(store.append('later', 'no-stream', [newEvent()]));
    assert.instance(refused, LogDamaged);
    await store.close();
  }
});

test('a repeated append is known as that, wherever it is in its stream, and also after others', async ({
  folder,
}) => {
  const store = await embeddedEventStore(folder.path, { log: quietLog });
  const [first, second] = [numbered(2), numbered(3)];
  const answers = [await store.append('again', 'no-stream', first), await store.append('again', 1, second)];
  assert.equal(await store.append('again', 'no-stream', first), answers[0]);
  assert.equal(await store.append('again', 1, second), answers[1]);
  const conflicts = [
    await rejection(store.append('again', 'no-stream', second)),
    await rejection(store.append('again', 2, second.slice(0, 1))),
    await rejection(store.append('again', 3, second.slice(2).concat(newEvent()))),
  ];
  for (const conflict of conflicts) assert.is((conflict as RevisionConflict).actual, 4);
  await store.close();
});

test.run();
