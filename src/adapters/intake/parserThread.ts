import type { Worker } from 'node:worker_threads';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { turns } from '../../queues/turns.ts';

/** A new thread loads the parser first. */
const LOAD_TIMEOUT_MS = 15_000;

export interface ParserThreadDependencies {
  readonly clock: Clock;
  readonly log: Log;
  readonly start: () => Worker;
  /** How long it may take for a mail of so many bytes, once it is loaded. */
  readonly timeoutMs: (bytes: number) => number;
}

/** A mail that was not read: it took too long, or it ended the thread. */
export type Unread = 'late' | 'ended';

interface Reading {
  readonly worker: Worker;
  /** Resolves once the parser is loaded; rejects with the error that ended the thread. */
  readonly loaded: Promise<unknown>;
  isLoaded: boolean;
}

/**
 * Reads mails one at a time, owners in turns, in a thread that is started with the first mail at the latest; after a mail
 * that ended it, the next one is started at once, so that no mail waits for it.
 */
export function parserThread<Read>({ clock, log, start, timeoutMs }: ParserThreadDependencies) {
  const reading = turns({ clock, each: 1, all: 1 });
  let thread: Reading | null = null;
  let isClosed = false;

  const started = (): Reading => {
    const worker = start();
    const loaded = answerOf(worker);
    const one: Reading = { worker, loaded, isLoaded: false };
    loaded.then(
      () => {
        one.isLoaded = true;
      },
      // The next mail gets the error of loading.
      () => {},
    );
    // What the parser throws between two mails ends no more than its thread: the next mail has another one.
    worker.on('error', () => {});
    worker.on('exit', () => {
      if (thread === one && one.isLoaded) thread = null;
    });
    return one;
  };
  /** Undefined when it took too long. */
  const within = async <Result>(timeoutMs: number, result: Promise<Result>): Promise<Result | undefined> => {
    const over = new AbortController();
    const late = clock.sleep(timeoutMs, over.signal).then(() => undefined);
    return Promise.race([result, late]).finally(() => over.abort());
  };
  const readNow = async (raw: Uint8Array): Promise<Read | Unread> => {
    if (isClosed) return 'late';
    let unread: Unread = 'late';
    thread ??= started();
    const one = thread;
    const { worker, loaded } = one;
    try {
      // A thread that is not loaded in time gets no mail: the answer would be that of its loading.
      const isLoaded = await within(LOAD_TIMEOUT_MS, loaded);
      const read =
        isLoaded === undefined ? undefined : await within(timeoutMs(raw.length), answerOf<Read>(worker, raw));
      if (read !== undefined) return read;
      log.warn({ bytes: raw.length }, 'a mail could not be parsed in time');
    } catch (error) {
      // Nothing is known of a mail that the parser never got.
      unread = one.isLoaded ? 'ended' : 'late';
      log.warn({ bytes: raw.length, err: error }, 'a mail ended the thread that parsed it');
    }
    thread = isClosed ? null : started();
    await worker.terminate();
    return unread;
  };
  return {
    /** Loads the parser now, so that the first mail does not wait for it. */
    start(): void {
      thread ??= started();
    },
    /** `owner`: whose turn it is. */
    async read(raw: Uint8Array, owner: string): Promise<Read | Unread> {
      const end = await reading.wait(owner);
      try {
        return await readNow(raw);
      } finally {
        end?.();
      }
    },
    async close() {
      isClosed = true;
      await thread?.worker.terminate();
      thread = null;
    },
  };
}

/** What the thread says next; with a mail, what it says to that. */
function answerOf<Read>(thread: Worker, raw?: Uint8Array): Promise<Read> {
  return new Promise((resolve, reject) => {
    const settle = () => thread.off('message', onMessage).off('error', onError).off('exit', onExit);
    const onMessage = (read: Read) => {
      settle();
      resolve(read);
    };
    const onError = (error: Error) => {
      settle();
      // An error that the parser throws late comes here; the thread has ended.
      reject(error);
    };
    const onExit = (code: number) => {
      settle();
      reject(new Error(`the thread ended with code ${code}`));
    };
    thread.on('message', onMessage).on('error', onError).on('exit', onExit);
    if (raw !== undefined) thread.postMessage(raw);
  });
}
