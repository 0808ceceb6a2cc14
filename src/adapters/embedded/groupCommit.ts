import { EventStoreUnavailable } from '../../ports/eventStore.ts';
import {
  addToBatch,
  type BatchMemory,
  batchMemory,
  type Filled,
  fitsBatch,
  newBatchMemory,
} from './batchMemory.ts';
import type { EncodedAppend } from './logFormat.ts';
import { type WriterThread, writerThread } from './writerThread.ts';

/** Appends of many callers, made durable together: one transaction and one sync for all that came meanwhile. */
export interface GroupCommit {
  /**
   * Resolves with the outcome as the shared memory has it (batchMemory.ts).
   * @throws EventStoreUnavailable when the batch could not be written or synced; then none of it is visible
   */
  append(append: EncodedAppend): Promise<number>;
  /** Starts the writer thread now, instead of with the first append. */
  startWriter(): void;
  /** Waits for what is under way, then ends the writer. */
  close(): Promise<void>;
}

export interface GroupCommitHooks {
  /** After each durable batch, with the position of the log's last event. */
  readonly onCommitted: (position: number) => void;
  readonly onFailed: (error: Error) => void;
}

interface Waiting {
  readonly append: EncodedAppend;
  readonly resolve: (outcome: number) => void;
  readonly reject: (error: Error) => void;
}

/** A batch that gathers appends, or is at the writer. */
interface Batch {
  readonly memory: BatchMemory;
  readonly filled: Filled;
  readonly callers: Waiting[];
}

/** Turns at most before a batch goes, however many are still coming. */
const GATHER_TURNS = 8;
/** Characters that may wait for room in a batch; beyond it callers are told at once, and memory stays bounded. */
const WAITING_CHARACTERS = 128 * 1_048_576;
/** While the writer has one, the other gathers. */
const BATCHES = 2;

export function groupCommit(folder: string, { onCommitted, onFailed }: GroupCommitHooks): GroupCommit {
  let writer: WriterThread | null = null;
  let batches: readonly Batch[] = [];
  /** Number of the batch that gathers. */
  let gathering = 0;
  let overflow: Waiting[] = [];
  let overflowCharacters = 0;
  let running = false;
  let closed = false;
  let idle: (() => void)[] = [];

  /** Whoever only reads needs neither the memory nor the thread. */
  const begin = (): WriterThread => {
    if (writer !== null) return writer;
    const shared = Array.from({ length: BATCHES }, newBatchMemory);
    batches = shared.map((memory) => ({ memory: batchMemory(memory), filled: empty(), callers: [] }));
    writer = writerThread({ folder, batches: shared });
    return writer;
  };

  const add = (waiting: Waiting): boolean => {
    const batch = batches[gathering];
    if (batch === undefined || !addToBatch(batch.memory, batch.filled, waiting.append)) return false;
    batch.callers.push(waiting);
    return true;
  };

  /** Takes the batch that gathers for the writer, and lets the other one gather what found no room before. */
  const take = (): { number: number; batch: Batch } | null => {
    const number = gathering;
    const batch = batches[number];
    if (batch === undefined || batch.callers.length === 0) return null;
    gathering = (number + 1) % BATCHES;
    let taken = 0;
    for (const waiting of overflow) {
      if (!add(waiting)) break;
      overflowCharacters -= waiting.append.characters;
      taken++;
    }
    overflow = overflow.slice(taken);
    return { number, batch };
  };

  const commit = async ({ number, batch }: { number: number; batch: Batch }): Promise<void> => {
    const callers = batch.callers.splice(0);
    let lastPosition: number;
    try {
      const { appends } = batch.filled;
      const answer = await begin().ask({ kind: 'commit', batch: number, appends });
      if (answer.kind === 'failed') throw new Error(answer.reason);
      ({ lastPosition } = answer);
    } catch (cause) {
      onFailed(cause as Error);
      for (const { reject } of callers)
        reject(new EventStoreUnavailable((cause as Error).message, { cause }));
      return;
    } finally {
      Object.assign(batch.filled, empty());
    }
    // What is committed is answered first: whoever hears of it may fail, and the appends have not.
    callers.forEach(({ resolve }, at) => {
      resolve(batch.memory.outcomes[at] ?? 0);
    });
    try {
      onCommitted(lastPosition);
    } catch (defect) {
      // It is nobody's here to handle, and the batches that wait go on.
      setImmediate(() => {
        throw defect;
      });
    }
  };

  /**
   * Turns of the event loop for callers who come together to go together: while a turn brings more, the next is worth
   * waiting for, since a batch costs a sync and two thread switches whatever its size.
   */
  const gather = async () => {
    const callers = () => batches[gathering]?.callers.length ?? 0;
    for (let turn = 0, before = -1; turn < GATHER_TURNS && callers() > before; turn++) {
      before = callers();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  const run = async () => {
    for (;;) {
      await gather();
      const next = take();
      if (next === null) break;
      await commit(next);
    }
    running = false;
    for (const resolve of idle) resolve();
    idle = [];
  };

  return {
    append: (append) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new EventStoreUnavailable('it is closed'));
        // Every other append would wait behind it for ever.
        if (!fitsBatch(append))
          return reject(new RangeError('the append has more events than a batch can hold'));
        begin();
        const waiting = { append, resolve, reject };
        if (overflow.length > 0 || !add(waiting)) {
          if (overflowCharacters + append.characters > WAITING_CHARACTERS)
            return reject(new EventStoreUnavailable('too many appends wait for the disk'));
          overflow.push(waiting);
          overflowCharacters += append.characters;
        }
        if (running) return;
        running = true;
        void run();
      }),
    startWriter: () => begin().start(),
    async close() {
      closed = true;
      if (running) await new Promise<void>((resolve) => idle.push(resolve));
      await writer?.close();
    },
  };
}

const empty = (): Filled => ({ appends: 0, heads: 0, bytes: 0 });
