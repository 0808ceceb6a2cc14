import { Worker } from 'node:worker_threads';
import type { WriterAnswer, WriterCommand } from './logWriter.ts';

/** The writer thread as its owner sees it: one command at a time, each with one answer. */
export interface WriterThread {
  /** Rejects when the thread died; it is started anew with the next call. */
  ask(command: WriterCommand): Promise<WriterAnswer>;
  close(): Promise<void>;
}

/** Starts the thread at its first command: whoever only reads the log needs none. */
export function writerThread(folder: string): WriterThread {
  let worker: Worker | null = null;
  let waiting: { resolve: (answer: WriterAnswer) => void; reject: (error: Error) => void } | null = null;

  const start = (): Worker => {
    const started = startWorker(folder);
    const fail = (error: Error) => {
      if (worker !== started) return;
      worker = null;
      const failed = waiting;
      waiting = null;
      failed?.reject(error);
    };
    started.on('message', (answer: WriterAnswer) => {
      const answered = waiting;
      waiting = null;
      answered?.resolve(answer);
    });
    started.on('error', fail);
    started.on('exit', (code) => fail(new Error(`the log writer ended with code ${code}`)));
    return started;
  };

  return {
    ask: (command) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        worker ??= start();
        const transfer = command.kind === 'commit' ? [command.bytes.buffer as ArrayBuffer] : [];
        worker.postMessage(command, transfer);
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

/** Run from source (tests, development) the thread must first load what reads TypeScript; built, it need not. */
function startWorker(folder: string): Worker {
  const workerData = { folder };
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./logWriter.js', import.meta.url), { workerData });
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  const entry = JSON.stringify(new URL('./logWriter.ts', import.meta.url).href);
  const code = `import(${loader}).then(({ register }) => { register(); return import(${entry}); })`;
  return new Worker(code, { eval: true, workerData, execArgv: [] });
}
