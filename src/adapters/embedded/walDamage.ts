import { readFileSync, statSync } from 'node:fs';

/** What is wrong with a write-ahead log that nobody has opened since its writer died. */
export interface WalDamage {
  /** Where the first frame begins that is not what was written. */
  readonly atByte: number;
  /** Commits behind that place, which SQLite will pass over: the damaged frame's own, and those that follow. */
  readonly lostCommits: number;
}

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;
/** Bit of the magic number that tells the byte order of the checksums' words. */
const BIG_ENDIAN = 1;

/**
 * Looks for damage in a write-ahead log, by the file format that SQLite documents. SQLite itself takes the first frame
 * with a wrong checksum for the log's end, in silence: right after a power cut, which can tear only the last
 * transaction, that nobody was told of; wrong when a disk has spoilt what was synced.
 * The file holds no locks, so that it may be read beside SQLite. Null when nothing is wrong, or when somebody is
 * writing it at this moment.
 */
export function walDamage(file: string): WalDamage | null {
  const first = scan(file);
  if (first === null) return null;
  // A writer at work can look like damage, though not twice the same.
  const second = scan(file);
  if (second?.mtimeMs !== first.mtimeMs || second.atByte !== first.atByte) return null;
  return { atByte: first.atByte, lostCommits: first.lostCommits };
}

function scan(file: string): (WalDamage & { readonly mtimeMs: number }) | null {
  const found = contentsOf(file);
  if (found === null) return null;
  const { mtimeMs, bytes } = found;
  if (bytes.length < HEADER_BYTES) return null;
  const magic = bytes.readUInt32BE(0);
  const bigEndian = (magic & BIG_ENDIAN) === 1;
  const pageBytes = bytes.readUInt32BE(8);
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  const sum = checksum(bytes, bigEndian);
  sum.add(0, 24);
  const isHeader = (magic & ~BIG_ENDIAN) === MAGIC && sum.equals(24);
  let at = HEADER_BYTES;
  if (isHeader) {
    for (; at + frameBytes <= bytes.length; at += frameBytes) {
      if (!sameSalts(bytes, at)) return null;
      sum.add(at, 8);
      sum.add(at + FRAME_HEADER_BYTES, pageBytes);
      if (!sum.equals(at + 16)) break;
    }
  }
  let lostCommits = 0;
  for (let frame = at; frame + frameBytes <= bytes.length && sameSalts(bytes, frame); frame += frameBytes)
    if (bytes.readUInt32BE(frame + 4) !== 0) lostCommits++;
  return lostCommits === 0 ? null : { atByte: isHeader ? at : 0, lostCommits, mtimeMs };
}

/** Null when there is no such file, which the last process that closes the database removes at any moment. */
function contentsOf(file: string): { readonly mtimeMs: number; readonly bytes: Buffer } | null {
  try {
    return { mtimeMs: statSync(file).mtimeMs, bytes: readFileSync(file) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Frames of an earlier round of the log, which it is written over, have other salts than its header. */
function sameSalts(bytes: Buffer, frame: number): boolean {
  return bytes.compare(bytes, 16, 24, frame + 8, frame + 16) === 0;
}

/** The running checksum of a write-ahead log: two sums, each of which takes in the other. */
function checksum(bytes: Buffer, bigEndian: boolean) {
  const word = bigEndian ? (at: number) => bytes.readUInt32BE(at) : (at: number) => bytes.readUInt32LE(at);
  let one = 0;
  let two = 0;
  return {
    add(from: number, length: number) {
      for (let at = from; at < from + length; at += 8) {
        one = (one + word(at) + two) >>> 0;
        two = (two + word(at + 4) + one) >>> 0;
      }
    },
    equals: (at: number) => bytes.readUInt32BE(at) === one && bytes.readUInt32BE(at + 4) === two,
  };
}
