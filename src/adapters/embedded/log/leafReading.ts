import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { EventStoreUnavailable, type LeafBatch, type LeavesOptions } from '../../../ports/eventStore.ts';
import { startThread } from '../../node/startThread.ts';
import type { RowsAnswer } from './leafThread.ts';
import { type CheckedRows, leavesOf, type RowsQuestion } from './leaves.ts';
import type { LogReader } from './logReader.ts';

type LeafQuestion = RowsQuestion & Omit<LeavesOptions, keyof RowsQuestion>;

/** Pages in a row after which a thread reads ahead: it takes as long to start as some of them take to be read with their parts. */
const PAGES_BEFORE_THREAD = 8;

/**
 * Reads leaves of the ledger in a folder. A reader that takes page after page gets them from a thread that reads and checks the next page
 * meanwhile: the whole log is read as quickly as one core can hash it, whatever is computed of it.
 */
export function leafReading(folder: string, reader: Pick<LogReader, 'storedLeaves' | 'rows'>) {
  let pages = 0;
  let end = 0;
  let ahead: ReturnType<typeof rowsAhead> | null = null;

  const rowsOf = async (question: RowsQuestion): Promise<CheckedRows> => {
    const own = () => reader.rows(question);
    if (pages <= PAGES_BEFORE_THREAD) return own();
    ahead ??= rowsAhead(() => startThread(import.meta.url, 'leafThread', { workerData: { folder } }));
    // What the thread cannot read is read here: the error is that of the reader.
    return (await ahead.read(question)) ?? own();
  };

  return {
    /** See `EventStore.readLeaves`. */
    async read({ after, limit, isUnchecked = false, withParts = false }: LeafQuestion): Promise<LeafBatch> {
      await nextTurn();
      if (isUnchecked) return reader.storedLeaves(after, limit);
      pages = after === end ? pages + 1 : 1;
      const batch = leavesOf(
        await rowsOf({ after, limit, withParts }),
        after,
        withParts ? { mayLackParts: false } : null,
      );
      end = after + batch.leaves.length;
      return batch;
    },
    close: async () => ahead?.close(),
  };
}

/** Rows from a thread that reads the page after the one that was taken last. A thread that ended is an error for all who ask it. */
export function rowsAhead(start: () => Worker) {
  const worker = start();
  const waiting: { resolve(answer: RowsAnswer): void; reject(error: Error): void }[] = [];
  let next: { readonly question: RowsQuestion; readonly answer: Promise<RowsAnswer> } | null = null;
  let ended: Error | null = null;

  const fail = (reason: unknown) => {
    ended ??= new EventStoreUnavailable('the thread that reads it ended', { cause: reason });
    for (const { reject } of waiting.splice(0)) reject(ended);
  };
  worker.on('message', (answer: RowsAnswer) => {
    waiting.shift()?.resolve(answer);
    if (waiting.length === 0) worker.unref();
  });
  worker.on('error', fail);
  worker.on('exit', fail);
  // Only as long as something was asked does it keep the process alive.
  worker.unref();

  const ask = (question: RowsQuestion): Promise<RowsAnswer> => {
    const answer = new Promise<RowsAnswer>((resolve, reject) => {
      if (ended !== null) return reject(ended);
      waiting.push({ resolve, reject });
      worker.ref();
      worker.postMessage(question);
    });
    // The fault of a page that is never taken concerns no one.
    answer.catch(() => {});
    return answer;
  };

  return {
    /** Null: the thread could not read them. @throws EventStoreUnavailable when the thread has ended */
    async read(question: RowsQuestion): Promise<CheckedRows | null> {
      const isNext = isDeepStrictEqual(next?.question, question);
      let rows = (await (isNext ? next?.answer : null)) ?? null;
      next = null;
      // The log may have grown since its end was met.
      if (rows === null || (rows.rows === 0 && rows.fault === null)) rows = await ask(question);
      if (rows === null || rows.fault !== null || rows.rows === 0) return rows;
      const following = { ...question, after: question.after + rows.rows };
      next = { question: following, answer: ask(following) };
      return rows;
    },
    async close(): Promise<void> {
      if (ended !== null) return;
      const hasEnded = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
      worker.ref();
      worker.postMessage(null);
      await hasEnded;
    },
  };
}
