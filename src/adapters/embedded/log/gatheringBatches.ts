import {
  addToBatch,
  type BatchBounds,
  type BatchMemory,
  batchMemory,
  type Filled,
  type newBatchMemory,
} from './batchMemory.ts';
import { type EncodedAppend, TEXTS_AN_EVENT, TYPE_AT } from './logFormat.ts';

/** Who waits for the outcome of an append; of the append nothing is kept but what the batch holds. */
interface Caller {
  readonly resolve: (outcome: number) => void;
  readonly reject: (error: Error) => void;
}

/** A batch that goes to the writer. */
export interface TakenBatch {
  readonly number: number;
  readonly appends: number;
  /** Of the events in it. */
  readonly types: ReadonlySet<string>;
  readonly callers: readonly Caller[];
  /** Of each append, once the writer has answered. */
  readonly outcomes: BatchMemory['outcomes'];
  /** Makes room for others: to be called when the outcomes were read. */
  empty(): void;
}

/** The batches that the writer is given by turns: one gathers appends while the other is written. */
export interface GatheringBatches {
  /** Takes an append in; false when too much waits already. */
  add(append: EncodedAppend, caller: Caller): boolean;
  /** Callers in the batch that gathers. */
  callers(): number;
  /** Takes the batch that gathers, and lets the other one gather what found no room before; null when it is empty. */
  take(): TakenBatch | null;
}

interface Batch {
  readonly memory: BatchMemory;
  readonly filled: Filled;
  readonly types: Set<string>;
  readonly callers: Caller[];
}

/** While the writer has one, the other gathers. */
export const BATCHES = 2;
const WAITING_CHARACTERS = 128 * 1_048_576;

interface GatheringBounds {
  /** Those that the memory was made with. */
  readonly batch?: BatchBounds;
  /** That may wait for room in a batch; beyond it callers are told at once, and memory stays bounded. */
  readonly waitingCharacters?: number;
}

export function gatheringBatches(
  shared: readonly ReturnType<typeof newBatchMemory>[],
  { batch: bounds, waitingCharacters = WAITING_CHARACTERS }: GatheringBounds = {},
): GatheringBatches {
  const batches: readonly Batch[] = shared.map((memory) => ({
    memory: batchMemory(memory, bounds),
    filled: nothing(),
    types: new Set(),
    callers: [],
  }));
  /** Number of the batch that gathers. */
  let gathering = 0;
  let overflow: { readonly append: EncodedAppend; readonly caller: Caller }[] = [];
  let overflowCharacters = 0;

  const fits = (append: EncodedAppend, caller: Caller): boolean => {
    const batch = batches[gathering];
    if (batch === undefined || !addToBatch(batch.memory, batch.filled, append)) return false;
    batch.callers.push(caller);
    const { texts } = append;
    for (let at = TYPE_AT; at < texts.length; at += TEXTS_AN_EVENT) batch.types.add(texts[at] ?? '');
    return true;
  };

  return {
    add(append, caller) {
      if (overflow.length === 0 && fits(append, caller)) return true;
      const { characters } = append;
      if (overflowCharacters + characters > waitingCharacters) return false;
      overflow.push({ append, caller });
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
      for (const { append, caller } of overflow) {
        if (!fits(append, caller)) break;
        overflowCharacters -= append.characters;
        taken++;
      }
      overflow = overflow.slice(taken);
      return {
        number,
        appends: batch.filled.appends,
        types: new Set(batch.types),
        callers: batch.callers.splice(0),
        outcomes: batch.memory.outcomes,
        empty: () => {
          Object.assign(batch.filled, nothing());
          batch.types.clear();
        },
      };
    },
  };
}

const nothing = (): Filled => ({ appends: 0, heads: 0, bytes: 0 });
