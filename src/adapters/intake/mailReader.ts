import type { Worker } from 'node:worker_threads';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { MailReader, ReadMail } from '../../ports/mailReader.ts';
import { turns } from '../../queues/turns.ts';
import { startThread } from '../node/startThread.ts';

/** How long a thread may take for one mail, once it is loaded. Normal ones take milliseconds. */
const READ_TIMEOUT_MS = 2_000;
/** A new thread loads the parser first. */
const LOAD_TIMEOUT_MS = 15_000;
/**
 * At its limit V8 may end the whole process and not the thread alone. The 256 KB that the intake keeps of a mail never come
 * near it: 1 MB of the worst form (short header fields) takes about 100 MB.
 */
const MAX_HEAP_MB = 256;

const startReader = () =>
  startThread(import.meta.url, 'readerThread', { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });

interface MailReaderDependencies {
  readonly clock: Clock;
  readonly log: Log;
  /** Replaced in tests. */
  readonly start?: () => Worker;
}

/** Two threads, one of them for mail to signed addresses alone. */
export function threadMailReader(dependencies: MailReaderDependencies): MailReader {
  const [signed, others] = [oneThread(dependencies), oneThread(dependencies)];
  return {
    read: (raw, { isSigned, network }) => (isSigned ? signed : others).read(raw, network),
    async close() {
      await Promise.all([signed.close(), others.close()]);
    },
  };
}

interface Reading {
  readonly worker: Worker;
  /** Resolves once the parser is loaded; rejects with the error that ended the thread. */
  readonly loaded: Promise<unknown>;
}

/**
 * Reads mails one at a time, networks in turns, in a thread that is started with the first mail; after a mail that ended
 * it, the next one is started at once, so that no mail waits for it.
 */
function oneThread({ clock, log, start = startReader }: MailReaderDependencies) {
  const reading = turns({ clock, each: 1, all: 1 });
  let thread: Reading | null = null;
  let isClosed = false;

  const started = (): Reading => {
    const worker = start();
    const loaded = answerOf(worker);
    // Whoever reads next is given the error.
    loaded.catch(() => {});
    return { worker, loaded };
  };
  /** Undefined when it took too long. */
  const within = async <Result>(timeoutMs: number, result: Promise<Result>): Promise<Result | undefined> => {
    const over = new AbortController();
    const late = clock.sleep(timeoutMs, over.signal).then(() => undefined);
    return Promise.race([result, late]).finally(() => over.abort());
  };
  const readNow = async (raw: Uint8Array): Promise<ReadMail | null> => {
    if (isClosed) return null;
    const { worker, loaded } = thread ?? started();
    thread = { worker, loaded };
    try {
      // A thread that is not loaded in time gets no mail: the answer would be that of its loading.
      const isLoaded = await within(LOAD_TIMEOUT_MS, loaded);
      const read = isLoaded === undefined ? undefined : await within(READ_TIMEOUT_MS, answerOf(worker, raw));
      if (read !== undefined) return read;
      log.warn({ bytes: raw.length }, 'a mail could not be parsed in time');
    } catch (error) {
      log.warn({ bytes: raw.length, err: error }, 'a mail ended the thread that parsed it');
    }
    thread = isClosed ? null : started();
    await worker.terminate();
    return null;
  };
  return {
    async read(raw: Uint8Array, network: string): Promise<ReadMail | null> {
      const end = await reading.wait(network);
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
function answerOf(thread: Worker, raw?: Uint8Array): Promise<ReadMail | null> {
  return new Promise((resolve, reject) => {
    const settle = () => thread.off('message', onMessage).off('error', onError).off('exit', onExit);
    const onMessage = (read: ReadMail | null) => {
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
