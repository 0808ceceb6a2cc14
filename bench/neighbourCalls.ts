import { once } from 'node:events';
import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startThread } from '../src/adapters/node/startThread.ts';
import { quantile } from './report.ts';

/** A customer of a service. */
export interface Caller {
  readonly url: URL;
  readonly key: string;
}

/** A customer who cares for no other, and a healthy one, of one service. */
export interface Workspaces {
  readonly bad: Caller;
  readonly good: Caller;
  /** Of the process that answers requests. */
  readonly pid: number;
  readonly intakePort: number;
  /** The service's folder. */
  readonly data: string;
}

/** Between two calls of the healthy customer. */
const PAUSE_MS = 10;
const LONGEST_CALL_MS = 60_000;

let keys = 0;

function begun({ url, key }: Caller, path: string, length: number, agent?: Agent): ClientRequest {
  return request(new URL(path, url), {
    method: 'POST',
    ...(agent && { agent }),
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': length,
      'idempotency-key': `bench ${process.pid} ${keys++}`,
    },
  });
}

/** A request that announces a length and brings a byte of it. */
export function heldOpen(caller: Caller, path: string, length: number): ClientRequest {
  const open = begun(caller, path, length);
  open.on('error', () => {});
  open.write('{');
  return open;
}

interface Posted {
  readonly status: number;
  readonly bytes: number;
  /** Of the answer, where it has one. */
  readonly id: string;
}

/** Posts a body; status 0 when the connection broke. */
export function posted(caller: Caller, path: string, body: Buffer, agent?: Agent): Promise<Posted> {
  return new Promise((resolve) => {
    const call = begun(caller, path, body.length, agent);
    call.setTimeout(LONGEST_CALL_MS, () => call.destroy());
    call.on('error', () => resolve({ status: 0, bytes: 0, id: '' }));
    call.on('response', (response) => {
      let bytes = 0;
      let text = '';
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes < 100_000) text += chunk;
      });
      response.on('close', () =>
        resolve({ status: response.statusCode ?? 0, bytes, id: /"id":"([^"]+)"/.exec(text)?.[1] ?? '' }),
      );
    });
    call.end(body);
  });
}

/** The healthy customer's calls while something else ran: milliseconds of each, and how many had which status. */
export interface HealthyCalls {
  readonly times: readonly number[];
  readonly statuses: ReadonlyMap<number, number>;
}

/** Calls one after the other until the promise resolves. */
export async function callUntil(
  over: Promise<unknown>,
  caller: Caller,
  path: string,
  body: Buffer,
): Promise<HealthyCalls> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const statuses = new Map<number, number>();
  let isOver = false;
  void over.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const startedAt = performance.now();
    const { status } = await posted(caller, path, body, agent);
    times.push(performance.now() - startedAt);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    await sleep(PAUSE_MS);
  }
  agent.destroy();
  return { times, statuses };
}

/**
 * The healthy customer's calls while something else runs. They are made in a thread of their own: an event loop that is
 * busy with the neighbour's answers would delay the others, and count that as the service's.
 */
export async function healthyCalls(
  caller: Caller,
  path: string,
  body: object,
  something: () => Promise<unknown>,
): Promise<HealthyCalls> {
  const workerData = { url: caller.url.href, key: caller.key, path, body: JSON.stringify(body) };
  const thread = startThread(import.meta.url, 'healthyCaller', { workerData });
  await once(thread, 'message');
  await something();
  // Listened for at once: a thread that ends early gives its last message and its end in the same turn.
  const ended = [once(thread, 'message'), once(thread, 'exit')] as const;
  thread.postMessage('over');
  const [[calls]] = await Promise.all(ended);
  return calls;
}

/** The same in words. */
export async function callsWhile(...how: Parameters<typeof healthyCalls>): Promise<string> {
  return inWords(await healthyCalls(...how));
}

export function inWords({ times, statuses }: HealthyCalls): string {
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => quantile(times, share));
  const answers = [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ');
  return `p50 ${p50?.toFixed(1)}, p99 ${p99?.toFixed(0)}, max ${max?.toFixed(0)} ms (${answers})`;
}
