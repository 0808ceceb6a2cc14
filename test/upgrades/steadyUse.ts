import { setTimeout as sleep } from 'node:timers/promises';
import { connected } from '../e2e/client.ts';

const SENDS_A_SECOND = 50;
/** More are not sent while so many wait for their answer. */
const MOST_IN_FLIGHT = 1_000;
/** Between two rounds of reads. */
const READ_EVERY_MS = 200;

/** What somebody reads: rejects when the answer is not what it should be. */
export type Read = () => Promise<void>;

export interface Used {
  readonly accepted: number;
  /** The answer to each send that was not accepted. */
  readonly refused: readonly string[];
  /** Milliseconds that each send took. */
  readonly sendMs: readonly number[];
  readonly reads: number;
  readonly failedReads: readonly string[];
}

/** Sends 50 messages a second, and reads, until it is told to stop; then resolves once all is answered. */
export function steadyUse(
  { url, key }: { readonly url: string; readonly key: string },
  reads: readonly Read[],
): { stop(): Promise<Used> } {
  const over = new AbortController();
  const sending = sends(url, key, over.signal);
  const reading = readAll(reads, over.signal);
  return {
    async stop() {
      over.abort();
      return { ...(await sending), ...(await reading) };
    },
  };
}

async function sends(url: string, key: string, over: AbortSignal) {
  const refused: string[] = [];
  const sendMs: number[] = [];
  const run = `${process.pid}-${Date.now()}`;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({
    ...{ from: 'Shop <shop@acme.test>', to: 'transactional@example.com' },
    ...{ subject: 'Your order is on its way', text: 'It left our house this morning.' },
  });
  const one = async (n: number) => {
    const startedAtMs = performance.now();
    const answer = await connected(`${url}/v1/emails`, {
      ...{ method: 'POST', body },
      headers: { ...headers, 'idempotency-key': `${run}-${n}` },
    });
    const text = await answer.text();
    if (answer.status !== 202) refused.push(`${answer.status} ${text}`);
    sendMs.push(performance.now() - startedAtMs);
  };
  const inFlight = new Set<Promise<void>>();
  const startedAtMs = performance.now();
  for (let n = 0; !over.aborted; n++) {
    const waitMs = startedAtMs + (n * 1_000) / SENDS_A_SECOND - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    if (inFlight.size >= MOST_IN_FLIGHT) await Promise.race(inFlight);
    const sent: Promise<void> = one(n)
      .catch((error: Error) => void refused.push(error.message))
      .finally(() => inFlight.delete(sent));
    inFlight.add(sent);
  }
  await Promise.all(inFlight);
  return { accepted: sendMs.length - refused.length, refused, sendMs };
}

async function readAll(reads: readonly Read[], over: AbortSignal) {
  const failedReads: string[] = [];
  let done = 0;
  while (!over.aborted) {
    for (const read of reads) {
      await read().catch((error: Error) => void failedReads.push(error.message));
      done++;
    }
    await sleep(READ_EVERY_MS);
  }
  return { reads: done, failedReads };
}
