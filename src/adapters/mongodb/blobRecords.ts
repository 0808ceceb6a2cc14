import type { Binary } from 'mongodb';

/** `blobs.files`, in GridFS's layout. */
export interface FileRecord {
  /** The SHA-256 of the contents. */
  readonly _id: string;
  readonly length: number;
  readonly chunkSize: number;
  /** When it was put last. */
  readonly uploadDate: Date;
  readonly filename: string;
}

/** `blobs.chunks`, in GridFS's layout. */
export interface ChunkRecord {
  /** `SHA256:N`, so that a chunk can be written any number of times and is there once. */
  readonly _id: string;
  readonly files_id: string;
  readonly n: number;
  readonly data: Binary;
  /** When it was put last, by a put that knew of no file. */
  readonly putAt: Date;
}
