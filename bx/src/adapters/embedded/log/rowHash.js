// src/adapters/embedded/log/rowHash.ts
import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
var VERSION = 1;
var POSITION_BYTES = 8;
var LENGTHS_AT = 2 * POSITION_BYTES + 1;
var LENGTH_BYTES = 4;
var TEXTS = 7;
var textsAt = (texts) => LENGTHS_AT + texts * LENGTH_BYTES;
var UTF8_BYTES = 3;
var scratch = Buffer.allocUnsafeSlow(65536);
function rowBytes({ position, revision, texts }) {
  let at = textsAt(texts.length);
  const room = texts.reduce((sum, { length }) => sum + length * UTF8_BYTES, at);
  if (room > scratch.length) scratch = Buffer.allocUnsafeSlow(2 * room);
  writeNumber(position, 0);
  scratch[POSITION_BYTES] = VERSION;
  writeNumber(revision, POSITION_BYTES + 1);
  let lengthAt = LENGTHS_AT;
  for (const text of texts) {
    const length = typeof text === "string" ? scratch.write(text, at) : text.length;
    if (typeof text !== "string") scratch.set(text, at);
    scratch.writeUInt32BE(length, lengthAt);
    lengthAt += LENGTH_BYTES;
    at += length;
  }
  return scratch.subarray(0, at);
}
function rowHash(bytes) {
  return hash("sha256", bytes.subarray(POSITION_BYTES), "hex");
}
function rowCrc(bytes) {
  return crc32(bytes);
}
var EMPTY_ROW_BYTES = textsAt(TEXTS);
function rowLength(bytes, begin) {
  let length = EMPTY_ROW_BYTES;
  for (let at = LENGTHS_AT; at < EMPTY_ROW_BYTES; at += LENGTH_BYTES)
    length += bytes.readUInt32BE(begin + at);
  return length;
}
var rowPosition = (bytes) => numberAt(bytes, 0);
var rowRevision = (bytes) => numberAt(bytes, POSITION_BYTES + 1);
function rowTexts(bytes, count = TEXTS) {
  const texts = [];
  let at = EMPTY_ROW_BYTES;
  for (let text = 0; text < count; text++) {
    const end = at + bytes.readUInt32BE(LENGTHS_AT + text * LENGTH_BYTES);
    texts.push(bytes.toString("utf8", at, end));
    at = end;
  }
  return texts;
}
var numberAt = (bytes, at) => bytes.readUInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4);
function writeNumber(value, at) {
  scratch.writeUInt32BE(Math.floor(value / 2 ** 32) >>> 0, at);
  scratch.writeUInt32BE(value >>> 0, at + 4);
}
export {
  EMPTY_ROW_BYTES,
  numberAt,
  rowBytes,
  rowCrc,
  rowHash,
  rowLength,
  rowPosition,
  rowRevision,
  rowTexts
};
//# sourceMappingURL=rowHash.js.map
