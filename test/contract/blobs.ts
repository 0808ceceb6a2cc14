import { createHash, randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BlobMissing, type Blobs } from '../../src/ports/blobs.ts';
import { rejection } from './eventStore/events.ts';
import type { Factory, Opened } from './opened.ts';

/** Every rule of src/ports/blobs.ts as a test. */
export function blobsContract(name: string, factory: Factory<Blobs>): void {
  const test = suite(name);
  let opened: Opened<Blobs>;
  let blobs: Blobs;
  test.before(async () => {
    opened = await factory();
    blobs = opened.subject;
  });
  test.after(() => opened.destroy());

  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

  for (const length of [0, 1, 255_000, 261_120, 1_048_577, 14_000_000]) {
    test(`${length} bytes come back as they were put, named by their hash`, async () => {
      const bytes = randomBytes(length);
      const ref = await blobs.put(bytes);
      assert.equal(ref, { sha256: sha256(bytes), length });
      assert.ok(bytes.equals(await blobs.get(ref)));
    });
  }

  test('what is put twice is the same blob', async () => {
    const bytes = randomBytes(300_000);
    const first = await blobs.put(bytes);
    assert.equal(await blobs.put(Uint8Array.from(bytes)), first);
    assert.ok(bytes.equals(await blobs.get(first)));
  });

  test('many puts of one content at once are safe', async () => {
    const bytes = randomBytes(600_000);
    const clients = opened.second === undefined ? [blobs] : [blobs, await opened.second()];
    const refs = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (clients[n % clients.length] ?? blobs).put(bytes)),
    );
    for (const ref of refs) assert.equal(ref, { sha256: sha256(bytes), length: bytes.length });
    for (const client of clients)
      assert.ok(bytes.equals(await client.get({ sha256: sha256(bytes), length: bytes.length })));
  });

  test('many puts of different contents at once are kept apart', async () => {
    const contents = Array.from({ length: 30 }, () => randomBytes(70_000));
    const refs = await Promise.all(contents.map((bytes) => blobs.put(bytes)));
    for (const [n, ref] of refs.entries()) assert.ok(contents[n]?.equals(await blobs.get(ref)));
  });

  test('the bytes may be changed once put has answered', async () => {
    const bytes = randomBytes(100_000);
    const before = Buffer.from(bytes);
    const ref = await blobs.put(bytes);
    bytes.fill(0);
    assert.ok(before.equals(await blobs.get(ref)));
  });

  test('what was never put is missing', async () => {
    for (const bytes of [randomBytes(8), Buffer.from('never')]) {
      const error = await rejection(blobs.get({ sha256: sha256(bytes), length: bytes.length }));
      assert.instance(error, BlobMissing);
      assert.match((error as Error).message, sha256(bytes));
    }
  });

  test('a reference of another length is not answered', async () => {
    const bytes = randomBytes(1_000);
    const ref = await blobs.put(bytes);
    assert.instance(await rejection(blobs.get({ ...ref, length: 999 })), BlobMissing);
  });

  test('blobs are there after a restart', async () => {
    if (opened.reopen === undefined) return;
    const bytes = randomBytes(500_000);
    const ref = await blobs.put(bytes);
    blobs = await opened.reopen();
    assert.ok(bytes.equals(await blobs.get(ref)));
  });

  test.run();
}
