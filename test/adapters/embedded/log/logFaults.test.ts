import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { embeddedEventStore } from '../../../../src/adapters/embedded/log/eventStore.ts';
import { groupCommit, writerThread } from '../../../../src/adapters/embedded/log/groupCommit.ts';
import {
  ledgerIdentity,
  ledgerPath,
  openLedgerToRead,
} from '../../../../src/adapters/embedded/log/ledgerFile.ts';
import { appendTexts } from '../../../../src/adapters/embedded/log/logFormat.ts';
import type { WriterCommand } from '../../../../src/adapters/embedded/log/logWriter.ts';
import { inTransaction } from '../../../../src/adapters/embedded/sqlite.ts';
import { BEGINNING, type NewEvent } from '../../../../src/events/event.ts';
import { EventStoreUnavailable } from '../../../../src/ports/eventStore.ts';
import { freshStream, newEvent, rejection } from '../../../contract/eventStore/events.ts';
import { eventually } from '../../../e2e/eventually.ts';
import { openFiles } from '../../../support/openFiles.ts';
import { quietLog } from '../../../support/quietLog.ts';
import { type TemporaryFolder, temporaryFolder } from '../../../support/temporaryFolder.ts';

const test = suite<{ folder: TemporaryFolder }>('the embedded log, when parts of it fail');
test.before.each((context) => {
  context.folder = temporaryFolder();
});
test.after.each(({ folder }) => folder.remove());

/** What becomes of the log's first event. */
const WRITTEN = { position: 1, isRepeated: false };

/** Makes every write and read of the ledger fail until it is undone. */
function spoil(folder: string): () => void {
  const { db } = openLedgerToRead(folder);
  // A batch that failed releases the file at about this moment; the lock may have to wait for that.
  db.exec('PRAGMA busy_timeout = 10000');
  inTransaction(db, () => db.exec('ALTER TABLE events RENAME TO gone'));
  return () => {
    inTransaction(db, () => db.exec('ALTER TABLE gone RENAME TO events'));
    db.close();
  };
}

/** How often this process has a ledger open. */
const openLedgers = () => openFiles().filter((path) => path.endsWith('ledger.sqlite')).length;

test('an outage is logged once, with its reason, and its end once', async ({ folder }) => {
  const logged: string[] = [];
  const record = (fields: object, message: string) =>
    void logged.push(`${message} ${JSON.stringify(fields)}`);
  const store = await embeddedEventStore(folder.path, { log: { ...quietLog, error: record, warn: record } });
  const append = () => store.append(freshStream(), 'no-stream', [newEvent()]);
  await append();
  const undo = spoil(folder.path);
  const before = openLedgers();
  for (let n = 0; n < 5; n++) assert.instance(await rejection(append()), EventStoreUnavailable);
  // SQLite itself may keep one descriptor open, and use it for the next connection.
  assert.ok(openLedgers() <= before + 1, 'what was opened for a batch that failed is closed');
  assert.is(logged.length, 1);
  assert.match(logged[0] ?? '', /^the log cannot be written: .*no such table/);
  undo();
  await append();
  await append();
  assert.is(logged.length, 2);
  assert.match(logged[1] ?? '', /^the log is written again {"failures":5,"lastedMs":\d+}$/);
  await store.close();
});

test('a ledger that was removed or replaced under the service is not written to any more', async ({
  folder,
}) => {
  const store = await embeddedEventStore(folder.path, { log: quietLog });
  const append = () => store.append(freshStream(), 'no-stream', [newEvent()]);
  await append();
  const path = ledgerPath(folder.path);
  const away = `${path}.away`;
  const isRefused = async () => /was removed or replaced/.test(String(await append().catch(String)));
  renameSync(path, away);
  await eventually('the writer has noticed that it is gone', isRefused, 5_000);
  assert.not.ok(existsSync(path), 'none is made in its place');
  assert.is((await store.readAll({ after: BEGINNING, limit: 1 })).events.length, 1, 'what is there is read');
  copyFileSync(away, path);
  assert.ok(await isRefused(), 'another file is not taken for it');
  renameSync(away, path);
  await append();
  await store.close();
});

test('a subscription that cannot read says so once, and goes on from its position', async ({ folder }) => {
  const logged: string[] = [];
  const record = (_: object, message: string) => void logged.push(message);
  const store = await embeddedEventStore(folder.path, { log: { ...quietLog, error: record, warn: record } });
  await store.append(freshStream(), 'no-stream', [newEvent()]);
  const undo = spoil(folder.path);
  const stop = new AbortController();
  const seen = (async () => {
    for await (const { events } of store.subscribe({ after: BEGINNING, signal: stop.signal }))
      if (events.length > 0) return events.length;
    return 0;
  })();
  await eventually('it cannot read', () => logged.length > 0);
  // It tries ten times a second, and says nothing more of it.
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(logged, ['a subscription cannot read the log, it goes on trying']);
  undo();
  assert.is(await seen, 1);
  assert.is(logged.at(-1), 'the subscription reads the log again');
  assert.is(logged.length, 2);
  stop.abort();
  await store.close();
});

