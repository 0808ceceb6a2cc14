import type { TLSSocket } from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hostileReceiver } from '../../support/hostileReceiver.ts';

import { allClosed, LONG_MS, loopback, nobody, type Open, reasonOf, SHORT_MS } from './asking.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\n';

/** How a receiver ends a connection that it kept, when a request is on its way on it. */
const ENDINGS: Readonly<Record<string, (socket: TLSSocket) => void>> = {
  'closed without a word': (socket) => void socket.end(),
  destroyed: (socket) => void socket.destroy(),
  'closed behind 103': (socket) => void socket.end('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
  'closed within the status line': (socket) => void socket.end('HTTP/1.1 20'),
  '408 and closed': (socket) => void socket.end(`${TIMED_OUT}connection: close\r\n\r\n`),
  '408 and left open': (socket) => void socket.write(`${TIMED_OUT}\r\n`),
};

/** A request on a kept connection that went stale goes out once more, within the same attempt. */
export function deadKeptContract(name: string, open: Open): void {
  const test = suite(name);

  /** Two posts: the first is answered on a connection that is kept, the second meets its end there. */
  async function twoPosts(behave: (socket: TLSSocket, connection: number) => void, secondMs = LONG_MS) {
    let connections = 0;
    let requests = 0;
    const receiver = await hostileReceiver((socket, connection) => {
      connections += 1;
      requests += 1;
      if (connection === 1) socket.write(OK);
      else behave(socket, connection);
      socket.on('data', () => {
        requests += 1;
        behave(socket, connection);
      });
    });
    const poster = open({ resolver: nobody, addressAllowed: loopback, ca: [receiver.ca] });
    const post = (timeoutMs: number) =>
      poster.post({ url: receiver.url, headers: {}, body: '{}', timeoutMs });
    const outcomes = [reasonOf(await post(LONG_MS)), reasonOf(await post(secondMs))];
    await poster.close();
    await allClosed(receiver);
    await receiver.close();
    return { outcomes, connections, requests };
  }

  for (const [ending, end] of Object.entries(ENDINGS)) {
    test(`kept and ${ending}: answered on a fresh connection`, async () => {
      const met = await twoPosts((socket, connection) => {
        if (connection === 1) end(socket);
        else socket.write(OK);
      });
      assert.equal(met, { outcomes: ['answered 200', 'answered 200'], connections: 2, requests: 3 });
    });

    test(`kept and ${ending}, fresh too: it goes out no third time`, async () => {
      const { outcomes, connections, requests } = await twoPosts(end);
      assert.is(outcomes[1]?.startsWith('answered 2'), false);
      assert.equal({ connections, requests }, { connections: 2, requests: 3 });
    });
  }

  test('a kept connection that stays silent takes the time of the attempt, and there is no other', async () => {
    const met = await twoPosts(() => {}, SHORT_MS);
    assert.equal(met, { outcomes: ['answered 200', 'timeout'], connections: 1, requests: 2 });
  });

  test('408 on a fresh connection is the answer', async () => {
    const receiver = await hostileReceiver((socket) => socket.end(`${TIMED_OUT}\r\n`));
    const poster = open({ resolver: nobody, addressAllowed: loopback, ca: [receiver.ca] });
    const outcome = await poster.post({ url: receiver.url, headers: {}, body: '{}', timeoutMs: LONG_MS });
    assert.is(reasonOf(outcome), 'answered 408');
    await poster.close();
    await receiver.close();
  });

  test.run();
}
