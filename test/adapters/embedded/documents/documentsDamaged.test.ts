// runs in: test:all

import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedDocuments } from '../../../../src/adapters/embedded/documents/documents.ts';
import { openSqlite } from '../../../../src/adapters/embedded/sqlite.ts';
import { type Documents, DocumentsUnavailable } from '../../../../src/ports/documents.ts';
import { at } from '../../../contract/documents/collections.ts';
import { rejection } from '../../../contract/eventStore/events.ts';
import { quietLog } from '../../../support/quietLog.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { wallClock } from '../../../support/wallClock.ts';
import { writingProcess } from './writingProcess.ts';

const test = suite('read models that are damaged');
const DOCUMENTS = 2_000;
const definition = { name: 'some_v1', indexes: { byN: ['n'] } };

/** A folder with read models that another process wrote and closed, and what opening them logs. */
async function written(kill = false) {
  const folder = temporaryFolder();
  await writingProcess(folder.path, DOCUMENTS, kill);
  const logged: string[] = [];
  const log = { ...quietLog, error: (_: object, message: string) => void logged.push(message) };
  const open = () => openEmbeddedDocuments(folder.path, { clock: wallClock, log });
  const openForCommand = () =>
    openEmbeddedDocuments(folder.path, { clock: wallClock, log, marksDamage: false });
  const path = (name: string) => join(folder.path, name);
  return {
    file: path('read-models.sqlite'),
    path,
    logged,
    open,
    openForCommand,
    remove: () => folder.remove(),
  };
}

async function countIn(documents: Documents): Promise<number> {
  let count = 0;
  for await (const _ of (await documents.collection(definition)).scan()) count++;
  return count;
}

function spoil(path: string, from: number, bytes: Buffer): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, from);
  closeSync(file);
}

for (const [how, damage] of [
  ['its tail is cut', (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2))],
  ['its beginning is written over', (file: string) => spoil(file, 0, Buffer.alloc(100, 0xff))],
] as const)
  test(`${how}: the file is set aside by name, and an empty one begun`, async () => {
    const { file, path, logged, open, remove } = await written();
    damage(file);
    const spoilt = readFileSync(file);
    const documents = open();
    assert.is(logged.length, 1);
    assert.match(
      logged[0] ?? '',
      /^read-models\.sqlite is damaged: it is kept as read-models\.damaged-1\.sqlite/,
    );
    assert.ok(readFileSync(path('read-models.damaged-1.sqlite')).equals(spoilt));
    assert.equal(await documents.list(), []);
    assert.is(await countIn(documents), 0);
    await documents.close();
    remove();
  });

test('a damaged page that a command meets condemns nothing: a running service has the file open', async () => {
  const { file, path, logged, openForCommand, remove } = await written();
  spoil(file, 4_096, Buffer.alloc(statSync(file).size - 4_096, 0xff));
  const documents = openForCommand();
  assert.instance(await rejection(countIn(documents)), DocumentsUnavailable);
  await documents.close();
  assert.is(logged.length, 1);
  assert.not.ok(existsSync(path('read-models.condemned')));
  remove();
});

test('a damaged page is reported by name, and the next start begins again', async () => {
  const { file, logged, open, remove } = await written();
  // Everything after the schema: any page that is read first.
  spoil(file, 4_096, Buffer.alloc(statSync(file).size - 4_096, 0xff));
  const documents = open();
  const refusal = await rejection(countIn(documents));
  assert.instance(refusal, DocumentsUnavailable);
  assert.match((refusal as Error).message, 'read-models.sqlite is damaged');
  assert.is(logged.length, 1);
  assert.match(logged[0] ?? '', 'restart, and the read models are built again from the log');
  assert.throws(open, /damaged.*another process has it open/, 'nothing is renamed while it is in use');
  await documents.close();
  const emptied = open();
  assert.match(logged[1] ?? '', 'it is kept as read-models.damaged-1.sqlite');
  assert.is(await countIn(emptied), 0);
  await emptied.close();
  const again = open();
  assert.is(logged.length, 2, 'set aside once');
  await again.close();
  remove();
});

test('a byte turned in the write-ahead log: what was written before it is there, whole', async () => {
  const { file, logged, open, remove } = await written(true);
  const wal = `${file}-wal`;
  assert.ok(existsSync(wal));
  spoil(wal, Math.floor(statSync(wal).size / 2), Buffer.from([0x55, 0xaa, 0x55]));
  const documents = open();
  const count = await countIn(documents);
  assert.ok(count > 0 && count < DOCUMENTS, `${count} documents`);
  const collection = await documents.collection(definition);
  assert.is((await collection.page({ index: 'byN', limit: DOCUMENTS })).length, count);
  assert.equal((await collection.get(`k${count - 1}`))?.position, at(count));
  assert.is(await collection.get(`k${count}`), null, 'and nothing after it');
  assert.equal(logged, []);
  await documents.close();
  remove();
});

test('a row that a search meets and that was changed is reported by name, and the next start begins again', async () => {
  const folder = temporaryFolder();
  const open = () => openEmbeddedDocuments(folder.path, { clock: wallClock, log: quietLog });
  const searched = { name: 'texts_v1', indexes: {}, hasParts: true } as const;
  const part = { place: 'w/messages', part: 'example.net', limit: 10 };
  const document = { place: part.place, texts: { to: 'ann@example.net' } };
  let documents = open();
  await (await documents.collection(searched)).writeMany([{ key: 'a', position: at(1), document }]);
  await documents.close();
  const db = openSqlite(join(folder.path, 'search.sqlite'), { busyTimeoutMs: 0 });
  db.exec("UPDATE texts_v1 SET body = replace(body, 'ann@', 'bob@')");
  db.close();
  documents = open();
  const texts = await documents.collection(searched);
  const fault = await rejection(texts.byPart?.(part) ?? Promise.resolve());
  assert.match(String(fault), /search\.sqlite is damaged/);
  await documents.close();
  documents = open();
  assert.equal(await (await documents.collection(searched)).byPart?.(part), { keys: [], next: null });
  await documents.close();
  folder.remove();
});

test('what another format wrote is refused by name', async () => {
  const { file, open, remove } = await written();
  // The user version is at byte 60 of the header.
  spoil(file, 60, Buffer.from([0, 0, 0, 9]));
  assert.throws(
    open,
    /read-models\.sqlite has the format 9, and this version knows 2: start the version that wrote it, or move/,
  );
  remove();
});

test.run();
