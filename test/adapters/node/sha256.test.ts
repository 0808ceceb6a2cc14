import { createHash, randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sha256Of } from '../../../src/adapters/node/sha256.ts';

const test = suite('sha256');

test('is the hash of any number of bytes, also of several inputs at once', async () => {
  const lengths = [0, 1, 1_048_576, 1_048_577, 3_000_000, 2_097_152];
  const all = lengths.map((length) => randomBytes(length));
  const hashes = await Promise.all(all.map(sha256Of));
  assert.equal(
    hashes,
    all.map((bytes) => createHash('sha256').update(bytes).digest('hex')),
  );
});

test('much leaves turns of the event loop to others', async () => {
  let turns = 0;
  let done = false;
  const turn = () => {
    turns += 1;
    if (!done) setImmediate(turn);
  };
  setImmediate(turn);
  await Promise.all([sha256Of(randomBytes(4_194_304)), sha256Of(randomBytes(4_194_304))]);
  done = true;
  assert.ok(turns >= 8, String(turns));
});

test.run();
