import type { BlobRef } from '../events/schema.ts';

/** Content-addressed bytes, too large for an event. Nothing is ever changed; what is put twice is kept once. */
export interface Blobs {
  /**
   * Resolves once the bytes are on disk. Bytes that are there already count as put now, so that a sweep leaves them.
   * Rejects with `BlobsUnavailable` when they cannot be written.
   */
  put(bytes: Uint8Array): Promise<BlobRef>;
  /** Rejects with `BlobMissing` when there are no such bytes, or when they do not match their hash. */
  get(ref: BlobRef): Promise<Buffer>;
  /**
   * Looks at every blob and removes those that nobody needs and nobody has put lately, also what a put that was cut
   * off has left. One that is put while it is being removed stays, or is written again; it is never missing meanwhile.
   * May be broken off and run any number of times, by several processes at once. Rejects with `BlobsUnavailable`.
   */
  sweep(options: SweepOptions): AsyncIterable<SweptBlob>;
  close(): Promise<void>;
}

export interface SweepOptions {
  /** Whether anything refers to the blob of this hash. */
  isNeeded(sha256: string): boolean;
  /** What was put at or after this moment stays, needed or not: milliseconds since 1970. */
  readonly putBeforeMs: number;
  /** Removes nothing, and says what it would remove. */
  readonly dryRun: boolean;
}

/** A blob that a sweep has looked at. */
export interface SweptBlob {
  /** Its hash; of what a put that was cut off has left, the hash it was to have. */
  readonly sha256: string;
  readonly bytes: number;
  readonly removed: boolean;
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
