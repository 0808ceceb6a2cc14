import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../ports/clock.ts';
import { SMALL_BODY_BYTES } from '../../queues/byteShares.ts';
import { turnQueue } from '../../queues/turnQueue.ts';
import { type ArrivedBody, type BodyContext, readBody } from '../bodies.ts';
import { unavailable } from '../errors.ts';
import type { BodyReaderName } from './bodyReaders.ts';
import { type BodyReader, type ReadBody, readBytes } from './reader.ts';
import type { ReadingJob } from './readingProgram.ts';
import { type ReadingThread, readingThread } from './readingThread.ts';

export interface BodyReading {
  /** Takes a body in and reads it. @throws ApiError 400, 408, 413, 503 */
  read(request: IncomingMessage, how: BodyContext & ReadBy): Promise<ReadBody<unknown>>;
  close(): Promise<void>;
}

interface BodyReadingParts {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly startThread?: () => ReadingThread;
}

interface BodyReadingBounds {
  /** Up to here a body is small. */
  readonly smallBytes?: number;
}

interface ReadBy {
  /** Undefined: a body of any size is read at once. */
  readonly name: BodyReaderName | undefined;
  readonly reader: BodyReader<unknown>;
  /** Resolves when the body, which has arrived, may be read; null: at once. */
  readonly turn: (bytes: number) => Promise<void> | null;
}

interface Waiting {
  readonly job: ReadingJob;
  readonly resolve: (read: ReadBody<unknown>) => void;
  readonly reject: (error: Error) => void;
}

/** A thread without work is ended after this: its memory is given back to the machine. */
const IDLE_MS = 10_000;

/**
 * Small bodies are read at once. A large one would block all other requests for seconds, so it is read in a thread of
 * its own, one at a time, workspaces in turns.
 */
export function bodyReading(
  { clock, startThread = readingThread }: BodyReadingParts,
  bounds: BodyReadingBounds = {},
): BodyReading {
  const { smallBytes = SMALL_BODY_BYTES } = bounds;
  const waiting = turnQueue<Waiting>();
  let thread: ReadingThread | null = null;
  let isBusy = false;
  let busyAgain = new AbortController();

  const endThread = async () => {
    const ended = thread;
    thread = null;
    await ended?.end();
  };
  const idle = async (signal: AbortSignal) => {
    await clock.sleep(IDLE_MS, signal);
    if (!signal.aborted) await endThread();
  };
  const serve = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    busyAgain.abort();
    for (let next = waiting.next(); next !== null; next = waiting.next()) {
      const { job, resolve, reject } = next.item;
      try {
        // Where the system has no thread to give, the body is refused, and the next one asks again.
        if (thread === null || thread.dead) thread = startThread();
        resolve(await thread.read(job));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    }
    isBusy = false;
    busyAgain = new AbortController();
    void idle(busyAgain.signal);
  };
  const inThread = ({ parts }: ArrivedBody, name: BodyReaderName, { hold, workspace }: BodyContext) =>
    new Promise<ReadBody<unknown>>((resolve, reject) => {
      const one: Waiting = { job: { reader: name, parts }, resolve, reject };
      waiting.add(workspace, one);
      // The caller has gone, and the body's memory must go with the hold.
      hold.onRelease(() => waiting.remove(workspace, one) && reject(unavailable()));
      void serve();
    });

  return {
    async read(request, how) {
      const body = await readBody(request, how);
      const wait = how.turn(body.length);
      if (wait !== null) await wait;
      if (how.name !== undefined && body.length > smallBytes) return inThread(body, how.name, how);
      const [first = Buffer.alloc(0)] = body.parts;
      return readBytes(how.reader, body.parts.length === 1 ? first : Buffer.concat(body.parts));
    },
    async close() {
      busyAgain.abort();
      for (const { reject } of waiting.takeAll()) reject(unavailable());
      await endThread();
    },
  };
}
