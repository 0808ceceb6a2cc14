import { setTimeout as sleep } from 'node:timers/promises';
import { startRelay } from './relay.ts';

/** A relay in this process that takes everything, and says when each message came. */
export interface TimedRelay {
  readonly port: number;
  readonly url: string;
  /** Messages that have come so far. */
  count(): number;
  /** Resolves with the monotonic time at which a message of this subject came. */
  taken(subject: string): Promise<number>;
  close(): Promise<void>;
}

export async function startTimedRelay(): Promise<TimedRelay> {
  const awaited = new Map<string, (atMs: number) => void>();
  let count = 0;
  const relay = await startRelay((stream, _session, callback) => {
    let message = '';
    stream.on('data', (chunk: Buffer) => {
      message += chunk;
    });
    stream.on('end', () => {
      const subject = /^Subject: (\S+)/m.exec(message)?.[1] ?? '';
      awaited.get(subject)?.(performance.now());
      awaited.delete(subject);
      count++;
      callback();
    });
  });
  return {
    ...relay,
    count: () => count,
    taken: (subject) => new Promise<number>((resolve) => awaited.set(subject, resolve)),
  };
}

/** Milliseconds of each message: of its call, and from the call until it was with the relay. */
export interface SendTimes {
  readonly calls: readonly number[];
  readonly toRelay: readonly number[];
}

/** Sends messages at a rate, each with a subject of its own that begins with `run`; resolves once all are with the relay. */
export async function sendAt(
  perSecond: number,
  messages: number,
  run: string,
  send: (subject: string) => Promise<unknown>,
  relay: TimedRelay,
): Promise<SendTimes> {
  const startedAt = performance.now();
  const calls: number[] = [];
  const toRelay: number[] = [];
  const sentAt = async (dueAt: number, subject: string) => {
    await sleep(dueAt - performance.now());
    const calledAt = performance.now();
    const called = send(subject).then(() => calls.push(performance.now() - calledAt));
    const [takenAt] = await Promise.all([relay.taken(subject), called]);
    toRelay.push(takenAt - calledAt);
  };
  await Promise.all(
    Array.from({ length: messages }, (_, n) => sentAt(startedAt + (n * 1_000) / perSecond, `${run}-${n}`)),
  );
  return { calls, toRelay };
}
