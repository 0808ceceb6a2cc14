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

/** What a batch holds at most. Both threads have to go by the same bounds. */
export interface BatchBounds {
  readonly appends: number;
  readonly heads: number;
  readonly bytes: number;
}

const BATCH_BOUNDS: BatchBounds = {
  appends: 1_000,
  heads: 262_144,
  // Several appends of the largest size that one may have, in the worst of encodings.
  bytes: 8 * 1_048_576,
};
/** UTF-8 takes three bytes a UTF-16 unit at most. */
const UTF8_BYTES = 3;
const OUTCOMES_AT = 0;
const headsAt = ({ appends }: BatchBounds) => OUTCOMES_AT + appends * Float64Array.BYTES_PER_ELEMENT;
const bytesAt = (bounds: BatchBounds) => headsAt(bounds) + bounds.heads * Int32Array.BYTES_PER_ELEMENT;

export const HEADS_AN_APPEND = 3;

export function newBatchMemory(bounds = BATCH_BOUNDS): SharedArrayBuffer {
  return new SharedArrayBuffer(bytesAt(bounds) + bounds.bytes);
}

/** The parts of a batch's memory, on either thread; `bounds` are those that it was made with. */
export function batchMemory(shared: SharedArrayBuffer, bounds = BATCH_BOUNDS): BatchMemory {
  return {
    outcomes: new Float64Array(shared, OUTCOMES_AT, bounds.appends),
    heads: new Int32Array(shared, headsAt(bounds), bounds.heads),
    bytes: Buffer.from(shared, bytesAt(bounds), bounds.bytes),
  };
}

/** How far a batch is filled. */
export interface Filled {
  appends: number;
  heads: number;
  bytes: number;
}

/** Whether an append finds room in a batch that is empty. */
export function fitsBatch({ texts, characters }: EncodedAppend, bounds = BATCH_BOUNDS): boolean {
  return characters * UTF8_BYTES <= bounds.bytes && HEADS_AN_APPEND + texts.length <= bounds.heads;
}

/** Writes an append behind what the batch holds; false when it has no room for it. */
export function addToBatch(
  { outcomes, heads, bytes }: BatchMemory,
  filled: Filled,
  append: EncodedAppend,
): boolean {
  const { stream, expected, texts, characters } = append;
  if (filled.appends === outcomes.length || filled.bytes + characters * UTF8_BYTES > bytes.length)
    return false;
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
