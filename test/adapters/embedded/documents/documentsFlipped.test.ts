import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { documentCrc } from '../../../../src/adapters/embedded/documents/documentRow.ts';
import { openEmbeddedDocuments } from '../../../../src/adapters/embedded/documents/documents.ts';
import { markReadModelsAhead } from '../../../../src/adapters/embedded/documents/documentsAhead.ts';
import { checkDocumentsFile } from '../../../../src/adapters/embedded/documents/documentsCheck.ts';
import { openSqlite } from '../../../../src/adapters/embedded/sqlite.ts';
import {
  type Collection,
  type Documents,
  DocumentsUnavailable,
  type Stored,
} from '../../../../src/ports/documents.ts';
import { at } from '../../../contract/documents/collections.ts';
import { quietLog } from '../../../support/quietLog.ts';
import { type Random, seededRandom } from '../../../support/seededRandom.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { RUN_ALL, SEED } from '../../../support/testRun.ts';
import { wallClock } from '../../../support/wallClock.ts';

const test = suite('read models with a flipped bit');
const DOCUMENTS = 200;
const FLIPS = RUN_ALL ? 200 : 20;
const definition = { name: 'some_v1', indexes: { byN: ['n'], byKind: ['kind', 'n'] } };
type Some = { readonly n: number; readonly kind: string; readonly text: string };

const keyOf = (n: number) => `document-${n}`;
const documentOf = (n: number): Some => ({ n, kind: `kind ${n % 3}`, text: `the words of document ${n}` });
/** Of the ways below, the one that does not read all documents. */
const ONE_KIND = 5;
const keys = Array.from({ length: DOCUMENTS }, (_, n) => keyOf(n));

/** All documents, by each way in which they are read; in place of each the error where that fails. */
async function everyWay(path: string): Promise<readonly (readonly unknown[] | Error)[]> {
  const ways = async (collection: Collection<Some>): Promise<(readonly unknown[])[]> => {
    const scanned: Stored<Some>[] = [];
    const scan = async () => {
      for await (const each of collection.scan()) scanned.push(each);
      return scanned;
    };
    const read: Promise<readonly unknown[]>[] = [
      Promise.all(keys.map((key) => collection.get(key))),
      collection.getMany(keys).then((found) => [...found.values()]),
      collection.getForFold(keys).then((found) => [...found]),
      collection.page({ index: 'byN', limit: DOCUMENTS }),
      collection.page({ index: 'byN', limit: DOCUMENTS, descending: true }),
      collection.page({ index: 'byKind', equals: ['kind 1'], limit: DOCUMENTS }),
      scan(),
    ];
    return Promise.all(read.map((way) => way.catch((error) => error)));
  };
  let documents: Documents | null = null;
  try {
    documents = openEmbeddedDocuments(path, { clock: wallClock, log: quietLog });
    return await ways(await documents.collection<Some>(definition));
  } catch (error) {
    // Also where the file is refused as a whole, such as one whose format is another number now.
    return [error as Error];
  } finally {
    await documents?.close();
  }
}

/** A file of read models, and copies of it that have one bit flipped. */
async function written() {
  const folder = temporaryFolder();
  const documents = openEmbeddedDocuments(folder.path, { clock: wallClock, log: quietLog });
  const collection = await documents.collection<Some>(definition);
  await collection.writeMany(keys.map((key, n) => ({ key, position: at(n), document: documentOf(n) })));
  await documents.close();
  const expected = await everyWay(folder.path);
  const db = openSqlite(join(folder.path, 'read-models.sqlite'), { busyTimeoutMs: 0 });
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  const bytes = readFileSync(join(folder.path, 'read-models.sqlite'));
  let copies = 0;
  return {
    path: folder.path,
    bytes,
    expected,
    /** Where the file has this: in use, and also in the unused parts of pages that were once full. */
    placesOf(text: string): readonly number[] {
      const places: number[] = [];
      for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) places.push(at);
      assert.ok(places.length > 0, `the file has ${text}`);
      return places;
    },
    /** The folder of a new copy with one bit flipped at each of these places. */
    flipped(places: readonly number[], bit: number): string {
      const changed = Buffer.from(bytes);
      for (const place of places) changed[place] = (changed[place] ?? 0) ^ (1 << bit);
      const path = join(folder.path, String(copies++));
      mkdirSync(path);
      writeFileSync(join(path, 'read-models.sqlite'), changed);
      return path;
    },
    remove: () => folder.remove(),
  };
}

/** As a row holds it: the three next to each other. */
const rowOf = (n: number) => keyOf(n) + at(n) + JSON.stringify(documentOf(n));
const below = (random: Random, end: number) => Math.floor(random() * end);

