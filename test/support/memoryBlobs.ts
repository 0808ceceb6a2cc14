import { createHash } from 'node:crypto';
import { BlobMissing, type Blobs } from '../../src/ports/blobs.ts';

/** Blobs in a map, for tests of what stands above the port. */
export function memoryBlobs(): Blobs & { readonly kept: ReadonlyMap<string, Buffer> } {
  const kept = new Map<string, Buffer>();
  return {
    kept,
    async put(bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      kept.set(sha256, Buffer.from(bytes));
      return { sha256, length: bytes.length };
    },
    async get({ sha256 }) {
      const bytes = kept.get(sha256);
      if (bytes === undefined) throw new BlobMissing(sha256);
      return bytes;
    },
    close: async () => {},
  };
}
