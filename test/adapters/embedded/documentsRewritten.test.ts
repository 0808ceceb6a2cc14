import { statSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedDocuments } from '../../../src/adapters/embedded/documents.ts';
import { at } from '../../contract/documents/collections.ts';
import { quietLog } from '../../support/quietLog.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { wallClock } from '../../support/wallClock.ts';

const DOCUMENTS = 50_000;
const BATCH = 1_000;
const WAL_BYTES = 256 * 1_048_576;

const test = suite('embedded documents written over and over');

// Writing in an order unlike the keys' changes nearly every page in each batch: some 800 MB of write-ahead log in all.
test('every document and every entry is right after each round, and the write-ahead log stays short', async () => {
  const folder = temporaryFolder();
  const documents = openEmbeddedDocuments(folder.path, { clock: wallClock, log: quietLog });
  const collection = await documents.collection<{
    share: number;
    lane: string;
    dueAtMs: number;
    text: string;
  }>({
    name: 'work_v1',
    indexes: { due: ['share', 'lane', 'dueAtMs'] },
  });
  const keyOf = (n: number) => `key-${(n * 7_919) % DOCUMENTS}`;
  const wal = join(folder.path, 'read-models.sqlite-wal');
  for (let round = 1; round <= 2; round++) {
    for (let from = 0; from < DOCUMENTS; from += BATCH) {
      await collection.writeMany(
        Array.from({ length: BATCH }, (_, n) => ({
          key: keyOf(from + n),
          position: at(round),
          document: {
            share: n % 16,
            lane: `lane${n % 7}`,
            dueAtMs: 1e12 + from * round,
            text: 'x'.repeat(150),
          },
        })),
      );
      assert.ok(statSync(wal).size < WAL_BYTES, `${statSync(wal).size} bytes`);
    }
    let scanned = 0;
    for await (const { position } of collection.scan()) {
      assert.is(position, at(round));
      scanned++;
    }
    assert.is(scanned, DOCUMENTS);
    let entries = 0;
    for (let share = 0; share < 16; share++)
      entries += (await collection.page({ index: 'due', equals: [share], limit: DOCUMENTS })).length;
    assert.is(entries, DOCUMENTS);
  }
  await documents.close();
  folder.remove();
});

test.run();
