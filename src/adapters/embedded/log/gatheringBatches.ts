import {
  addToBatch,
  type BatchMemory,
  type BatchSize,
  batchMemory,
  type newBatchMemory,
} from './batchMemory.ts';
import { type AppendTexts, TEXTS_AN_EVENT, TYPE_AT } from './logFormat.ts';

/** The caller that waits for an append's outcome; the append itself is only in the batch. */
interface Caller {
  readonly resolve: (outcome: number) => void;
  readonly reject: (error: Error) => void;
}

/** A batch, ready for the writer. */
export interface TakenBatch {
  readonly number: number;
  readonly appends: number;
  /** The types of its events. */
  readonly types: readonly string[];
  readonly callers: readonly Caller[];
  /** One for each append, once the writer has answered. */
  readonly outcomes: BatchMemory['outcomes'];
  /** Makes the batch free again: to be called when the outcomes were read. */
  empty(): void;
}

interface Batch {
  readonly memory: BatchMemory;
  readonly filled: BatchSize;
  readonly types: Set<string>;
  readonly callers: Caller[];
}

/** A batch at the writer, and a batch that gathers. */
export const BATCHES = 2;
const MAX_WAITING_CHARACTERS = 128 * 1_048_576;

interface GatheringOptions {
  /** As the memory was made with. */
  readonly batch?: Readonly<BatchSize>;
  /** Characters that may wait for room in a batch; above that, appends are refused, so that memory stays bounded. */
  readonly waitingCharacters?: number;
}

export type GatheringBatches = ReturnType<typeof gatheringBatches>;

/** The writer gets two batches in turn: one gathers appends while the other is written. */
export function gatheringBatches(
  shared: readonly ReturnType<typeof newBatchMemory>[],
  { batch: bounds, waitingCharacters = MAX_WAITING_CHARACTERS }: GatheringOptions = {},
) {
  const batches: readonly Batch[] = shared.map((memory) => ({
    memory: batchMemory(memory, bounds),
    filled: noneFilled(),
    types: new Set(),
    callers: [],
  }));
  /** Number of the batch that gathers. */
  let gathering = 0;
  let overflow: { readonly append: AppendTexts; readonly caller: Caller }[] = [];
  let overflowCharacters = 0;

  const addNow = (append: AppendTexts, caller: Caller): boolean => {
    const batch = batches[gathering];
    if (batch === undefined || !addToBatch(batch.memory, batch.filled, append)) return false;
    batch.callers.push(caller);
    const { texts } = append;
    for (let at = TYPE_AT; at < texts.length; at += TEXTS_AN_EVENT) batch.types.add(texts[at] ?? '');
    return true;
  };

  return {
    /** Adds an append; false when too much waits already. */
    add(append: AppendTexts, caller: Caller): boolean {
      if (overflow.length === 0 && addNow(append, caller)) return true;
      const { characters } = append;
      if (overflowCharacters + characters > waitingCharacters) return false;
      overflow.push({ append, caller });
      overflowCharacters += characters;
      return true;
    },
    /** Callers in the batch that gathers. */
    callers: () => batches[gathering]?.callers.length ?? 0,
    /** Takes the batch that gathers; the other one then gathers, first what had no room. Null when it is empty. */
    take(): TakenBatch | null {
      const number = gathering;
      const batch = batches[number];
      if (batch === undefined || batch.callers.length === 0) return null;
      gathering = (number + 1) % BATCHES;
      let taken = 0;
      for (const { append, caller } of overflow) {
        if (!addNow(append, caller)) break;
        overflowCharacters -= append.characters;
        taken++;
      }
      overflow = overflow.slice(taken);
      return {
        number,
        appends: batch.filled.appends,
        types: [...batch.types],
        callers: batch.callers.splice(0),
        outcomes: batch.memory.outcomes,
        empty: () => {
          Object.assign(batch.filled, noneFilled());
          batch.types.clear();
        },
      };
    },
  };
}

const noneFilled = (): BatchSize => ({ appends: 0, heads: 0, bytes: 0 });
