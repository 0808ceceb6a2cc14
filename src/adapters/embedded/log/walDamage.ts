import { copyFileSync, readFileSync, statSync } from 'node:fs';
import { ledgerPath } from './ledgerFile.ts';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;
/** Bit of the magic number that gives the byte order of the checksums' words. */
const BIG_ENDIAN = 1;

/**
 * Checks what the last writer left in the ledger's write-ahead log, before SQLite opens it and ignores the damaged part.
 * A copy of a damaged file is kept next to it, for people who can repair it.
 * @returns a sentence that names the file and what is lost; null when nothing is wrong
 */
export function setAsideDamagedWal(folder: string): string | null {
  const file = `${ledgerPath(folder)}-wal`;
  const damage = walDamage(file);
  if (damage === null) return null;
  const copy = `${file}.damaged-${Math.trunc(statSync(file).mtimeMs)}`;
  copyFileSync(file, copy);
  const { atByte, lostCommits } = damage;
  const lost =
    lostCommits === 1
      ? 'its last commit is lost: a power cut broke it off before it was acknowledged, or the disk is damaged'
      : `its last ${lostCommits} commits are lost, some of which were acknowledged`;
  return `${file} is damaged at byte ${atByte}: ${lost}; a copy is kept as ${copy}`;
}

/**
 * Looks for damage in a write-ahead log, by the file format that SQLite documents. SQLite itself takes the first frame
 * with a wrong checksum for the log's end and reports nothing. That is right after a power cut, which can break off only
 * the last transaction, not yet acknowledged; it is wrong when a disk has damaged what was synced.
 * The file holds no locks, so it may be read while SQLite uses it. Null when nothing is wrong, or when another process
 * is writing it at this moment.
 * @returns where the first frame begins that is not as it was written, and the number of commits from that place on,
 * which SQLite will ignore: the damaged frame's own, and those after it
 */
function walDamage(file: string) {
  const first = scan(file);
  if (first === null) return null;
  // A write in progress can look like damage, but not the same twice.
  const second = scan(file);
  return second?.mtimeMs === first.mtimeMs && second.atByte === first.atByte ? first : null;
}

function scan(file: string) {
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

/** Null when there is no such file: the last process that closes the database may remove it at any moment. */
function contentsOf(file: string): { readonly mtimeMs: number; readonly bytes: Buffer } | null {
  try {
    return { mtimeMs: statSync(file).mtimeMs, bytes: readFileSync(file) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The log is written over again and again: frames of an earlier round have other salts than its header. */
function sameSalts(bytes: Buffer, frame: number): boolean {
  return bytes.compare(bytes, 16, 24, frame + 8, frame + 16) === 0;
}

/** The running checksum of a write-ahead log: two sums, each of which adds the other. */
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
