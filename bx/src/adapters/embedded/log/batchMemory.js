// src/adapters/embedded/log/batchMemory.ts
import { TEXTS_AN_EVENT } from "./logFormat.js";
var BATCH_BOUNDS = {
  appends: 1e3,
  heads: 262144,
  // Several appends of the largest size, in the worst encoding.
  bytes: 8 * 1048576
};
var UTF8_BYTES = 3;
var headsAt = ({ appends }) => appends * Float64Array.BYTES_PER_ELEMENT;
var bytesAt = (bounds) => headsAt(bounds) + bounds.heads * Int32Array.BYTES_PER_ELEMENT;
var HEADS_AN_APPEND = 3;
function newBatchMemory(bounds = BATCH_BOUNDS) {
  return new SharedArrayBuffer(bytesAt(bounds) + bounds.bytes);
}
function batchMemory(shared, bounds = BATCH_BOUNDS) {
  return {
    outcomes: new Float64Array(shared, 0, bounds.appends),
    heads: new Int32Array(shared, headsAt(bounds), bounds.heads),
    bytes: Buffer.from(shared, bytesAt(bounds), bounds.bytes)
  };
}
function fitsBatch({ texts, characters }, bounds = BATCH_BOUNDS) {
  return characters * UTF8_BYTES <= bounds.bytes && HEADS_AN_APPEND + texts.length <= bounds.heads;
}
function addToBatch({ outcomes, heads, bytes }, filled, append) {
  const { stream, expected, texts, characters } = append;
  if (filled.appends === outcomes.length || filled.bytes + characters * UTF8_BYTES > bytes.length)
    return false;
  if (filled.heads + HEADS_AN_APPEND + texts.length > heads.length) return false;
  let head = filled.heads;
  let at = filled.bytes;
  heads[head++] = expected;
  heads[head++] = texts.length / TEXTS_AN_EVENT;
  const written = bytes.write(stream + texts.join(""), at);
  const isAscii = written === characters;
  for (let text = -1; text < texts.length; text++) {
    const one = (text < 0 ? stream : texts[text]) ?? "";
    const length = isAscii ? one.length : bytes.write(one, at);
    heads[head++] = length;
    at += length;
  }
  filled.appends++;
  filled.heads = head;
  filled.bytes = at;
  return true;
}
var conflictWith = (actual) => -2 - actual;
var actualOf = (outcome) => -2 - outcome;
export {
  HEADS_AN_APPEND,
  actualOf,
  addToBatch,
  batchMemory,
  conflictWith,
  fitsBatch,
  newBatchMemory
};
//# sourceMappingURL=batchMemory.js.map
