import type { BlobRef } from '../events/schema.ts';

/** Content-addressed bytes, too large for an event. Blobs never change; equal ones are stored once. */
export interface Blobs {
  /**
   * Resolves once the bytes are on disk. Putting bytes that exist already renews their time, so that a sweep leaves them.
   * Rejects with `BlobsUnavailable` when they cannot be written.
   */
  put(bytes: Uint8Array): Promise<BlobRef>;
  /** Rejects with `BlobMissing` when there are no such bytes, or they do not match their hash. */
  get(ref: BlobRef): Promise<Buffer>;
  /**
   * Looks at every blob and removes those that are neither needed nor put recently, and the remains of interrupted
   * puts. A blob that is put while it is being removed stays, or is written again, and is never missing in between.
   * May be stopped and run any number of times, by several processes at once. Rejects with `BlobsUnavailable`.
   */
  sweep(options: SweepOptions): AsyncIterable<SweptBlob>;
  close(): Promise<void>;
}

export interface SweepOptions {
  /** Whether anything refers to the blob of this hash. */
  isNeeded(sha256: string): boolean;
  /** Blobs put at or after this time stay, needed or not: milliseconds since 1970. */
  readonly putBeforeMs: number;
  /** Removes nothing, and reports what it would remove. */
  readonly dryRun: boolean;
}

/** A blob that a sweep has looked at. */
export interface SweptBlob {
  /** Its hash; for the remains of an interrupted put, the intended hash. */
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
