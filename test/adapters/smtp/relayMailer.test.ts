// runs in: test:all

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { transactionDeadline } from '../../../src/adapters/smtp/deadline.ts';
import { relayMailer } from '../../../src/adapters/smtp/relayMailer.ts';
import { nodeArguments } from '../../support/project.ts';
import { scriptedServer } from './scriptedServer.ts';
import { reply, smtpSink } from './smtpServer.ts';

const test = suite('relay mailer');

const raw = Buffer.from('Subject: hi\r\nMessage-ID: <1@a.example>\r\n\r\n.dot first\r\nlast\r\n');
const mail = (recipient = 'you@b.example') => ({
  sender: 'me@a.example',
  recipient,
  raw,
  deliveryId: '6b1f1f0e-0000-4000-8000-000000000001',
  reportsComeBack: false,
  workspace: 'w',
});

test('hands over byte for byte, one recipient a transaction, and says what the server said', async () => {
  const sink = await smtpSink();
  const mailer = relayMailer({ url: `smtp://127.0.0.1:${sink.port}` });
  const outcomes = await Promise.all(['a@b.example', 'c@b.example'].map((to) => mailer.send(mail(to))));
  for (const outcome of outcomes) assert.is(outcome.outcome, 'submitted');
  assert.ok(outcomes[0]?.outcome === 'submitted' && outcomes[0].response?.startsWith('250 '));
  assert.equal(outcomes[0].handedOver, {
    server: { host: '127.0.0.1', address: '127.0.0.1', tls: null },
    sha256: createHash('sha256').update(raw).digest('hex'),
  });
  assert.equal(sink.mails.map(({ to }) => to).sort(), [['a@b.example'], ['c@b.example']]);
  for (const { raw: got, from } of sink.mails) {
    assert.is(from, 'me@a.example');
    assert.is(got.compare(raw), 0);
  }
  await mailer.close();
  await sink.close();
});

test('replies become outcomes, by code, enhanced code and command', async () => {
  const replies: Record<string, Error> = {
    'later@b.example': reply(451, '4.2.1 come back'),
    'gone@b.example': reply(550, '5.1.1 no such user'),
    'policy@b.example': reply(550, '5.7.1 you are listed'),
    'full@b.example': reply(552, '5.2.2 mailbox full'),
    'plain@b.example': reply(550, 'mailbox unavailable'),
  };
  const sink = await smtpSink({
    onRcptTo: ({ address }, _session, done) => done(replies[address]),
    onData(stream, session, done) {
      stream.resume();
      stream.on('end', () => {
        const isVirus = session.envelope.rcptTo[0]?.address === 'virus@b.example';
        done(isVirus ? reply(554, '5.7.1 attachment carries a virus') : reply(421, '4.7.0 slow down'));
      });
    },
  });
  const mailer = relayMailer({ url: `smtp://127.0.0.1:${sink.port}` });
  const brief = async (to: string) => {
    const outcome = await mailer.send(mail(to));
    return outcome.outcome === 'bounced' ? `${outcome.bounceType} ${outcome.bounceSubType}` : outcome.outcome;
  };
  assert.is(await brief('later@b.example'), 'deferred');
  assert.is(await brief('gone@b.example'), 'Permanent NoEmail');
  assert.is(await brief('policy@b.example'), 'Transient General');
  assert.is(await brief('full@b.example'), 'Transient MailboxFull');
  assert.is(await brief('plain@b.example'), 'Permanent NoEmail');
  assert.is(await brief('virus@b.example'), 'Transient AttachmentRejected');
  assert.is(await brief('busy@b.example'), 'unsent');
  await mailer.close();
  await sink.close();
});

test('a refused sender is not the recipient’s fault, too large a message neither', async () => {
  const sink = await smtpSink({
    size: 2_000,
    onMailFrom: ({ address }, _session, done) =>
      done(address === 'bad@a.example' ? reply(550, '5.1.8 bad sender') : null),
  });
  const mailer = relayMailer({ url: `smtp://127.0.0.1:${sink.port}` });
  const refused = await mailer.send({ ...mail(), sender: 'bad@a.example' });
  assert.ok(refused.outcome === 'bounced' && refused.bounceType === 'Transient');
  const large = await mailer.send({ ...mail(), raw: Buffer.concat([raw, Buffer.alloc(5_000, 'x')]) });
  assert.ok(large.outcome === 'bounced' && large.bounceSubType === 'MessageTooLarge');
  await mailer.close();
  await sink.close();
});

