import { closeSync, copyFileSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { endianness } from 'node:os';
import { ledgerPath } from './ledgerFile.ts';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** Of the index that SQLite's writers keep in shared memory: the same words stand there twice, in the order of the machine. */
const INDEX_HEADER_BYTES = 48;
const MAGIC = 0x377f0682;
/** Bit of the magic number that gives the byte order of the checksums' words. */
const BIG_ENDIAN = 1;
/** Frames read at once: some two megabytes. The file may be larger than memory. */
const CHUNK_FRAMES = 256;

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
 * with a wrong checksum for the log's end and reports nothing. That is right after a kill or a power cut, which can break off only
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
  const descriptor = openedToRead(file);
  if (descriptor === null) return null;
  try {
    const { mtimeMs } = fstatSync(descriptor);
    const header = Buffer.alloc(HEADER_BYTES);
    if (readSync(descriptor, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return null;
    const magic = header.readUInt32BE(0);
    const sum = checksum((magic & BIG_ENDIAN) === 1);
    sum.add(header, 0, 24);
    const isHeader = (magic & ~BIG_ENDIAN) === MAGIC && sum.equals(header, 24);
    let at = HEADER_BYTES;
    let whole = isHeader;
    let lostCommits = 0;
    let committedTo = at;
    for (const frame of frames(descriptor, header.readUInt32BE(8))) {
      // The log is written over again and again: frames of an earlier round have other salts than its header.
      if (header.compare(frame, 8, 16, 16, 24) !== 0) break;
      if (whole) {
        sum.add(frame, 0, 8);
        sum.add(frame, FRAME_HEADER_BYTES, frame.length - FRAME_HEADER_BYTES);
        whole = sum.equals(frame, 16);
        if (whole) at += frame.length;
      }
      if (frame.readUInt32BE(4) === 0) continue;
      if (whole) committedTo = at;
      else lostCommits++;
    }
    const isBrokenOff = isHeader && lostCommits === 1 && endsLastCommit(file, header, committedTo);
    return lostCommits === 0 || isBrokenOff ? null : { atByte: isHeader ? at : 0, lostCommits, mtimeMs };
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Whether the last commit that a writer finished ended at this byte, by the index of the log. That survives a kill, which can
 * break off the next commit between a frame's header and its page: no caller had an answer, and nothing is damaged. After a power
 * cut the index seldom is as new as the log.
 */
function endsLastCommit(walFile: string, walHeader: Buffer, byte: number): boolean {
  const descriptor = openedToRead(walFile.replace(/-wal$/, '-shm'));
  if (descriptor === null) return false;
  try {
    const index = Buffer.alloc(2 * INDEX_HEADER_BYTES);
    if (readSync(descriptor, index, 0, index.length, 0) < index.length) return false;
    const isWritten = index.compare(index, 0, INDEX_HEADER_BYTES, INDEX_HEADER_BYTES) === 0;
    const isOfThisRound = index.compare(walHeader, 16, 24, 32, 40) === 0;
    const [frames = 0] = new Uint32Array(index.buffer, index.byteOffset + 16, 1);
    const frameBytes = FRAME_HEADER_BYTES + walHeader.readUInt32BE(8);
    return isWritten && isOfThisRound && HEADER_BYTES + frames * frameBytes === byte;
  } finally {
    closeSync(descriptor);
  }
}

/** Null when there is no such file: the last process that closes the database may remove it at any moment. */
function openedToRead(file: string): number | null {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The whole frames of a write-ahead log, in order; each is valid until the next is asked for. */
function* frames(descriptor: number, pageBytes: number): Iterable<Buffer> {
  // A damaged header may name any size: these are the ones that SQLite knows.
  if (pageBytes < 512 || pageBytes > 65_536) return;
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  const chunk = Buffer.from(new ArrayBuffer(frameBytes * CHUNK_FRAMES));
  for (let from = HEADER_BYTES; ; from += chunk.length) {
    const read = readSync(descriptor, chunk, 0, chunk.length, from);
    for (let at = 0; at + frameBytes <= read; at += frameBytes) yield chunk.subarray(at, at + frameBytes);
    if (read < chunk.length) return;
  }
}

/** The running checksum of a write-ahead log: two sums, each of which adds the other. */
function checksum(bigEndian: boolean) {
  const isOwnOrder = bigEndian === (endianness() === 'BE');
  let one = 0;
  let two = 0;
  return {
    add(bytes: Buffer, from: number, length: number) {
      // Words as this machine reads them are several times quicker than words read one by one.
      const part = isOwnOrder
        ? bytes.subarray(from, from + length)
        : swapped(bytes.subarray(from, from + length));
      const words = new Uint32Array(part.buffer, part.byteOffset, length / 4);
      for (let at = 0; at < words.length; at += 2) {
        one = (one + (words[at] ?? 0) + two) >>> 0;
        two = (two + (words[at + 1] ?? 0) + one) >>> 0;
      }
    },
    equals: (bytes: Buffer, at: number) =>
      bytes.readUInt32BE(at) === one && bytes.readUInt32BE(at + 4) === two,
  };
}

function swapped(bytes: Buffer): Buffer {
  return Buffer.from(new Uint8Array(bytes).buffer).swap32();
}
