import { type EncodedAppend, TEXTS_AN_EVENT } from './logFormat.ts';

/**
 * A batch of appends in memory that the main thread and the writer thread share, so that nothing is copied or posted
 * between them but the batch's number. `bytes` holds the texts in UTF-8, one behind another. `heads` holds for each
 * append its expected revision, its number of events and the stream's length, then the lengths of each event's texts.
 * `outcomes` is the answer: the position of the append's last event, or the revision it conflicts with (below).
 */
export interface BatchMemory {
  readonly outcomes: Float64Array;
  readonly heads: Int32Array;
  readonly bytes: Buffer;
}

const BATCH_APPENDS = 1_000;
const BATCH_HEADS = 262_144;
/** Several appends of the largest size that one may have, in the worst of encodings. */
const BATCH_BYTES = 8 * 1_048_576;
/** UTF-8 takes three bytes a UTF-16 unit at most. */
const UTF8_BYTES = 3;
const OUTCOMES_AT = 0;
const HEADS_AT = OUTCOMES_AT + BATCH_APPENDS * Float64Array.BYTES_PER_ELEMENT;
const BYTES_AT = HEADS_AT + BATCH_HEADS * Int32Array.BYTES_PER_ELEMENT;

export const HEADS_AN_APPEND = 3;

export function newBatchMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(BYTES_AT + BATCH_BYTES);
}

/** The parts of a batch's memory, on either thread. */
export function batchMemory(shared: SharedArrayBuffer): BatchMemory {
  return {
    outcomes: new Float64Array(shared, OUTCOMES_AT, BATCH_APPENDS),
    heads: new Int32Array(shared, HEADS_AT, BATCH_HEADS),
    bytes: Buffer.from(shared, BYTES_AT, BATCH_BYTES),
  };
}

/** How far a batch is filled. */
export interface Filled {
  appends: number;
  heads: number;
  bytes: number;
}

/** Whether an append finds room in a batch that is empty. */
export function fitsBatch({ texts, characters }: EncodedAppend): boolean {
  return characters * UTF8_BYTES <= BATCH_BYTES && HEADS_AN_APPEND + texts.length <= BATCH_HEADS;
}

/** Writes an append behind what the batch holds; false when it has no room for it. */
export function addToBatch({ heads, bytes }: BatchMemory, filled: Filled, append: EncodedAppend): boolean {
  const { stream, expected, texts, characters } = append;
  if (filled.appends === BATCH_APPENDS || filled.bytes + characters * UTF8_BYTES > bytes.length) return false;
  if (filled.heads + HEADS_AN_APPEND + texts.length > heads.length) return false;
  let head = filled.heads;
  let at = filled.bytes;
  heads[head++] = expected;
  heads[head++] = texts.length / TEXTS_AN_EVENT;
  const written = bytes.write(stream + texts.join(''), at);
  // Texts in ASCII, as most are, have as many bytes as characters: all are written at once.
  const isAscii = written === characters;
  for (let text = -1; text < texts.length; text++) {
    const one = (text < 0 ? stream : texts[text]) ?? '';
    const length = isAscii ? one.length : bytes.write(one, at);
    heads[head++] = length;
    at += length;
  }
  filled.appends++;
  filled.heads = head;
  filled.bytes = at;
  return true;
}

/** An outcome in the shared memory: positions begin at 1, so what is below tells a conflict. */
export const conflictWith = (actual: number) => -2 - actual;
export const actualOf = (outcome: number) => -2 - outcome;
