import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { EventStoreUnavailable } from '../../../ports/eventStore.ts';
import type { WrittenAppend } from '../../../ports/logGrowth.ts';
import { startThread } from '../../node/startThread.ts';
import type { AppendOutcome } from './logCommit.ts';
import { type AppendTexts, TEXTS_AN_EVENT } from './logFormat.ts';
import type { WriterAnswer, WriterCommand, WriterData } from './logWriter.ts';
import { type WaitingAppend, waitingAppends } from './waitingAppends.ts';

/** Appends of many callers, made durable together: one transaction and one sync for all that came meanwhile. */
export interface GroupCommit {
  /** @throws EventStoreUnavailable when the batch could not be written or synced; whether it is in the log is not known then */
  append(append: AppendTexts): Promise<AppendOutcome>;
  /** Starts the writer thread now, instead of with the first append. */
  startWriter(): void;
  /** Waits for what is in flight, then ends the writer. */
  close(): Promise<void>;
}

export interface GroupCommitDependencies {
  /** Called after each durable batch, with what it wrote: nothing of an append that conflicts or was written before. */
  readonly onCommitted: (written: readonly WrittenAppend[]) => void;
  readonly onFailed: (error: Error) => void;
}

export function groupCommit(
  ledger: WriterData,
  { onCommitted, onFailed }: GroupCommitDependencies,
): GroupCommit {
  const writer = writerThread(ledger);
  const waiting = waitingAppends();
  let running: Promise<void> | null = null;
  let closed = false;

  const commit = async (batch: readonly WaitingAppend[]): Promise<void> => {
    const appends = batch.map(({ append }) => append);
    let outcomes: readonly AppendOutcome[];
    try {
      const answer = await writer.ask({ kind: 'commit', appends });
      if (answer.kind === 'failed') throw new Error(answer.reason);
      ({ outcomes } = answer);
    } catch (cause) {
      for (const { reject } of batch) reject(new EventStoreUnavailable((cause as Error).message, { cause }));
      throwingApart(() => onFailed(cause as Error));
      return;
    }
    const written: WrittenAppend[] = [];
    // As after a failure the callers are answered first: a listener may fail, but the appends have not.
    for (const [at, { append, resolve, reject }] of batch.entries()) {
      const outcome = outcomes[at];
      if (outcome === undefined) reject(new EventStoreUnavailable('the writer gave no outcome'));
      else resolve(outcome);
      if (outcome !== undefined && 'position' in outcome && !outcome.isRepeated)
        written.push({ ...append, first: outcome.position + 1 - append.texts.length / TEXTS_AN_EVENT });
    }
    throwingApart(() => onCommitted(written));
  };

  const run = async () => {
    for (;;) {
      // Callers who come in one turn go together.
      await nextTurn();
      const batch = waiting.take();
      if (batch.length === 0) break;
      await commit(batch);
    }
    running = null;
  };

  return {
    append: (append) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new EventStoreUnavailable('it is closed'));
        if (!waiting.add({ append, resolve, reject }))
          return reject(new EventStoreUnavailable('too many appends wait for the disk'));
        running ??= run();
      }),
    startWriter: () => writer.start(),
    async close() {
      closed = true;
      await running;
      await writer.close();
    },
  };
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
