import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { uuid5 } from '../../src/events/uuid5.ts';
import { SEED } from '../support/testRun.ts';

const uuids = suite('uuid5');

/** RFC 9562, section 5.5, step by step. */
function byTheBook(...parts: readonly string[]): string {
  const hash = createHash('sha1').update(Buffer.from('5b0c4a0e9c3f5d1e8f6a2b7d4e913c58', 'hex'));
  for (const part of parts) hash.update(`${part.length}:${part}`);
  const bytes = hash.digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

uuids('are those of RFC 9562', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (parts) => {
      assert.is(uuid5(...parts), byTheBook(...parts));
    }),
    { seed: SEED },
  );
});

uuids('of long names too', () => {
  for (const length of [1_020, 1_021, 1_022, 5_000]) {
    const name = 'é'.repeat(length);
    assert.is(uuid5(name), byTheBook(name));
  }
});

uuids('stay what they are: streams are named by them', () => {
  assert.is(uuid5('workspace', 'default'), 'f8285c38-e9fa-5f23-8940-4db3305b0f7f');
  assert.is.not(uuid5('ab', 'c'), uuid5('a', 'bc'));
});

uuids.run();
