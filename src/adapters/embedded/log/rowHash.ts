import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What a row of the log is checked by, as docs/log-format.md describes it. */
export interface LogRow {
  readonly position: number;
  readonly revision: number;
  /** Stream, type, id, time, workspace, data, metadata: each as its string or as the bytes that are stored. */
  readonly texts: readonly (string | Uint8Array)[];
}

/** Of the layout below; another layout gets another number, so that no row has the same hash under both. */
const VERSION = 1;
const POSITION_BYTES = 8;
const LENGTH_BYTES = 4;
/** UTF-8 takes three bytes a UTF-16 unit at most. */
const UTF8_BYTES = 3;
/** Grows to the largest row of the process: an append is at most 1 MiB. */
let scratch = Buffer.allocUnsafeSlow(65_536);

/**
 * The bytes that a row's checks cover: its position, then the version, the revision, the lengths of its texts, the
 * texts. Valid until the next call.
 */
export function rowBytes({ position, revision, texts }: LogRow): Buffer {
  const textsAt = 2 * POSITION_BYTES + 1 + texts.length * LENGTH_BYTES;
  const room = texts.reduce((sum, { length }) => sum + length * UTF8_BYTES, textsAt);
  if (room > scratch.length) scratch = Buffer.allocUnsafeSlow(2 * room);
  writeNumber(position, 0);
  scratch[POSITION_BYTES] = VERSION;
  writeNumber(revision, POSITION_BYTES + 1);
  let lengthAt = 2 * POSITION_BYTES + 1;
  let at = textsAt;
  for (const text of texts) {
    const length = typeof text === 'string' ? scratch.write(text, at) : text.length;
    if (typeof text !== 'string') scratch.set(text, at);
    scratch.writeUInt32BE(length, lengthAt);
    lengthAt += LENGTH_BYTES;
    at += length;
  }
  return scratch.subarray(0, at);
}

/** SHA-256 of everything but the position, which differs between engines. */
export function rowHash(bytes: Buffer): Buffer {
  return hash('sha256', bytes.subarray(POSITION_BYTES), 'buffer');
}

/** CRC-32 of everything with the position: quick enough to be compared at each read. */
export function rowCrc(bytes: Buffer): number {
  return crc32(bytes);
}

/** Eight bytes, the highest first; a damaged row may hold any number. */
function writeNumber(value: number, at: number): void {
  scratch.writeUInt32BE(Math.floor(value / 2 ** 32) >>> 0, at);
  scratch.writeUInt32BE(value >>> 0, at + 4);
}
