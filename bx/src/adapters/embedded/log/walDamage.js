// src/adapters/embedded/log/walDamage.ts
import { closeSync, copyFileSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { endianness } from "node:os";
import { ledgerPath } from "./ledgerFile.js";
var HEADER_BYTES = 32;
var FRAME_HEADER_BYTES = 24;
var MAGIC = 931071618;
var BIG_ENDIAN = 1;
var CHUNK_FRAMES = 256;
function setAsideDamagedWal(folder) {
  const file = `${ledgerPath(folder)}-wal`;
  const damage = walDamage(file);
  if (damage === null) return null;
  const copy = `${file}.damaged-${Math.trunc(statSync(file).mtimeMs)}`;
  copyFileSync(file, copy);
  const { atByte, lostCommits } = damage;
  const lost = lostCommits === 1 ? "its last commit is lost: a power cut broke it off before it was acknowledged, or the disk is damaged" : `its last ${lostCommits} commits are lost, some of which were acknowledged`;
  return `${file} is damaged at byte ${atByte}: ${lost}; a copy is kept as ${copy}`;
}
function walDamage(file) {
  const first = scan(file);
  if (first === null) return null;
  const second = scan(file);
  return second?.mtimeMs === first.mtimeMs && second.atByte === first.atByte ? first : null;
}
function scan(file) {
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
    for (const frame of frames(descriptor, header.readUInt32BE(8))) {
      if (header.compare(frame, 8, 16, 16, 24) !== 0) break;
      if (whole) {
        sum.add(frame, 0, 8);
        sum.add(frame, FRAME_HEADER_BYTES, frame.length - FRAME_HEADER_BYTES);
        whole = sum.equals(frame, 16);
        if (whole) at += frame.length;
      }
      if (!whole && frame.readUInt32BE(4) !== 0) lostCommits++;
    }
    return lostCommits === 0 ? null : { atByte: isHeader ? at : 0, lostCommits, mtimeMs };
  } finally {
    closeSync(descriptor);
  }
}
function openedToRead(file) {
  try {
    return openSync(file, "r");
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}
function* frames(descriptor, pageBytes) {
  if (pageBytes < 512 || pageBytes > 65536) return;
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  const chunk = Buffer.from(new ArrayBuffer(frameBytes * CHUNK_FRAMES));
  for (let from = HEADER_BYTES; ; from += chunk.length) {
    const read = readSync(descriptor, chunk, 0, chunk.length, from);
    for (let at = 0; at + frameBytes <= read; at += frameBytes) yield chunk.subarray(at, at + frameBytes);
    if (read < chunk.length) return;
  }
}
function checksum(bigEndian) {
  const isOwnOrder = bigEndian === (endianness() === "BE");
  let one = 0;
  let two = 0;
  return {
    add(bytes, from, length) {
      const part = isOwnOrder ? bytes.subarray(from, from + length) : swapped(bytes.subarray(from, from + length));
      const words = new Uint32Array(part.buffer, part.byteOffset, length / 4);
      for (let at = 0; at < words.length; at += 2) {
        one = one + (words[at] ?? 0) + two >>> 0;
        two = two + (words[at + 1] ?? 0) + one >>> 0;
      }
    },
    equals: (bytes, at) => bytes.readUInt32BE(at) === one && bytes.readUInt32BE(at + 4) === two
  };
}
function swapped(bytes) {
  return Buffer.from(new Uint8Array(bytes).buffer).swap32();
}
export {
  setAsideDamagedWal
};
//# sourceMappingURL=walDamage.js.map
