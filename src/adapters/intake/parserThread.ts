import type { Worker } from 'node:worker_threads';
import { within } from '../../ports/clock.ts';
import type { Ports } from '../../ports/ports.ts';
import { turnQueue } from '../../queues/turnQueue.ts';
import { startThread } from '../node/startThread.ts';

/** A new thread loads the parser first. */
const LOAD_TIMEOUT_MS = 15_000;

export interface MailToParse {
  readonly raw: Uint8Array;
}

export interface ParserThreadDependencies extends Pick<Ports, 'clock' | 'log'> {
  readonly start: () => Worker;
  /** How long it may take for mails of so many bytes, once it is loaded. */
  readonly timeoutMs: (bytes: number) => number;
  /** Mails that it is given at once, where many wait and all are small: each change of the thread has its price. */
  readonly atOnce?: number;
}

/** Starts a parser's module, named as `startThread` says; the thread ends where its heap grows above the limit. */
export const parserStart = (folder: string, module: string, maxHeapMb: number) => () =>
  startThread(folder, module, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });

/** A mail that was not read: it took too long, or it ended the thread. */
export type Unread = 'late' | 'ended';

interface Waiting<Mail, Read> {
  readonly mail: Mail;
  readonly resolve: (read: Read | Unread) => void;
  readonly reject: (error: unknown) => void;
}

interface Reading {
  readonly worker: Worker;
  /** Resolves once the parser is loaded; rejects with the error that ended the thread. */
  readonly loaded: Promise<unknown>;
  isLoaded: boolean;
}

/** With so many bytes no other mail is read together. */
const ENOUGH_BYTES = 262_144;

/**
 * Reads mails, owners in turns, in a thread that is started with the first mail at the latest; after a mail that ended it,
 * the next one is started at once, so that no mail waits for it. What the thread says of a mail is `Read`, or null.
 */
export function parserThread<Mail extends MailToParse, Read>(dependencies: ParserThreadDependencies) {
  type Entry = Waiting<Mail, Read | null>;
  const { atOnce = 1 } = dependencies;
  const thread = restartedThread<Mail, Read | null>(dependencies);
  const waiting = turnQueue<Entry>();
  let isBusy = false;

  const readAll = async (some: readonly Entry[]): Promise<void> => {
    const read = await thread.read(some.map(({ mail }) => mail));
    if (typeof read !== 'string') for (const [at, one] of read.entries()) some[at]?.resolve(one);
    else if (some.length === 1) some[0]?.resolve(read);
    // One of them is the cause: alone, each has its own answer.
    else for (const one of some) await readAll([one]);
  };
  const next = () => {
    const some: Entry[] = [];
    for (let bytes = 0; some.length < atOnce && bytes < ENOUGH_BYTES; ) {
      const one = waiting.next()?.item;
      if (one === undefined) break;
      bytes += one.mail.raw.length;
      some.push(one);
    }
    return some;
  };
  const serve = async () => {
    if (isBusy) return;
    isBusy = true;
    for (let some = next(); some.length > 0; some = next())
      await readAll(some).catch((error) => {
        for (const { reject } of some) reject(error);
      });
    isBusy = false;
  };
  return {
    /** Loads the parser now, so that the first mail does not wait for it. */
    start: thread.start,
    /** `owner`: whose turn it is. */
    read: (mail: Mail, owner: string) =>
      new Promise<Read | null | Unread>((resolve, reject) => {
        waiting.add(owner, { mail, resolve, reject });
        void serve();
      }),
    close: thread.close,
  };
}

/** A thread that is started again when it has ended, or was ended since it took too long. */
function restartedThread<Mail extends MailToParse, Answer>({
  clock,
  log,
  start,
  timeoutMs,
}: ParserThreadDependencies) {
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
  return {
    start(): void {
      thread ??= started();
    },
    async read(mails: readonly Mail[]): Promise<readonly Answer[] | Unread> {
      if (isClosed) return 'late';
      const bytes = mails.reduce((sum, { raw }) => sum + raw.length, 0);
      let unread: Unread = 'late';
      thread ??= started();
      const one = thread;
      const { worker, loaded } = one;
      try {
        // A thread that is not loaded in time gets no mail: the answer would be that of its loading.
        const isLoaded = one.isLoaded || (await within(clock, LOAD_TIMEOUT_MS, loaded)) !== undefined;
        const read =
          isLoaded && (await within(clock, timeoutMs(bytes), answerOf<readonly Answer[]>(worker, mails)));
        if (read) return read;
        log.warn({ bytes }, 'a mail could not be parsed in time');
      } catch (error) {
        // Nothing is known of a mail that the parser never got, or whose thread was closed.
        unread = one.isLoaded && !isClosed ? 'ended' : 'late';
        log.warn({ bytes, err: error }, 'a mail ended the thread that parsed it');
      }
      thread = isClosed ? null : started();
      await worker.terminate();
      return unread;
    },
    async close() {
      isClosed = true;
      await thread?.worker.terminate();
      thread = null;
    },
  };
}

/** What the thread says next; with mails, what it says to them. */
function answerOf<Answer>(thread: Worker, mails?: readonly MailToParse[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const settle = () => thread.off('message', onMessage).off('error', onError).off('exit', onExit);
    const onMessage = (answer: Answer) => {
      settle();
      resolve(answer);
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
    if (mails !== undefined) thread.postMessage(mails);
  });
}
