import type { Worker } from 'node:worker_threads';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { MailReader, ReadMail } from '../../ports/mailReader.ts';
import { startThread } from '../node/startThread.ts';

/** How long the thread may take for one mail. Normal ones take milliseconds. */
const READ_TIMEOUT_MS = 2_000;
/** A new thread loads the parser first. */
const FIRST_READ_TIMEOUT_MS = 15_000;
/**
 * At its limit V8 may end the whole process and not the thread alone. The 256 KB that the intake keeps of a mail never come
 * near it: 1 MB of the worst form (short header fields) takes about 100 MB.
 */
const MAX_HEAP_MB = 256;

const startReader = () =>
  startThread(import.meta.url, 'readerThread', { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });

/** Reads mails one after the other in a thread, which is started with the first mail, and again after a mail ended it. */
export function threadMailReader({
  clock,
  log,
  start = startReader,
}: {
  readonly clock: Clock;
  readonly log: Log;
  /** Replaced in tests. */
  readonly start?: () => Worker;
}): MailReader {
  let worker: Worker | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  const drop = async () => {
    const dropped = worker;
    worker = null;
    await dropped?.terminate();
  };

  const readNow = async (raw: Uint8Array): Promise<ReadMail | null> => {
    if (isClosed) return null;
    const timeoutMs = worker === null ? FIRST_READ_TIMEOUT_MS : READ_TIMEOUT_MS;
    const thread = worker ?? start();
    worker = thread;
    const over = new AbortController();
    try {
      const read = await Promise.race([
        answerOf(thread, raw),
        clock.sleep(timeoutMs, over.signal).then(() => undefined),
      ]);
      if (read !== undefined) return read;
      log.warn({ bytes: raw.length }, 'a mail could not be parsed in time');
    } catch (error) {
      log.warn({ bytes: raw.length, err: error }, 'a mail ended the thread that parsed it');
    } finally {
      over.abort();
    }
    await drop();
    return null;
  };

  return {
    read(raw) {
      const read = queue.then(() => readNow(raw));
      queue = read.catch(() => {});
      return read;
    },
    async close() {
      isClosed = true;
      await drop();
    },
  };
}

function answerOf(thread: Worker, raw: Uint8Array): Promise<ReadMail | null> {
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
    thread.postMessage(raw);
  });
}
