import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSession } from '../../../src/adapters/smtp/openSession.ts';
import { wholeMessage } from '../../../src/adapters/smtp/wholeMessage.ts';
import { smtpSink } from './smtpServer.ts';

const test = suite('whole message');

const sha256 = (raw: Buffer) => createHash('sha256').update(raw).digest('hex');

const envelope = (raw: Buffer) => ({
  from: 'me@a.example',
  to: 'you@b.example',
  sizeBytes: raw.length,
  is8Bit: false,
  dsn: { envid: '1', orcpt: 'you@b.example', notify: ['FAILURE'] as const },
});

/** A session over a socket whose writes are kept. */
async function watchedSession(port: number) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const writes: string[] = [];
  const write = socket.write.bind(socket);
  Object.assign(socket, {
    write(chunk: Buffer) {
      writes.push(chunk.toString('latin1'));
      return write(chunk);
    },
  });
  const session = await openSession({
    host: '127.0.0.1',
    port,
    socket,
    implicitTls: false,
    startTls: 'ignored',
    tls: {},
    login: null,
    connectMs: 5_000,
    silenceMs: 5_000,
  });
  return { session, writes };
}

test('a message and the dot that ends it are one write, byte for byte, one message after the other', async () => {
  const sink = await smtpSink();
  const { session, writes } = await watchedSession(sink.port);
  const raw = Buffer.from('Subject: hi\r\n\r\n.dot first\r\n..two\r\nlast\r\n');
  for (const _ of [1, 2]) {
    writes.splice(0);
    const message = wholeMessage(raw, () => {});
    assert.is(message.sha256(), null, 'nothing was handed over');
    await session.send(envelope(raw), message);
    assert.is(message.sha256(), sha256(raw), 'without the dots that were doubled');
    const behindData = writes.slice(writes.indexOf('DATA\r\n') + 1);
    assert.equal(behindData, ['Subject: hi\r\n\r\n..dot first\r\n...two\r\nlast\r\n.\r\n']);
  }
  assert.ok(sink.mails.every((mail) => mail.raw.equals(raw)));
  assert.is(sink.mails.length, 2);
  session.destroy();
  await sink.close();
});

test('a message that a socket does not take at once arrives whole, and so does the next one', async () => {
  const sink = await smtpSink();
  const { session } = await watchedSession(sink.port);
  for (const lines of [500, 60_000]) {
    const raw = Buffer.from(`Subject: hi\r\n\r\n${'.a line that begins with a dot\r\n'.repeat(lines)}`);
    const message = wholeMessage(raw, () => {});
    await session.send(envelope(raw), message);
    assert.is(message.sha256(), sha256(raw));
    assert.ok(sink.mails.at(-1)?.raw.equals(raw));
  }
  session.destroy();
  await sink.close();
});

test('a message that is asked for too late is not handed over', async () => {
  const sink = await smtpSink();
  const { session, writes } = await watchedSession(sink.port);
  const raw = Buffer.from('Subject: hi\r\n\r\nlast\r\n');
  const late = wholeMessage(raw, () => {
    throw new Error('too late');
  });
  const failure = await session.send(envelope(raw), late).catch((error: Error) => error);
  assert.match(String(failure), 'too late');
  assert.is(writes.at(-1), 'DATA\r\n');
  assert.is(late.sha256(), null);
  session.destroy();
  await sink.close();
  assert.is(sink.mails.length, 0);
});

test.run();
