import type { TLSSocket } from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type HostileReceiver, hostileReceiver, rawReceiver } from '../../support/hostileReceiver.ts';

import { allClosed, LONG_MS, loopback, nobody, type Open, reasonOf } from './asking.ts';

const OK = 'HTTP/1.1 200 OK\r\n';
const EMPTY = 'content-length: 0\r\n';
const WRONG = `HTTP/1.1 418 Wrong\r\n${EMPTY}\r\n`;

/** The first answer of a connection, and what comes with it or behind it. */
const FIRST: Readonly<Record<string, (socket: TLSSocket) => unknown>> = {
  'a second answer in the same breath': (socket) => socket.write(`${OK}${EMPTY}\r\n${WRONG}`),
  'a second answer a moment later': (socket) => {
    socket.write(`${OK}${EMPTY}\r\n`);
    setTimeout(() => socket.write(WRONG), 30);
  },
  'a body longer than it said': (socket) => socket.write(`${OK}content-length: 3\r\n\r\nyes${WRONG}`),
  'a body where there is none': (socket) => socket.write(`HTTP/1.1 204 No Content\r\n\r\n${WRONG}`),
  'more behind the last chunk': (socket) =>
    socket.write(`${OK}transfer-encoding: chunked\r\n\r\n0\r\n\r\n${WRONG}`),
  'half an answer behind it': (socket) => socket.write(`${OK}${EMPTY}\r\nHTTP/1.1 4`),
  'an informational answer behind it': (socket) =>
    socket.write(`${OK}${EMPTY}\r\nHTTP/1.1 103 Early Hints\r\n\r\n${WRONG}`),
  'connection: close, left open': (socket) => socket.write(`${OK}${EMPTY}connection: close\r\n\r\n`),
  'connection: close, closed': (socket) => socket.end(`${OK}${EMPTY}connection: close\r\n\r\n`),
  'keep-alive: timeout=0': (socket) => socket.write(`${OK}${EMPTY}keep-alive: timeout=0\r\n\r\n`),
  'keep-alive: timeout=nonsense': (socket) => socket.write(`${OK}${EMPTY}keep-alive: timeout=-x\r\n\r\n`),
  'closed at once': (socket) => socket.end(`${OK}${EMPTY}\r\n`),
  'closed a moment later': (socket) => {
    socket.write(`${OK}${EMPTY}\r\n`);
    setTimeout(() => socket.end(), 30);
  },
  'reset a moment later': (socket) => {
    socket.write(`${OK}${EMPTY}\r\n`);
    setTimeout(() => socket.destroy(), 30);
  },
  'HTTP/1.0 without keep-alive': (socket) => socket.end(`HTTP/1.0 200 OK\r\n${EMPTY}\r\n`),
};

/** Whatever stands behind an answer, the next request gets an answer of its own. */
export function keepAliveContract(name: string, open: Open): void {
  const test = suite(name);

  /** Posts `between` milliseconds one after the other; each says what it was answered. */
  async function posts(behave: (socket: TLSSocket, connection: number) => unknown, betweenMs: number) {
    const receiver = await hostileReceiver((socket, connection) => {
      behave(socket, connection);
      // A request on a connection that goes on is answered as it should be.
      socket.on('data', () => socket.write(`HTTP/1.1 202 Accepted\r\n${EMPTY}\r\n`));
    });
    const poster = open({ resolver: nobody, addressAllowed: loopback, ca: [receiver.ca] });
    const post = () => poster.post({ url: receiver.url, headers: {}, body: '{}', timeoutMs: LONG_MS });
    const outcomes = [reasonOf(await post())];
    if (betweenMs > 0) await new Promise((resolve) => setTimeout(resolve, betweenMs));
    outcomes.push(reasonOf(await post()));
    await poster.close();
    await allClosed(receiver);
    await receiver.close();
    return outcomes;
  }

  for (const [what, first] of Object.entries(FIRST))
    for (const betweenMs of [0, 60])
      test(`${what}, the next ${betweenMs === 0 ? 'at once' : 'later'}`, async () => {
        const [one = '', two = ''] = await posts((socket, connection) => {
          if (connection === 1) first(socket);
          else socket.write(`HTTP/1.1 202 Accepted\r\n${EMPTY}\r\n`);
        }, betweenMs);
        assert.match(one, /^answered 20[04]$/);
        assert.is(two, 'answered 202');
      });

  const big = JSON.stringify({ text: 'x'.repeat(900_000) });

  async function postTo(receiver: HostileReceiver, body: string, timeoutMs = LONG_MS): Promise<string> {
    const poster = open({ resolver: nobody, addressAllowed: loopback, ca: [receiver.ca] });
    const outcome = await poster.post({ url: receiver.url, headers: {}, body, timeoutMs });
    await poster.close();
    await receiver.close();
    return reasonOf(outcome);
  }

  test('an answer that comes before the request was read is the answer', async () => {
    const early = `HTTP/1.1 413 Too Large\r\n${EMPTY}connection: close\r\n\r\n`;
    for (const behave of [
      (socket: TLSSocket) => socket.write(early),
      (socket: TLSSocket) => socket.pause().write(early),
    ])
      assert.is(await postTo(await hostileReceiver(behave), big), 'answered 413');
  });

  test('a receiver that never reads the request is a timeout', async () => {
    const receiver = await hostileReceiver((socket) => void socket.pause());
    assert.is(await postTo(receiver, big, 400), 'timeout');
  });

  test('a receiver that speaks HTTP/2 alone is tls, since nothing else was offered', async () => {
    const receiver = await rawReceiver((socket) => {
      // What TLS says to a client whose protocols it does not know (RFC 7301 section 3.2): alert 120.
      socket.once('data', () => socket.end(Buffer.from('15030300020278', 'hex')));
    });
    assert.is(await postTo(receiver, '{}'), 'tls');
  });

  test('a redirect that does not end is asked once', async () => {
    let requests = 0;
    const receiver = await hostileReceiver((socket) => {
      const answer = () => {
        requests += 1;
        socket.write(`HTTP/1.1 307 Again\r\nlocation: /\r\n${EMPTY}\r\n`);
      };
      socket.on('data', answer);
      answer();
    });
    assert.equal([await postTo(receiver, '{}'), requests], ['answered 307', 1]);
  });

  test.run();
}
