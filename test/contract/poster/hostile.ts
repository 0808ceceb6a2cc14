import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hostileReceiver, rawReceiver } from '../../support/hostileReceiver.ts';

import { asking, every, type Open, reasonOf } from './asking.ts';

export function hostileContract(name: string, open: Open): void {
  const test = suite(name);
  const { postTo, outcomeAgainst } = asking(open);

  test('a receiver that never answers is a timeout', async () => {
    assert.is(reasonOf(await outcomeAgainst(await hostileReceiver(() => {}))), 'timeout');
  });

  test('a port that accepts and never speaks TLS is a timeout', async () => {
    assert.is(reasonOf(await outcomeAgainst(await rawReceiver(() => {}))), 'timeout');
  });

  test('headers that drip are a timeout', async () => {
    const receiver = await hostileReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      socket.once(
        'close',
        every(20, () => socket.write('x-drip: y\r\n')),
      );
    });
    assert.is(reasonOf(await outcomeAgainst(receiver)), 'timeout');
  });

  test('a body that drips does not hold the attempt: the status stands and the socket is closed', async () => {
    const receiver = await hostileReceiver((socket) => {
      socket.write('HTTP/1.1 500 Oh\r\ncontent-length: 100000\r\n\r\n');
      socket.once(
        'close',
        every(20, () => socket.write('x')),
      );
    });
    assert.is(reasonOf(await outcomeAgainst(receiver)), 'answered 500');
  });

  test('an endless body is not read to its end', async () => {
    let written = 0;
    const receiver = await hostileReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
      const flood = () => {
        while (!socket.destroyed && socket.write(chunk)) written += chunk.length;
      };
      socket.on('drain', flood);
      flood();
    });
    assert.is(reasonOf(await outcomeAgainst(receiver, { timeoutMs: 5_000 })), 'answered 200');
    assert.ok(written < 8_000_000, `${written} bytes were taken`);
  });

  test('headers without end are refused', async () => {
    const receiver = await hostileReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      for (let n = 0; n < 100; n++) socket.write(`x-${n}: ${'y'.repeat(1_000)}\r\n`);
    });
    assert.is(reasonOf(await outcomeAgainst(receiver, { timeoutMs: 5_000 })), 'protocol');
  });

  test('what is not HTTP, resets and half-closed connections are failures', async () => {
    const garbage = await hostileReceiver((socket) => socket.end('SSH-2.0-OpenSSH_9\r\n\r\n'));
    assert.is(reasonOf(await outcomeAgainst(garbage, { timeoutMs: 5_000 })), 'protocol');
    const reset = await hostileReceiver((socket) => socket.destroy());
    assert.is(reasonOf(await outcomeAgainst(reset, { timeoutMs: 5_000 })), 'protocol');
    const halfClosed = await hostileReceiver((socket) => socket.end());
    assert.is(reasonOf(await outcomeAgainst(halfClosed, { timeoutMs: 5_000 })), 'protocol');
    const cutOff = await hostileReceiver((socket) => socket.end('HTTP/1.1 20'));
    assert.is(reasonOf(await outcomeAgainst(cutOff, { timeoutMs: 5_000 })), 'protocol');
    const upgrade = await hostileReceiver((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    );
    assert.is(reasonOf(await outcomeAgainst(upgrade, { timeoutMs: 5_000 })), 'protocol');
  });

  test('garbage, resets and ends before TLS stands are tls failures; a closed port is a connect failure', async () => {
    const garbage = await rawReceiver((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
    assert.is(reasonOf(await outcomeAgainst(garbage, { timeoutMs: 5_000 })), 'tls');
    const reset = await rawReceiver((socket) => socket.once('data', () => socket.resetAndDestroy()));
    assert.is(reasonOf(await outcomeAgainst(reset, { timeoutMs: 5_000 })), 'tls');
    const ended = await rawReceiver((socket) => socket.end());
    assert.is(reasonOf(await outcomeAgainst(ended, { timeoutMs: 5_000 })), 'tls');
    const closed = await rawReceiver(() => {});
    await closed.close();
    assert.is(reasonOf(await postTo(closed, { timeoutMs: 5_000 })), 'connect');
  });

  test.run();
}
