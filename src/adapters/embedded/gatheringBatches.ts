import {
  addToBatch,
  type BatchMemory,
  batchMemory,
  type Filled,
  type newBatchMemory,
} from './batchMemory.ts';
import type { EncodedAppend } from './logFormat.ts';

/** An append and the caller who waits for its outcome. */
interface Waiting {
  readonly append: EncodedAppend;
  readonly resolve: (outcome: number) => void;
  readonly reject: (error: Error) => void;
}

/** A batch that goes to the writer. */
export interface TakenBatch {
  readonly number: number;
  readonly appends: number;
  readonly callers: readonly Waiting[];
  /** Of each append, once the writer has answered. */
  readonly outcomes: BatchMemory['outcomes'];
  /** Makes room for others: to be called when the outcomes were read. */
  empty(): void;
}

/** The batches that the writer is given by turns: one gathers appends while the other is written. */
export interface GatheringBatches {
  /** Takes an append in; false when too much waits already. */
  add(waiting: Waiting): boolean;
  /** Callers in the batch that gathers. */
  callers(): number;
  /** Takes the batch that gathers, and lets the other one gather what found no room before; null when it is empty. */
  take(): TakenBatch | null;
}

interface Batch {
  readonly memory: BatchMemory;
  readonly filled: Filled;
  readonly callers: Waiting[];
}

/** While the writer has one, the other gathers. */
export const BATCHES = 2;
/** Characters that may wait for room in a batch; beyond it callers are told at once, and memory stays bounded. */
const WAITING_CHARACTERS = 128 * 1_048_576;

export function gatheringBatches(shared: readonly ReturnType<typeof newBatchMemory>[]): GatheringBatches {
  const batches: readonly Batch[] = shared.map((memory) => ({
    memory: batchMemory(memory),
    filled: nothing(),
    callers: [],
  }));
  /** Number of the batch that gathers. */
  let gathering = 0;
  let overflow: Waiting[] = [];
  let overflowCharacters = 0;

  const fits = (waiting: Waiting): boolean => {
    const batch = batches[gathering];
    if (batch === undefined || !addToBatch(batch.memory, batch.filled, waiting.append)) return false;
    batch.callers.push(waiting);
    return true;
  };

  return {
    add(waiting) {
      if (overflow.length === 0 && fits(waiting)) return true;
      const { characters } = waiting.append;
      if (overflowCharacters + characters > WAITING_CHARACTERS) return false;
      overflow.push(waiting);
      overflowCharacters += characters;
      return true;
    },
    callers: () => batches[gathering]?.callers.length ?? 0,
    take() {
      const number = gathering;
      const batch = batches[number];
      if (batch === undefined || batch.callers.length === 0) return null;
      gathering = (number + 1) % BATCHES;
      let taken = 0;
      for (const waiting of overflow) {
        if (!fits(waiting)) break;
        overflowCharacters -= waiting.append.characters;
        taken++;
      }
      overflow = overflow.slice(taken);
      return {
        number,
        appends: batch.filled.appends,
        callers: batch.callers.splice(0),
        outcomes: batch.memory.outcomes,
        empty: () => Object.assign(batch.filled, nothing()),
      };
    },
  };
}

const nothing = (): Filled => ({ appends: 0, heads: 0, bytes: 0 });
