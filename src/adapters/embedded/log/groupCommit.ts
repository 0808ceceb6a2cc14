import { EventStoreUnavailable } from '../../../ports/eventStore.ts';
import { fitsBatch, newBatchMemory } from './batchMemory.ts';
import { BATCHES, type GatheringBatches, gatheringBatches, type TakenBatch } from './gatheringBatches.ts';
import type { EncodedAppend } from './logFormat.ts';
import type { OwnStretch } from './ownStretches.ts';
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
  /** After each durable batch, with what it wrote. */
  readonly onCommitted: (written: OwnStretch) => void;
  readonly onFailed: (error: Error) => void;
}

/** Turns at most before a batch goes, however many are still coming. */
const GATHER_TURNS = 8;

export function groupCommit(folder: string, { onCommitted, onFailed }: GroupCommitHooks): GroupCommit {
  let begun: { readonly writer: WriterThread; readonly batches: GatheringBatches } | null = null;
  let running = false;
  let closed = false;
  let idle: (() => void)[] = [];

  /** A process that only reads needs neither the memory nor the thread. */
  const begin = () => {
    if (begun !== null) return begun;
    const shared = Array.from({ length: BATCHES }, () => newBatchMemory());
    begun = { writer: writerThread({ folder, batches: shared }), batches: gatheringBatches(shared) };
    return begun;
  };

  const commit = async ({ number, appends, types, outcomes, callers, empty }: TakenBatch): Promise<void> => {
    let written: { readonly before: number; readonly last: number };
    try {
      const answer = await begin().writer.ask({ kind: 'commit', batch: number, appends });
      if (answer.kind === 'failed') throw new Error(answer.reason);
      written = answer;
    } catch (cause) {
      onFailed(cause as Error);
      for (const { reject } of callers)
        reject(new EventStoreUnavailable((cause as Error).message, { cause }));
      return;
    } finally {
      empty();
    }
    // What is committed is answered first: a listener may fail, but the appends have not.
    callers.forEach(({ resolve }, at) => {
      resolve(outcomes[at] ?? 0);
    });
    const { before, last } = written;
    afterAnswers(() => onCommitted({ first: before + 1, last, types }));
  };

  const run = async (batches: GatheringBatches) => {
    for (;;) {
      await gather(batches);
      const next = batches.take();
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
        const { batches } = begin();
        if (!batches.add(append, { resolve, reject }))
          return reject(new EventStoreUnavailable('too many appends wait for the disk'));
        if (running) return;
        running = true;
        void run(batches);
      }),
    startWriter: () => begin().writer.start(),
    async close() {
      closed = true;
      if (running) await new Promise<void>((resolve) => idle.push(resolve));
      await begun?.writer.close();
    },
  };
}

/**
 * Turns of the event loop for callers who come together to go together: while a turn brings more, the next is worth
 * waiting for, since a batch costs a sync and two thread switches whatever its size.
 */
async function gather({ callers }: GatheringBatches): Promise<void> {
  for (let turn = 0, before = -1; turn < GATHER_TURNS && callers() > before; turn++) {
    before = callers();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A listener's defect is nobody's here to handle: it is thrown by itself, and the batches that wait go on. */
function afterAnswers(tell: () => void): void {
  try {
    tell();
  } catch (defect) {
    setImmediate(() => {
      throw defect;
    });
  }
}
