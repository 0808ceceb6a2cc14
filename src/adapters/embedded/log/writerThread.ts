import type { Worker } from 'node:worker_threads';
import { startThread } from '../../node/startThread.ts';
import type { WriterAnswer, WriterCommand, WriterData } from './logWriter.ts';

/** The writer thread as its owner sees it: one command at a time, each with one answer. */
export interface WriterThread {
  /** Starts the thread now, at the priority that the caller has at present; else its first command does. */
  start(): void;
  /** Rejects when the thread died; it is started again with the next call. */
  ask(command: WriterCommand): Promise<WriterAnswer>;
  close(): Promise<void>;
}

/** A process that only reads the log needs no thread: it is started at its first command. */
export function writerThread(data: WriterData): WriterThread {
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
    start: () => void started(),
    ask: (command) =>
      new Promise((resolve, reject) => {
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
