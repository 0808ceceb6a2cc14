import type { BlobRef } from '../events/schema.ts';

/** Content-addressed bytes, too large for an event. Nothing is ever changed; what is put twice is kept once. */
export interface Blobs {
  /** Resolves once the bytes are on disk. Rejects with `BlobsUnavailable` when they cannot be written. */
  put(bytes: Uint8Array): Promise<BlobRef>;
  /** Rejects with `BlobMissing` when there are no such bytes, or when they do not match their hash. */
  get(ref: BlobRef): Promise<Buffer>;
  close(): Promise<void>;
}

export class BlobMissing extends Error {
  override readonly name = 'BlobMissing';
  constructor(sha256: string, options?: { cause?: unknown }) {
    super(`blob ${sha256} is missing or damaged`, options);
  }
}

export class BlobsUnavailable extends Error {
  override readonly name = 'BlobsUnavailable';
  constructor(reason: string, options?: { cause?: unknown }) {
    super(`the blob store is unavailable: ${reason}`, options);
  }
}
