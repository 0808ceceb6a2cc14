import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hostileReceiver } from '../../support/hostileReceiver.ts';

import { asking, every, LONG_MS, type Open, reasonOf, SHORT_MS } from './asking.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
const HINTS = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';

/** Informational answers (RFC 9110 section 15.2): a client reads over any number of them, asked for or not. */
export function interimContract(name: string, open: Open): void {
  const test = suite(name);
  const { outcomeAgainst } = asking(open);

  for (const [what, interim] of [
    ['100 Continue unasked', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['several, of several kinds', `HTTP/1.1 100 Continue\r\n\r\n${HINTS}HTTP/1.1 102 Processing\r\n\r\n`],
    ['a hundred', HINTS.repeat(100)],
    ['one of HTTP/1.0 without a phrase', 'HTTP/1.0 199\r\n\r\n'],
    ['one whose fields look like an answer', 'HTTP/1.1 103 \r\nx: HTTP/1.1 500 No\r\n\r\n'],
  ]) {
    test(`${what} before the answer`, async () => {
      const receiver = await hostileReceiver((socket) => socket.write(interim + OK));
      assert.is(reasonOf(await outcomeAgainst(receiver, { timeoutMs: LONG_MS })), 'answered 200');
    });
  }

  test('they are read over byte by byte too, and a body that looks like them is a body', async () => {
    const body = 'HTTP/1.1 100 Continue\r\n\r\n';
    const answer = `HTTP/1.1 404 No\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const receiver = await hostileReceiver((socket) => {
      socket.setNoDelay(true);
      for (const byte of `HTTP/1.1 100 Continue\r\n\r\n${HINTS}${answer}`) socket.write(byte);
    });
    assert.is(reasonOf(await outcomeAgainst(receiver, { timeoutMs: LONG_MS })), 'answered 404');
  });

  test('102 again and again, and the answer within the time', async () => {
    const receiver = await hostileReceiver((socket) => {
      let sent = 0;
      const stop = every(5, () => {
        sent += 1;
        if (sent <= 40) socket.write('HTTP/1.1 102 Processing\r\n\r\n');
        else socket.write(OK);
      });
      socket.once('close', stop);
    });
    assert.is(reasonOf(await outcomeAgainst(receiver, { timeoutMs: LONG_MS })), 'answered 200');
  });

  test('a flood of them without an answer lasts until the time is over', async () => {
    const receiver = await hostileReceiver((socket) => {
      socket.once(
        'close',
        every(1, () => socket.write(HINTS.repeat(20))),
      );
    });
    assert.is(reasonOf(await outcomeAgainst(receiver, { timeoutMs: SHORT_MS })), 'timeout');
  });

  test('more than a mebibyte of them is refused at once', async () => {
    const receiver = await hostileReceiver((socket) => socket.write(HINTS.repeat(30_000)));
    assert.is(reasonOf(await outcomeAgainst(receiver, { timeoutMs: LONG_MS })), 'protocol');
  });

  for (const [what, head] of [
    ['that ends with bare LF', 'HTTP/1.1 100 Continue\n\n'],
    ['with one line that ends with bare LF', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\nx: y\r\n\r\n'],
  ])
    test(`one ${what} is refused at once`, async () => {
      const receiver = await hostileReceiver((socket) => socket.write(head + OK));
      assert.is(reasonOf(await outcomeAgainst(receiver, { timeoutMs: LONG_MS })), 'protocol');
    });

  test('one without end is refused, and so is a change of protocol', async () => {
    const endless = await hostileReceiver((socket) => {
      socket.write('HTTP/1.1 103 Early Hints\r\n');
      for (let n = 0; n < 100; n++) socket.write(`x-${n}: ${'y'.repeat(1_000)}\r\n`);
    });
    assert.is(reasonOf(await outcomeAgainst(endless, { timeoutMs: LONG_MS })), 'protocol');
    const upgrade = await hostileReceiver((socket) =>
      socket.write(`${HINTS}HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n`),
    );
    assert.is(reasonOf(await outcomeAgainst(upgrade, { timeoutMs: LONG_MS })), 'protocol');
  });

  test.run();
}
