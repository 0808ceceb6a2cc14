// test/contract/blobs.ts
import { createHash, randomBytes } from "node:crypto";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { BlobMissing } from "../../src/ports/blobs.js";
import { rejection } from "./eventStore/events.js";
function blobsContract(name, factory) {
  const test = suite(name);
  let opened;
  let blobs;
  test.before(async () => {
    opened = await factory();
    blobs = opened.subject;
  });
  test.after(() => opened.destroy());
  const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
  for (const length of [0, 1, 255e3, 261120, 1048577, 14e6]) {
    test(`${length} bytes come back as they were put, named by their hash`, async () => {
      const bytes = randomBytes(length);
      const ref = await blobs.put(bytes);
      assert.equal(ref, { sha256: sha256(bytes), length });
      assert.ok(bytes.equals(await blobs.get(ref)));
    });
  }
  test("what is put twice is the same blob", async () => {
    const bytes = randomBytes(3e5);
    const first = await blobs.put(bytes);
    assert.equal(await blobs.put(Uint8Array.from(bytes)), first);
    assert.ok(bytes.equals(await blobs.get(first)));
  });
  test("many puts of one content at once are safe", async () => {
    const bytes = randomBytes(6e5);
    const clients = opened.second === void 0 ? [blobs] : [blobs, await opened.second()];
    const refs = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (clients[n % clients.length] ?? blobs).put(bytes))
    );
    for (const ref of refs) assert.equal(ref, { sha256: sha256(bytes), length: bytes.length });
    for (const client of clients)
      assert.ok(bytes.equals(await client.get({ sha256: sha256(bytes), length: bytes.length })));
  });
  test("many puts of different contents at once are kept apart", async () => {
    const contents = Array.from({ length: 30 }, () => randomBytes(7e4));
    const refs = await Promise.all(contents.map((bytes) => blobs.put(bytes)));
    for (const [n, ref] of refs.entries()) assert.ok(contents[n]?.equals(await blobs.get(ref)));
  });
  test("the bytes may be changed once put has answered", async () => {
    const bytes = randomBytes(1e5);
    const before = Buffer.from(bytes);
    const ref = await blobs.put(bytes);
    bytes.fill(0);
    assert.ok(before.equals(await blobs.get(ref)));
  });
  test("what was never put is missing", async () => {
    for (const bytes of [randomBytes(8), Buffer.from("never")]) {
      const error = await rejection(blobs.get({ sha256: sha256(bytes), length: bytes.length }));
      assert.instance(error, BlobMissing);
      assert.match(error.message, sha256(bytes));
    }
  });
  test("a reference of another length is not answered", async () => {
    const bytes = randomBytes(1e3);
    const ref = await blobs.put(bytes);
    assert.instance(await rejection(blobs.get({ ...ref, length: 999 })), BlobMissing);
  });
  test("blobs are there after a restart", async () => {
    if (opened.reopen === void 0) return;
    const bytes = randomBytes(5e5);
    const ref = await blobs.put(bytes);
    blobs = await opened.reopen();
    assert.ok(bytes.equals(await blobs.get(ref)));
  });
  const sweep = async (needed, putBeforeMs, dryRun = false) => {
    const hashes = new Set(needed.map((ref) => ref.sha256));
    const isNeeded = (hash) => hashes.has(hash);
    const removed = [];
    let looked = 0;
    for await (const blob of blobs.sweep({ isNeeded, putBeforeMs, dryRun })) {
      looked += 1;
      if (blob.removed) removed.push(blob.bytes);
    }
    return { looked, removed };
  };
  const isThere = async (bytes) => {
    const found = blobs.get({ sha256: sha256(bytes), length: bytes.length });
    return found.then(
      () => true,
      (error) => {
        assert.instance(error, BlobMissing);
        return false;
      }
    );
  };
  const between = async () => {
    const cutMs = Date.now() + 20;
    while (Date.now() <= cutMs + 20) await new Promise((resolve) => setImmediate(resolve));
    return cutMs;
  };
  test("a sweep removes what nobody needs and nobody has put lately, and that alone", async () => {
    const [needed, orphan, young] = [randomBytes(3e5), randomBytes(600001), randomBytes(10)];
    const ref = await blobs.put(needed);
    await blobs.put(orphan);
    const cutMs = await between();
    await blobs.put(young);
    const planned = await sweep([ref], cutMs, true);
    assert.ok(planned.removed.includes(orphan.length));
    assert.ok(await isThere(orphan));
    const done = await sweep([ref], cutMs);
    assert.equal(done, planned);
    assert.equal([await isThere(needed), await isThere(orphan), await isThere(young)], [true, false, true]);
    assert.equal(await sweep([ref], cutMs), { looked: done.looked - done.removed.length, removed: [] });
    await blobs.put(orphan);
    assert.ok(orphan.equals(await blobs.get({ sha256: sha256(orphan), length: orphan.length })));
  });
  test("what is put again is young again", async () => {
    const bytes = randomBytes(3e5);
    await blobs.put(bytes);
    const cutMs = await between();
    await blobs.put(bytes);
    await sweep([], cutMs);
    assert.ok(await isThere(bytes));
  });
  const turns = async (count) => {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  test("a put beside the sweep that removes the same blob is never lost", async () => {
    for (let round = 0; round < 12; round++) {
      const contents = Array.from({ length: 24 }, () => randomBytes(5e3));
      for (const bytes of contents) await blobs.put(bytes);
      const byHash = new Map(contents.map((bytes) => [sha256(bytes), bytes]));
      const putBeforeMs = await between();
      const puts = [];
      const isNeeded = (hash) => {
        const bytes = byHash.get(hash);
        if (bytes !== void 0) puts.push(turns(puts.length % 6).then(() => blobs.put(bytes)));
        return false;
      };
      for await (const _ of blobs.sweep({ isNeeded, putBeforeMs, dryRun: false })) ;
      assert.is(puts.length, contents.length);
      await Promise.all(puts);
      for (const bytes of contents) assert.ok(await isThere(bytes), `round ${round}`);
    }
  });
  test("two sweeps at once remove each orphan and nothing else", async () => {
    const second = await opened.second?.() ?? blobs;
    const [needed, orphans] = [randomBytes(1e3), Array.from({ length: 20 }, () => randomBytes(1e3))];
    for (const bytes of [needed, ...orphans]) await blobs.put(bytes);
    const putBeforeMs = await between();
    const hash = sha256(needed);
    const over = async (client) => {
      const isNeeded = (one) => one === hash;
      for await (const _ of client.sweep({ isNeeded, putBeforeMs, dryRun: false })) ;
    };
    await Promise.all([over(blobs), over(second)]);
    assert.ok(await isThere(needed));
    for (const bytes of orphans) assert.not.ok(await isThere(bytes));
  });
  test.run();
}
export {
  blobsContract
};
//# sourceMappingURL=blobs.js.map
