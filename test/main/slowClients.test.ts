// runs in: test:all
// timeout: 200 s

import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { certificateFiles } from '../../src/adapters/intake/certificateFiles.ts';
import { smtpIntake } from '../../src/adapters/intake/smtpIntake.ts';
import { systemClock } from '../../src/adapters/node/systemClock.ts';
import { buildApp } from '../../src/api/app.ts';
import { operatorRoutes } from '../../src/api/routes/index.ts';
import { consoleFixture } from '../console/consoleFixture.ts';
import { closeReader, submissionFixture } from '../submission/submissionFixture.ts';
import { selfSigned } from '../support/certificate.ts';
import { quietLog } from '../support/quietLog.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** Every listener, and every way to be slow, are measured alike: each connection is ended, and counts until then. */
const test = suite('issue 50, 3: clients that are slow, silent or trickling, before and after TLS');
test.after(closeReader);

/** The limits of the listeners are 20 and 30 s; the rest is their looking, and a last line that nobody reads. */
const WITHIN_MS = 60_000;
/** The beginning of a TLS record whose end never comes. */
const CLIENT_HELLO = Buffer.from('160301020001000', 'hex');

interface Listener {
  readonly port: number;
  /** What clients say until they fall silent, or byte by byte. */
  readonly says: string;
  readonly tls: 'none' | 'starttls' | 'implicit';
}

const folder = temporaryFolder();
const made = selfSigned(['localhost']);
const certificatePaths = { cert: join(folder.path, 'cert.pem'), key: join(folder.path, 'key.pem') };
writeFileSync(certificatePaths.cert, made.cert);
writeFileSync(certificatePaths.key, made.key);

async function opened() {
  const console = await consoleFixture({ url: null });
  const { api } = console;
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  await console.app.listen({ host: '127.0.0.1', port: 0 });
  const operators = await buildApp(api.context, quietLog, { routes: operatorRoutes, docs: 'none' });
  await operators.listen({ host: '127.0.0.1', port: 0 });
  const stop = new AbortController();
  let receiving = Promise.resolve();
  const intakePort = await new Promise<number>((onListening) => {
    const own = { host: '127.0.0.1', port: 0, name: 'b.test', relays: [], clock: systemClock, log: quietLog };
    const handler = { accepts: () => 'unknown' as const, take: async () => 'taken' as const };
    const certificate = certificateFiles(certificatePaths);
    receiving = smtpIntake({ ...own, certificate, onListening }).receive(handler, stop.signal);
  });
  const [starttls, implicit] = await Promise.all(
    [false, true].map((isImplicitTls) => submissionFixture({ certificatePaths, isImplicitTls })),
  );
  const portOf = ({ server }: { server: { address(): unknown } }) => (server.address() as AddressInfo).port;
  const http = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ';
  const post = 'POST /login/x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n';
  const listeners: Readonly<Record<string, Listener>> = {
    api: { port: portOf(api.app), says: http, tls: 'none' },
    operators: { port: portOf(operators), says: http, tls: 'none' },
    console: { port: portOf(console.app), says: http, tls: 'none' },
    'console, a form': { port: portOf(console.app), says: post, tls: 'none' },
    intake: { port: intakePort, says: 'EHLO c\r\n', tls: 'starttls' },
    submission: { port: starttls?.port ?? 0, says: 'EHLO c\r\n', tls: 'starttls' },
    'implicit submission': { port: implicit?.port ?? 0, says: 'EHLO c\r\n', tls: 'implicit' },
  };
  return {
    listeners,
    counted: () => [...(starttls?.counted ?? []), '|', ...(implicit?.counted ?? [])],
    async close() {
      stop.abort();
      await Promise.all([receiving, operators.close(), starttls?.close(), implicit?.close()]);
      await console.close();
      folder.remove();
    },
  };
}

type Manner = 'silent' | 'slow' | 'trickling';

/** Says what a client of this manner says; a text without an end comes byte by byte. */
function behave(socket: Socket, says: Buffer | string, manner: Manner): void {
  if (manner === 'silent') return;
  socket.write(says);
  if (manner === 'slow') return;
  const timer = setInterval(() => socket.write('N'), 1_000);
  socket.once('close', () => clearInterval(timer));
}

/** Resolves with the milliseconds that the connection lasted; null: longer than it may. */
function lasted(port: number, use: (socket: Socket) => void): Promise<number | null> {
  return new Promise((resolve) => {
    const sinceMs = performance.now();
    const socket = connect(port, '127.0.0.1');
    const timer = setTimeout(() => {
      socket.destroy();
      resolve(null);
    }, WITHIN_MS);
    // Read to its end, since an unread one is never seen.
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(Math.round(performance.now() - sinceMs));
    });
    socket.once('connect', () => use(socket));
  });
}

test('each is ended in time', async () => {
  const { listeners, counted, close } = await opened();
  const tried: Promise<readonly [string, number | null]>[] = [];
  for (const [name, { port, says, tls }] of Object.entries(listeners))
    for (const manner of ['silent', 'slow', 'trickling'] as const) {
      const attempt = (when: string, use: (socket: Socket) => void) =>
        tried.push(lasted(port, use).then((ms) => [`${name}, ${manner}, ${when}`, ms] as const));
      // SMTP greets, and ends those who speak before.
      const plain = (socket: Socket) => {
        if (tls === 'none') behave(socket.resume(), says, manner);
        else socket.once('data', () => behave(socket.resume(), says, manner));
      };
      /** Over the plain socket, once the client may begin to shake hands. */
      const ready = (socket: Socket, then: () => void) => {
        if (tls === 'implicit') return then();
        socket.on('data', (chunk) => {
          if (/^220 b\.test|^220 .*submission/.test(`${chunk}`)) socket.write('EHLO c\r\nSTARTTLS\r\n');
          else if (/^220 /m.test(`${chunk}`)) {
            socket.removeAllListeners('data');
            then();
          }
        });
      };
      if (tls !== 'implicit') attempt('without TLS', plain);
      if (tls === 'none') continue;
      attempt('shaking hands', (socket) =>
        ready(socket, () => {
          socket.resume();
          behave(socket, CLIENT_HELLO, manner);
        }),
      );
      attempt('after TLS', (socket) =>
        ready(socket, () => {
          const secure = connectTls({ socket, ca: made.cert, servername: 'localhost' });
          secure.on('error', () => {});
          if (tls === 'implicit') secure.once('data', () => behave(secure.resume(), says, manner));
          else secure.once('secureConnect', () => behave(secure.resume(), says, manner));
        }),
      );
    }
  const all = await Promise.all(tried);
  const late = all.filter(([, ms]) => ms === null || ms > 55_000);
  assert.equal(late, [], JSON.stringify(all));
  const early = all.filter(([, ms]) => ms !== null && ms < 10_000);
  assert.equal(early, [], 'nothing is ended before its time');
  for (const gauges of counted().join(' ').split('|')) {
    const open = [...gauges.matchAll(/submission_connections = (\d+)/g)].map(([, count]) => Number(count));
    assert.ok(Math.max(...open) >= 5, 'each counts from its first byte');
    assert.is(open.at(-1), 0, 'and no longer than it lasts');
  }
  await close();
});

test.run();
