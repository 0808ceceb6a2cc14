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
const LENGTHS_AT = 2 * POSITION_BYTES + 1;
const LENGTH_BYTES = 4;
/** Texts of a row. */
const TEXTS = 7;
const textsAt = (texts: number): number => LENGTHS_AT + texts * LENGTH_BYTES;
/** UTF-8 takes three bytes a UTF-16 unit at most. */
const UTF8_BYTES = 3;
/** Grows to the largest row of the process: an append is at most 1 MiB. */
let scratch = Buffer.allocUnsafeSlow(65_536);

/**
 * The bytes that a row's checks cover: its position, then the version, the revision, the lengths of its texts, the
 * texts. Valid until the next call.
 */
export function rowBytes({ position, revision, texts }: LogRow): Buffer {
  let at = textsAt(texts.length);
  const room = texts.reduce((sum, { length }) => sum + length * UTF8_BYTES, at);
  if (room > scratch.length) scratch = Buffer.allocUnsafeSlow(2 * room);
  writeNumber(position, 0);
  scratch[POSITION_BYTES] = VERSION;
  writeNumber(revision, POSITION_BYTES + 1);
  let lengthAt = LENGTHS_AT;
  for (const text of texts) {
    const length = typeof text === 'string' ? scratch.write(text, at) : text.length;
    if (typeof text !== 'string') scratch.set(text, at);
    scratch.writeUInt32BE(length, lengthAt);
    lengthAt += LENGTH_BYTES;
    at += length;
  }
  return scratch.subarray(0, at);
}

/** SHA-256 of everything but the position, which differs between engines, in hex: Node makes a string more quickly than a buffer. */
export function rowHash(bytes: Uint8Array): string {
  return hash('sha256', bytes.subarray(POSITION_BYTES), 'hex');
}

/** CRC-32 of everything with the position: quick enough to be compared at each read. */
export function rowCrc(bytes: Uint8Array): number {
  return crc32(bytes);
}

/** Bytes of a row without texts. */
export const EMPTY_ROW_BYTES = textsAt(TEXTS);

/** The length of the row that begins there. */
export function rowLength(bytes: Buffer, begin: number): number {
  let length = EMPTY_ROW_BYTES;
  for (let at = LENGTHS_AT; at < EMPTY_ROW_BYTES; at += LENGTH_BYTES)
    length += bytes.readUInt32BE(begin + at);
  return length;
}

export const rowPosition = (bytes: Buffer): number => numberAt(bytes, 0);
export const rowRevision = (bytes: Buffer): number => numberAt(bytes, POSITION_BYTES + 1);

/** The first `count` texts of a row, of which the checks have shown that it is as it was written. */
export function rowTexts(bytes: Buffer, count = TEXTS): string[] {
  const texts: string[] = [];
  let at = EMPTY_ROW_BYTES;
  for (let text = 0; text < count; text++) {
    const end = at + bytes.readUInt32BE(LENGTHS_AT + text * LENGTH_BYTES);
    texts.push(bytes.toString('utf8', at, end));
    at = end;
  }
  return texts;
}

/** The last text of a row. */
export const rowMetadata = (bytes: Buffer): string =>
  bytes.toString('utf8', bytes.length - bytes.readUInt32BE(EMPTY_ROW_BYTES - LENGTH_BYTES));

/** A number of eight bytes, the highest first. */
export const numberAt = (bytes: Buffer, at: number): number =>
  bytes.readUInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4);

/** Eight bytes, the highest first; a damaged row may hold any number. */
function writeNumber(value: number, at: number): void {
  scratch.writeUInt32BE(Math.floor(value / 2 ** 32) >>> 0, at);
  scratch.writeUInt32BE(value >>> 0, at + 4);
}
