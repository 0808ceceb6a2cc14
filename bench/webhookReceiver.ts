import { createServer, type TLSSocket } from 'node:tls';
import { selfSigned } from '../test/support/certificate.ts';

/** What the bench asks of this process. */
export type ReceiverQuestion = { readonly kind: 'reset' } | { readonly kind: 'report' };

/** What has arrived at one path since the last reset. */
export interface Arrivals {
  readonly count: number;
  /** Milliseconds from the event's own time to the arrival of its webhook, ascending. */
  readonly latenciesMs: readonly number[];
  /** Milliseconds since 1970. */
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  /** Requests without an answer at one time, at most. */
  readonly mostOpen: number;
}

export type ReceiverAnswer =
  | { readonly kind: 'listening'; readonly port: number; readonly ca: string }
  | { readonly kind: 'report'; readonly arrivals: Readonly<Record<string, Arrivals>> };

/**
 * A customer's receiver, as cheap as TLS allows. The first part of the path says how it answers: `ok` at once, `slow`
 * after 200 ms, `fail` with 500, `hang` never.
 */
const SLOW_MS = 200;
const END = Buffer.from('\r\n\r\n');

const paths = new Map<
  string,
  { latenciesMs: number[]; firstAtMs: number; lastAtMs: number; mostOpen: number }
>();
const open = new Map<string, number>();
const reply = (answer: ReceiverAnswer) => process.send?.(answer);

function arrived(path: string, body: string): void {
  const nowMs = Date.now();
  const seen = paths.get(path) ?? { latenciesMs: [], firstAtMs: nowMs, lastAtMs: nowMs, mostOpen: 0 };
  paths.set(path, seen);
  const createdAt = /"created_at":"([^"]+)"/.exec(body)?.[1];
  seen.latenciesMs.push(createdAt === undefined ? 0 : nowMs - Date.parse(createdAt));
  seen.lastAtMs = nowMs;
  const openNow = (open.get(path) ?? 0) + 1;
  open.set(path, openNow);
  seen.mostOpen = Math.max(seen.mostOpen, openNow);
}

function serve(socket: TLSSocket): void {
  let pending: Buffer = Buffer.alloc(0);
  let openPath: string | null = null;
  const answer = (path: string, status: string) => {
    open.set(path, (open.get(path) ?? 1) - 1);
    openPath = null;
    if (!socket.destroyed) socket.write(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`);
  };
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.on('close', () => {
    if (openPath !== null) open.set(openPath, (open.get(openPath) ?? 1) - 1);
  });
  socket.on('data', (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (let end = pending.indexOf(END); end >= 0; end = pending.indexOf(END)) {
      const head = pending.toString('latin1', 0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (pending.length < end + END.length + length) return;
      const path = /^POST (\S+)/.exec(head)?.[1] ?? '';
      arrived(path, pending.toString('utf8', end + END.length, end + END.length + length));
      pending = pending.subarray(end + END.length + length);
      openPath = path;
      if (path.startsWith('/ok')) answer(path, '200 OK');
      else if (path.startsWith('/slow')) setTimeout(answer, SLOW_MS, path, '200 OK');
      else if (path.startsWith('/fail')) answer(path, '500 No');
    }
  });
}

const certificate = selfSigned();
const server = createServer({ ...certificate, ALPNProtocols: ['http/1.1'] }, serve);
server.on('tlsClientError', () => {});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  reply({ kind: 'listening', port: address.port, ca: certificate.cert });
});

process.on('message', ({ kind }: ReceiverQuestion) => {
  if (kind === 'reset') return void paths.clear();
  const arrivals = [...paths].map(([path, { latenciesMs, ...times }]) => [
    path,
    { ...times, count: latenciesMs.length, latenciesMs: latenciesMs.toSorted((a, b) => a - b) },
  ]);
  reply({ kind: 'report', arrivals: Object.fromEntries(arrivals) });
});
process.on('disconnect', () => process.exit(0));