test('a listener of commits may fail: the committed append is still answered', async ({ folder }) => {
  await (await embeddedEventStore(folder.path, { log: quietLog })).close();
  const faults: unknown[] = [];
  const caught = new Promise<void>((resolve) => {
    process.once('uncaughtException', (error) => {
      faults.push(error);
      resolve();
    });
  });
  const failed: string[] = [];
  const commits = groupCommit(
    { folder: folder.path, identity: ledgerIdentity(folder.path), checksIndex: true },
    {
      onCommitted() {
        throw new Error('the listener is broken');
      },
      onFailed: ({ message }) => void failed.push(message),
    },
  );
  assert.equal(await commits.append(appendTexts(freshStream(), -1, [newEvent()])), WRITTEN);
  await caught;
  assert.equal(failed, []);
  assert.match(String(faults[0]), 'the listener is broken');
  await commits.close();
});

test('a listener of failures may fail: the callers are answered, and later appends as well', async ({
  folder,
}) => {
  await (await embeddedEventStore(folder.path, { log: quietLog })).close();
  const faults: unknown[] = [];
  process.once('uncaughtException', (error) => void faults.push(error));
  const commits = groupCommit(
    { folder: folder.path, identity: ledgerIdentity(folder.path), checksIndex: true },
    {
      onCommitted: () => {},
      onFailed() {
        throw new Error('the listener is broken');
      },
    },
  );
  const append = () => commits.append(appendTexts(freshStream(), -1, [newEvent()]));
  const undo = spoil(folder.path);
  assert.instance(await rejection(append()), EventStoreUnavailable);
  undo();
  await eventually('the fault is thrown where it harms no append', () => faults.length > 0);
  assert.match(String(faults[0]), 'the listener is broken');
  assert.equal(await append(), WRITTEN);
  await commits.close();
});

test('one append of very many small events is taken, as are those beside it', async ({ folder }) => {
  await (await embeddedEventStore(folder.path, { log: quietLog })).close();
  const commits = groupCommit(
    { folder: folder.path, identity: ledgerIdentity(folder.path), checksIndex: true },
    { onCommitted: () => {}, onFailed: () => {} },
  );
  const small = (n: number) => ({ id: String(n), type: 'T', data: 0, metadata: {} }) as unknown as NewEvent;
  const many = Array.from({ length: 50_000 }, (_, n) => small(n));
  const outcomes = await Promise.all(
    [[newEvent()], many, [newEvent()]].map((events) =>
      commits.append(appendTexts(freshStream(), -1, events)),
    ),
  );
  const written = (position: number) => ({ position, isRepeated: false });
  assert.equal(outcomes, [written(1), written(50_001), written(50_002)]);
  await commits.close();
});

test('what a column repeats counts as well, however long it is', () => {
  const long = 'w'.repeat(5_000);
  const { texts, characters } = appendTexts('s', -1, [
    { ...newEvent(), metadata: { ...newEvent().metadata, workspace: long } },
  ]);
  assert.is(
    characters,
    texts.reduce((sum, { length }) => sum + length, 's'.length),
  );
});

test('a writer that dies during a batch fails that batch alone, and the next one gets a new writer', async ({
  folder,
}) => {
  await (await embeddedEventStore(folder.path, { log: quietLog })).close();
  const writer = writerThread({
    folder: folder.path,
    identity: ledgerIdentity(folder.path),
    checksIndex: true,
  });
  const empty = { kind: 'commit', appends: [] } satisfies WriterCommand;
  assert.equal(await writer.ask(empty), { kind: 'committed', outcomes: [] });
  // A thread that was asked to end gives no more answers.
  assert.match(String(await rejection(writer.ask({ kind: 'close' }))), 'the log writer ended');
  assert.equal(await writer.ask(empty), { kind: 'committed', outcomes: [] });
  await writer.close();
});

test('closing twice is closing once, and a page of nothing moves nowhere', async ({ folder }) => {
  const store = await embeddedEventStore(folder.path, { log: quietLog });
  await store.append(freshStream(), 'no-stream', [newEvent()]);
  assert.equal(await store.readAll({ after: BEGINNING, limit: 0 }), {
    events: [],
    position: BEGINNING,
    caughtUp: false,
  });
  await Promise.all([store.close(), store.close()]);
  await store.close();
});

test.run();
