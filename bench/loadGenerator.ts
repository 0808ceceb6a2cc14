import { connect, type Socket } from 'node:net';
import { quantile } from './report.ts';

export interface Load {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The same for each request, or made from its number. */
  readonly body: string | ((request: number) => string);
  readonly connections: number;
  readonly durationMs: number;
  /** Answers before this time are not counted. */
  readonly warmUpMs: number;
  /** Stops after this many answers, also before its time is over. */
  readonly maxRequests?: number;
}

export interface LoadResult {
  readonly answers: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly latency: { readonly p50: number; readonly p99: number };
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
}

const HEADERS_END = Buffer.from('\r\n\r\n');

/**
 * Sends the same POST over many connections, one request at a time on each, every one under an
 * Idempotency-Key of its own. Writes and reads raw bytes, so that the generator costs little compared to the server.
 */
export async function generateLoad(load: Load): Promise<LoadResult> {
  const startedAt = performance.now();
  const countFrom = startedAt + load.warmUpMs;
  const until = startedAt + load.warmUpMs + load.durationMs;
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const bodyOf = bodies(load.body);
  const run = `${process.pid}-${Date.now().toString(36)}`;
  let sent = 0;
  let firstCounted = 0;
  let lastCounted = 0;

  const next = () => {
    const body = bodyOf(sent);
    const lines = [
      `POST ${load.path} HTTP/1.1`,
      `host: ${load.host}:${load.port}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      `idempotency-key: ${run}-${sent++}`,
      ...Object.entries(load.headers).map(([name, value]) => `${name}: ${value}`),
    ];
    return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]);
  };

  const one = (socket: Socket): Promise<void> =>
    new Promise((resolve, reject) => {
      let pending: Buffer = Buffer.alloc(0);
      let askedAt = 0;
      const ask = () => {
        if (performance.now() >= until || sent >= (load.maxRequests ?? Number.POSITIVE_INFINITY)) {
          socket.end();
          resolve();
          return;
        }
        askedAt = performance.now();
        socket.write(next());
      };
      socket.on('data', (chunk) => {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
        const end = pending.indexOf(HEADERS_END);
        if (end < 0) return;
        const headers = pending.toString('latin1', 0, end);
        const length = Number(/content-length: (\d+)/i.exec(headers)?.[1] ?? 0);
        if (pending.length < end + 4 + length) return;
        pending = Buffer.alloc(0);
        const now = performance.now();
        if (askedAt >= countFrom && now <= until) {
          const status = headers.slice(9, 12);
          statuses[status] = (statuses[status] ?? 0) + 1;
          latencies.push(now - askedAt);
          firstCounted ||= askedAt;
          lastCounted = now;
        }
        ask();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve());
      ask();
    });

  await Promise.all(
    Array.from({ length: load.connections }, async () => {
      const socket = connect(load.port, load.host);
      socket.setNoDelay(true);
      await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
      await one(socket);
    }),
  );
  return {
    answers: latencies.length,
    perSecond: latencies.length / Math.max(0.001, (lastCounted - firstCounted) / 1000),
    latency: { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) },
    statuses,
  };
}

function bodies(body: Load['body']): (request: number) => Buffer {
  if (typeof body === 'function') return (request) => Buffer.from(body(request));
  const same = Buffer.from(body);
  return () => same;
}
