import { type AppendTexts, TEXTS_AN_EVENT } from './logFormat.ts';

/**
 * A batch of appends in memory that the main thread and the writer thread share, so that only the batch's number is
 * posted between them. `bytes` holds the texts in UTF-8, one after another. `heads` holds for each append its expected
 * revision, its number of events and the stream's length, then the lengths of each event's texts. `outcomes` is the
 * answer: the position of the append's last event, or the revision it conflicts with (below).
 */
export interface BatchMemory {
  readonly outcomes: Float64Array;
  readonly heads: Int32Array;
  readonly bytes: Buffer;
}

/** Appends, numbers in `heads` and bytes of a batch: how far it is filled, or what it holds at most. */
export interface BatchSize {
  appends: number;
  heads: number;
  bytes: number;
}

/** Both threads must use the same bounds. */
const BATCH_BOUNDS: Readonly<BatchSize> = {
  appends: 1_000,
  heads: 262_144,
  // Several appends of the largest size, in the worst encoding.
  bytes: 8 * 1_048_576,
};
/** UTF-8 takes three bytes a UTF-16 unit at most. */
const UTF8_BYTES = 3;
const headsAt = ({ appends }: BatchSize) => appends * Float64Array.BYTES_PER_ELEMENT;
const bytesAt = (bounds: BatchSize) => headsAt(bounds) + bounds.heads * Int32Array.BYTES_PER_ELEMENT;

export const HEADS_AN_APPEND = 3;

export function newBatchMemory(bounds = BATCH_BOUNDS): SharedArrayBuffer {
  return new SharedArrayBuffer(bytesAt(bounds) + bounds.bytes);
}

/** The parts of a batch's memory, on either thread; `bounds` as at its making. */
export function batchMemory(shared: SharedArrayBuffer, bounds = BATCH_BOUNDS): BatchMemory {
  return {
    outcomes: new Float64Array(shared, 0, bounds.appends),
    heads: new Int32Array(shared, headsAt(bounds), bounds.heads),
    bytes: Buffer.from(shared, bytesAt(bounds), bounds.bytes),
  };
}

/** Whether an append fits into an empty batch. */
export function fitsBatch({ texts, characters }: AppendTexts, bounds = BATCH_BOUNDS): boolean {
  return characters * UTF8_BYTES <= bounds.bytes && HEADS_AN_APPEND + texts.length <= bounds.heads;
}

/** Writes an append after those that the batch holds; false when there is no room. */
export function addToBatch(
  { outcomes, heads, bytes }: BatchMemory,
  filled: BatchSize,
  append: AppendTexts,
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
  // ASCII texts, the usual case, have as many bytes as characters: one write was enough.
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

/** An outcome in the shared memory: positions begin at 1, so a lower number is a conflict. */
export const conflictWith = (actual: number) => -2 - actual;
export const actualOf = (outcome: number) => -2 - outcome;