test('in a position or a document: each read notices it, and the next start begins again', async () => {
  const random = seededRandom(SEED);
  const { placesOf, flipped, remove } = await written();
  for (let flip = 0; flip < FLIPS; flip++) {
    const n = below(random, DOCUMENTS);
    const byte = keyOf(n).length + below(random, rowOf(n).length - keyOf(n).length);
    const places = placesOf(rowOf(n)).map((start) => start + byte);
    const path = flipped(places, below(random, 8));
    const name = `document ${n}, byte ${byte} of its row`;
    // A page of one kind reads only the documents of that kind.
    for (const [way, found] of (await everyWay(path)).entries())
      if (way !== ONE_KIND || n % 3 === 1)
        assert.instance(found, DocumentsUnavailable, `${name}, way ${way}`);
    assert.ok(existsSync(join(path, 'read-models.condemned')), name);
    const again = openEmbeddedDocuments(path, { clock: wallClock, log: quietLog });
    assert.equal(await again.list(), [], 'begun again');
    await again.close();
  }
  remove();
});

test('in the key of a row: reads take the key of the index, and the check of the file says so', async () => {
  const { expected, placesOf, flipped, remove } = await written();
  const path = flipped(
    placesOf(rowOf(77)).map((start) => start + 3),
    5,
  );
  assert.equal(await everyWay(path), expected);
  const { fault } = await checkDocumentsFile(path, () => true);
  assert.is(fault, 'the document "docUment-77" is not as it was written');
  remove();
});

test('in the key of an index: its document is missing, and the check of the file says so', async () => {
  const { placesOf, flipped, remove } = await written();
  // The entry ends with the number of the row, which counts from 1.
  const path = flipped(placesOf(keyOf(77) + String.fromCharCode(78)), 0);
  const documents = openEmbeddedDocuments(path, { clock: wallClock, log: quietLog });
  assert.is(await (await documents.collection<Some>(definition)).get(keyOf(77)), null);
  await documents.close();
  const { fault } = await checkDocumentsFile(path, () => true);
  assert.match(fault ?? '', 'row 78 missing from index');
  remove();
});

test('in the entry of an index: the page that it leads to notices it', async () => {
  const { placesOf, flipped, remove } = await written();
  const kind = 'kind 1';
  const entries = placesOf(kind + String.fromCharCode(76) + keyOf(76));
  const path = flipped(
    entries.map((start) => start + kind.length),
    1,
  );
  for (const [way, found] of (await everyWay(path)).entries())
    assert.is(found instanceof Error, way === ONE_KIND, `way ${way}`);
  remove();
});

test('anywhere: no document is served that differs, and where one is missing the check of the file says so', async () => {
  const random = seededRandom(SEED + 1);
  const { bytes, expected, flipped, remove } = await written();
  const known = new Set(expected.flatMap((found) => (found instanceof Error ? [] : found.map(textOf))));
  for (let flip = 0; flip < FLIPS; flip++) {
    const [place, bit] = [below(random, bytes.length), below(random, 8)];
    const path = flipped([place], bit);
    const name = `bit ${bit} of byte ${place}`;
    const found = await everyWay(path);
    for (const each of found)
      if (!(each instanceof Error))
        for (const document of each) assert.ok(document === null || known.has(textOf(document)), name);
    const isNoticed =
      found.some((each) => each instanceof Error) || existsSync(join(path, 'read-models.damaged-1.sqlite'));
    if (isNoticed || isDeepStrictEqual(found, expected)) continue;
    const { fault } = await checkDocumentsFile(path, () => true);
    assert.ok(fault !== null, `${name}: not found by the check either`);
  }
  remove();
});

test('a row whose body is no JSON although its checksum is right is damage, reported as such', async () => {
  const { path, remove } = await written();
  const db = openSqlite(join(path, 'read-models.sqlite'), { busyTimeoutMs: 0 });
  // What a flip of the body's type from NULL to an empty text leaves: it adds nothing to the checksum.
  db.prepare("UPDATE some_v1 SET body = '', crc = ? WHERE key = ?").run(
    documentCrc(keyOf(7), at(7), null),
    keyOf(7),
  );
  db.close();
  const [found] = await everyWay(path);
  assert.instance(found, DocumentsUnavailable);
  assert.match((found as Error).message, 'read-models.sqlite is damaged (the document "document-7"');
  remove();
});

test('a newest position that is none any more is damage', async () => {
  const { path, remove } = await written();
  const db = openSqlite(join(path, 'read-models.sqlite'), { busyTimeoutMs: 0 });
  db.exec(`UPDATE _newest SET position = '${at(7).replace('7', 'w')}'`);
  db.close();
  await markReadModelsAhead(path, { clock: wallClock, log: quietLog }, async () => at(DOCUMENTS));
  const again = openEmbeddedDocuments(path, { clock: wallClock, log: quietLog });
  assert.equal(await again.list(), []);
  await again.close();
  assert.ok(existsSync(join(path, 'read-models.damaged-1.sqlite')));
  remove();
});

const textOf = (document: unknown) => JSON.stringify(document);

test.run();
