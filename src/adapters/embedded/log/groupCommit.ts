import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { EventStoreUnavailable } from '../../../ports/eventStore.ts';
import { startThread } from '../../node/startThread.ts';
import { fitsBatch, newBatchMemory } from './batchMemory.ts';
import { BATCHES, type GatheringBatches, gatheringBatches, type TakenBatch } from './gatheringBatches.ts';
import type { AppendTexts } from './logFormat.ts';
import type { WriterAnswer, WriterCommand, WriterData } from './logWriter.ts';
import type { LogWrite } from './recentWrites.ts';

/** Appends of many callers, made durable together: one transaction and one sync for all that came meanwhile. */
export interface GroupCommit {
  /**
   * Resolves with the outcome as in the shared memory (batchMemory.ts).
   * @throws EventStoreUnavailable when the batch could not be written or synced; then none of it is visible
   */
  append(append: AppendTexts): Promise<number>;
  /** Starts the writer thread now, instead of with the first append. */
  startWriter(): void;
  /** Waits for what is in flight, then ends the writer. */
  close(): Promise<void>;
}

export interface GroupCommitDependencies {
  /** Called after each durable batch, with what it wrote. */
  readonly onCommitted: (written: LogWrite) => void;
  readonly onFailed: (error: Error) => void;
}

/** Turns of the event loop before a batch goes, at most. */
const GATHER_TURNS = 8;

export function groupCommit(
  ledger: Pick<WriterData, 'folder' | 'identity'>,
  { onCommitted, onFailed }: GroupCommitDependencies,
): GroupCommit {
  let begun: { readonly writer: ReturnType<typeof writerThread>; readonly batches: GatheringBatches } | null =
    null;
  let running: Promise<void> | null = null;
  let closed = false;

  /** A process that only reads needs neither the memory nor the thread. */
  const begin = () => {
    if (begun !== null) return begun;
    const shared = Array.from({ length: BATCHES }, () => newBatchMemory());
    begun = { writer: writerThread({ ...ledger, batches: shared }), batches: gatheringBatches(shared) };
    return begun;
  };

  const commit = async ({ number, appends, types, outcomes, callers, empty }: TakenBatch): Promise<void> => {
    let written: { readonly before: number; readonly last: number };
    try {
      const answer = await begin().writer.ask({ kind: 'commit', batch: number, appends });
      if (answer.kind === 'failed') throw new Error(answer.reason);
      written = answer;
    } catch (cause) {
      for (const { reject } of callers)
        reject(new EventStoreUnavailable((cause as Error).message, { cause }));
      throwingApart(() => onFailed(cause as Error));
      return;
    } finally {
      empty();
    }
    // As after a failure the callers are answered first: a listener may fail, but the appends have not.
    callers.forEach(({ resolve }, at) => {
      resolve(outcomes[at] ?? 0);
    });
    const { before, last } = written;
    throwingApart(() => onCommitted({ first: before + 1, last, types }));
  };

  const run = async (batches: GatheringBatches) => {
    for (;;) {
      await gather(batches);
      const next = batches.take();
      if (next === null) break;
      await commit(next);
    }
    running = null;
  };

  return {
    append: (append) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new EventStoreUnavailable('it is closed'));
        // Every later append would wait for it for ever.
        if (!fitsBatch(append))
          return reject(new RangeError('the append has more events than a batch can hold'));
        const { batches } = begin();
        if (!batches.add(append, { resolve, reject }))
          return reject(new EventStoreUnavailable('too many appends wait for the disk'));
        running ??= run(batches);
      }),
    startWriter: () => begin().writer.start(),
    async close() {
      closed = true;
      await running;
      await begun?.writer.close();
    },
  };
}

/**
 * Waits some turns of the event loop, so that callers who come together go together. While a turn brings more callers,
 * the next turn is worth waiting for: a batch of any size costs one sync and two thread switches.
 */
async function gather({ callers }: GatheringBatches): Promise<void> {
  for (let turn = 0, before = -1; turn < GATHER_TURNS && callers() > before; turn++) {
    before = callers();
    await nextTurn();
  }
}

/** No code here can handle a listener's defect: it is thrown in a turn of its own, and the waiting batches go on. */
function throwingApart(listener: () => void): void {
  try {
    listener();
  } catch (defect) {
    setImmediate(() => {
      throw defect;
    });
  }
}

/** The writer thread as its owner sees it: one command at a time, each with one answer. */
export function writerThread(data: WriterData) {
  let worker: Worker | null = null;
  let waiting: { resolve: (answer: WriterAnswer) => void; reject: (error: Error) => void } | null = null;

  const started = (): Worker => {
    if (worker !== null) return worker;
    const begun = startThread(import.meta.url, 'logWriter', { workerData: data });
    worker = begun;
    const fail = (error: Error) => {
      if (worker !== begun) return;
      worker = null;
      const failed = waiting;
      waiting = null;
      failed?.reject(error);
    };
    begun.on('message', (answer: WriterAnswer) => {
      const answered = waiting;
      waiting = null;
      answered?.resolve(answer);
    });
    begun.on('error', fail);
    begun.on('exit', (code) => fail(new Error(`the log writer ended with code ${code}`)));
    return begun;
  };

  return {
    /** Starts the thread now, at the priority that the process has now; otherwise its first command does. */
    start: () => void started(),
    /** Rejects when the thread died; the next call starts it again. */
    ask: (command: WriterCommand) =>
      new Promise<WriterAnswer>((resolve, reject) => {
        waiting = { resolve, reject };
        started().postMessage(command);
      }),
    async close() {
      const closing = worker;
      worker = null;
      if (closing === null) return;
      const ended = new Promise<void>((resolve) => closing.once('exit', () => resolve()));
      closing.postMessage({ kind: 'close' } satisfies WriterCommand);
      await ended;
    },
  };
}