test('after a connection lost after the message, the message is deferred and not sent again by itself', async () => {
  let handedOver = 0;
  const sink = await smtpSink({
    onData(stream) {
      stream.resume();
      stream.on('end', () => {
        handedOver++;
        for (const connection of sink.server.connections as Iterable<{ close(): void }>) connection.close();
      });
    },
  });
  const mailer = relayMailer({ url: `smtp://127.0.0.1:${sink.port}` });
  const outcome = await mailer.send(mail());
  assert.is(outcome.outcome, 'deferred');
  await new Promise((resolve) => setTimeout(resolve, 400));
  assert.is(handedOver, 1);
  await mailer.close();
  await sink.close();
});

test('no server, silence, and a server that drops everything are the route’s fault, within their time', async () => {
  const trouble = async (url: string, times = {}) => {
    const mailer = relayMailer({ url }, times);
    const probed = await mailer.probe();
    const outcome = await mailer.send(mail());
    assert.is(outcome.outcome, 'unsent');
    await mailer.close();
    return probed?.trouble;
  };
  const silent = await scriptedServer(() => {}, { greeting: null });
  const url = `smtp://127.0.0.1:${silent.port}`;
  assert.is(await trouble(url, { beginMs: 200, answerMs: 200 }), 'connection');
  await silent.close();
  assert.is(await trouble(url), 'connection', 'no server is there');
  const dropping = await scriptedServer((socket) => socket.destroy());
  assert.is(await trouble(`smtp://127.0.0.1:${dropping.port}`), 'connection');
  await dropping.close();
});

test('until the server asks for the message, the shorter time holds', async () => {
  const { port, close } = await scriptedServer((socket, line) => {
    if (/^(EHLO|MAIL|RCPT)/.test(line)) socket.write('250 fine\r\n');
  });
  const mailer = relayMailer({ url: `smtp://127.0.0.1:${port}` }, { beginMs: 1_500, answerMs: 3_600_000 });
  const outcome = await mailer.send(mail());
  assert.ok(outcome.outcome === 'unsent' && /too long/.test(outcome.diagnostic));
  await mailer.close();
  await close();
});

/** Sends from a process of its own, which is stopped when the server gets DATA and goes on after `pauseMs`. */
async function sendAndPause(beginMs: number, pauseMs: number): Promise<{ seen: string[]; outcome: string }> {
  const pause = (socket: Socket) => {
    child.kill('SIGSTOP');
    socket.write('354 go\r\n');
    setTimeout(() => child.kill('SIGCONT'), pauseMs);
  };
  const server = await scriptedServer((socket, line) => {
    if (line === 'DATA') pause(socket);
    else if (line === '.' || /^(EHLO|MAIL|RCPT|RSET)/.test(line)) socket.write('250 fine\r\n');
  });
  const args = [...nodeArguments('test/adapters/smtp/sendOnce'), String(server.port), String(beginMs)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let outcome = '';
  child.stdout.on('data', (chunk) => {
    outcome += chunk;
  });
  await new Promise((resolve) => child.once('exit', resolve));
  await server.close();
  return { seen: server.lines, outcome: outcome.trim() };
}

test('a process that stood still too long hands nothing over any more', async () => {
  const { seen, outcome } = await sendAndPause(2_500, 4_000);
  assert.is(outcome, 'unsent');
  assert.ok(seen.includes('DATA'));
  assert.not.ok(seen.includes('Subject: hi'));
  assert.not.ok(seen.includes('.'));
});

test('a process that stood still for a while goes on where it was', async () => {
  const { seen, outcome } = await sendAndPause(20_000, 300);
  assert.is(outcome, 'submitted');
  assert.is(seen.filter((line) => line === 'Subject: hi').length, 1);
});

test('the time to begin is measured, not left to the timer', () => {
  const deadline = transactionDeadline(20, 20);
  const until = performance.now() + 40;
  while (performance.now() < until);
  assert.throws(() => deadline.begin(), /too late/);
  deadline.end();
});

test.run();
