import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cutParts, overwriteFreePages } from '../../../src/adapters/embedded/cut.ts';
import { openEmbeddedDocuments } from '../../../src/adapters/embedded/documents/documents.ts';
import { embeddedEventStore } from '../../../src/adapters/embedded/log/eventStore.ts';
import { openSqlite } from '../../../src/adapters/embedded/sqlite.ts';
import { BEGINNING, type NewEvent, type Position } from '../../../src/events/event.ts';
import type { Findable } from '../../../src/ports/documents.ts';
import { manualClock } from '../../support/manualClock.ts';
import { quietLog } from '../../support/quietLog.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const test = suite<{ folder: string; remove: () => void }>('what is cut');
test.before.each((context) => {
  const { path, remove } = temporaryFolder();
  Object.assign(context, { folder: path, remove });
});
test.after.each(({ remove }) => remove());

/** Files that hold one of the texts. */
const holding = (folder: string, text: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(join(folder, entry.name)).includes(text))
    .map(({ name }) => name);

const at = (n: number) => String(n).padStart(BEGINNING.length, '0') as Position;

test('a document leaves nothing in any page, nor does what it was before, while the store is open', async ({
  folder,
}) => {
  const documents = openEmbeddedDocuments(folder, { clock: manualClock(), log: quietLog });
  const collection = await documents.collection<{ text: string }>({
    name: 'm_v1',
    indexes: { byText: ['text'] },
  });
  const write = (key: string, position: number, text: string) =>
    collection.writeMany([{ key, position: at(position), document: { text } }]);
  // Short ones share a page; long ones have pages of their own.
  for (let n = 1; n <= 60; n++) await write(`key-${n}`, n, `anna-${n}-${'x'.repeat((n % 3) * 4_000)}`);
  for (let n = 1; n <= 60; n++) await write(`key-${n}`, 100 + n, `bert-${n}`);
  await write('key-70', 170, `bert-${'anna'.repeat(9_000)}`);
  await write('key-71', 171, 'stays');
  await documents.drop('m_v0');
  assert.is.not(holding(folder, 'anna').length, 0);
  await collection.forget([...Array(71).keys()].map((n) => `key-${n}`));
  overwriteFreePages(folder);
  assert.equal(holding(folder, 'anna'), []);
  assert.equal(holding(folder, 'bert'), []);
  assert.equal((await collection.get('key-71'))?.document, { text: 'stays' });
  await write('key-72', 172, 'goes on');
  assert.equal(await documents.list(), ['m_v1']);
  await documents.close();
});

test('a text that was found by its parts leaves neither itself nor its letters', async ({ folder }) => {
  const documents = openEmbeddedDocuments(folder, { clock: manualClock(), log: quietLog });
  const collection = await documents.collection<Findable>({ name: 's_v1', indexes: {}, hasParts: true });
  const place = '00000000-0000-4000-8000-000000000001/messages';
  const write = (n: number, text: string) =>
    collection.writeMany([
      { key: `key-${n % 1_000}`, position: at(n), document: { place, texts: { text } } },
    ]);
  for (let n = 1; n <= 400; n++) await write(n, n % 4 ? `stays ${n}` : `ʬʭʮ-${n} ${'ꭃꭄꭅ'.repeat(n % 3)}`);
  for (const letters of ['ʬʭʮ', 'ꭃꭄꭅ']) assert.is.not(holding(folder, letters).length, 0);
  for (let n = 4; n <= 200; n += 4) await write(1_000 + n, 'another');
  await collection.forget(
    Array.from({ length: 400 }, (_, n) => `key-${n + 1}`).filter((_, n) => n % 4 === 3),
  );
  overwriteFreePages(folder);
  for (const letters of ['ʬʭʮ', 'ꭃꭄꭅ']) assert.equal(holding(folder, letters), []);
  const found = await collection.byPart?.({ place, part: 'stays', limit: 1_000 });
  assert.is(found?.keys.length, 300);
  await documents.close();
});

test('the parts of an event leave nothing, and its row stays as it was', async ({ folder }) => {
  const store = await embeddedEventStore(folder, { log: quietLog });
  const event = (name: string): NewEvent => ({
    ...{ id: `00000000-0000-4000-8000-00000000000${name.length}`, type: 'A', data: {} },
    metadata: {
      v: 1,
      workspace: 'w',
      actor: 'a',
      correlation: 'c',
      causation: null,
      at: '2026-01-01T00:00:00.000Z',
    },
    parts: {
      people: { salt: 'AA', text: `"${name}"` },
      contents: { salt: 'BB', text: `"${name.repeat(2_000)}"` },
    },
  });
  await store.append('a-1', 'no-stream', [event('anna')]);
  await store.append('a-2', 'no-stream', [event('berta')]);
  cutParts(folder, [1]);
  assert.equal(holding(folder, 'anna'), []);
  assert.is.not(holding(folder, 'berta').length, 0);
  const { events } = await store.readAll({ after: BEGINNING, limit: 10 });
  assert.equal(
    events.map(({ stream, parts }) => [stream, Object.keys(parts ?? {})]),
    [
      ['a-1', []],
      ['a-2', ['people', 'contents']],
    ],
  );
  await store.close();
});

test('while a reader needs the write-ahead log, it is said that what was cut is still there', async ({
  folder,
}) => {
  const documents = openEmbeddedDocuments(folder, { clock: manualClock(), log: quietLog });
  const collection = await documents.collection<object>({ name: 'm_v1', indexes: {} });
  await collection.writeMany([{ key: 'a', position: at(1), document: {} }]);
  const reader = openSqlite(join(folder, 'read-models.sqlite'), { busyTimeoutMs: 0, readOnly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT * FROM m_v1').all();
  await collection.forget(['a']);
  assert.throws(() => overwriteFreePages(folder, { busyMs: 50 }), /-wal is in use/);
  reader.exec('COMMIT');
  reader.close();
  overwriteFreePages(folder);
  await documents.close();
});

test.run();
