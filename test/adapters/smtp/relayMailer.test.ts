import { fork } from 'node:child_process';
import { createServer, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { transactionDeadline } from '../../../src/adapters/smtp/deadline.ts';
import { relayMailer } from '../../../src/adapters/smtp/relayMailer.ts';
import { reply, smtpSink } from './smtpServer.ts';

const test = suite('relay mailer');

const raw = Buffer.from('Subject: hi\r\nMessage-ID: <1@a.example>\r\n\r\n.dot first\r\nlast\r\n');
const mail = (recipient = 'you@b.example') => ({
  sender: 'me@a.example',
  recipient,
  raw,
  deliveryId: '6b1f1f0e-0000-4000-8000-000000000001',
});

test('hands over byte for byte, one recipient a transaction, and says what the server said', async () => {
  const sink = await smtpSink();
  const mailer = relayMailer({ url: `smtp://127.0.0.1:${sink.port}` });
  const outcomes = await Promise.all(['a@b.example', 'c@b.example'].map((to) => mailer.send(mail(to))));
  for (const outcome of outcomes) assert.is(outcome.outcome, 'submitted');
  assert.ok(outcomes[0]?.outcome === 'submitted' && outcomes[0].response?.startsWith('250 '));
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
    'later@b.example': reply(451, '4.3.0 come back'),
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
  assert.is(await brief('policy@b.example'), 'Transient ContentRejected');
  assert.is(await brief('full@b.example'), 'Transient MailboxFull');
  assert.is(await brief('plain@b.example'), 'Permanent General');
  assert.is(await brief('virus@b.example'), 'Transient AttachmentRejected');
  assert.is(await brief('busy@b.example'), 'deferred');
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

test('a connection lost behind the message is deferred, and the message is not sent again by itself', async () => {
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

/** A server that says only what `talk` makes it say. */
async function scripted(
  talk: (socket: Socket, line: string) => void,
): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 here\r\n');
    let rest = '';
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        talk(socket, line);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return { server, port: (server.address() as { port: number }).port };
}

test('nobody there, silence, and a server that drops everything are deferred within their time', async () => {
  const { server, port } = await scripted(() => {});
  const silent = relayMailer({ url: `smtp://127.0.0.1:${port}`, beginMs: 200, answerMs: 200 });
  assert.is((await silent.send(mail())).outcome, 'deferred');
  await silent.close();
  await new Promise((resolve) => server.close(resolve));

  const nobody = relayMailer({ url: `smtp://127.0.0.1:${port}` });
  assert.is((await nobody.send(mail())).outcome, 'deferred');
  await nobody.close();

  const dropping = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => dropping.listen(0, '127.0.0.1', () => resolve()));
  const dropped = relayMailer({ url: `smtp://127.0.0.1:${(dropping.address() as { port: number }).port}` });
  assert.is((await dropped.send(mail())).outcome, 'deferred');
  await dropped.close();
  await new Promise((resolve) => dropping.close(resolve));
});

test('until the server asks for the message, the shorter time holds', async () => {
  const { server, port } = await scripted((socket, line) => {
    if (/^(EHLO|MAIL|RCPT)/.test(line)) socket.write('250 fine\r\n');
  });
  const mailer = relayMailer({ url: `smtp://127.0.0.1:${port}`, beginMs: 300, answerMs: 3_600_000 });
  assert.is((await mailer.send(mail())).outcome, 'deferred');
  await mailer.close();
  await new Promise((resolve) => server.close(resolve));
});

/** Sends from a process of its own, which is stopped when the server gets DATA and goes on after `pauseMs`. */
async function sendAndPause(beginMs: number, pauseMs: number): Promise<{ seen: string[]; outcome: string }> {
  const seen: string[] = [];
  const pause = (socket: Socket) => {
    child.kill('SIGSTOP');
    socket.write('354 go\r\n');
    setTimeout(() => child.kill('SIGCONT'), pauseMs);
  };
  const { server, port } = await scripted((socket, line) => {
    seen.push(line);
    if (line === 'DATA') pause(socket);
    else if (line === '.' || /^(EHLO|MAIL|RCPT|RSET)/.test(line)) socket.write('250 fine\r\n');
  });
  const script = fileURLToPath(new URL('./sendOnce.ts', import.meta.url));
  const child = fork(script, [String(port), String(beginMs)], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let outcome = '';
  child.stdout?.on('data', (chunk) => {
    outcome += chunk;
  });
  await new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve) => server.close(resolve));
  return { seen, outcome: outcome.trim() };
}

test('a process that stood still too long hands nothing over any more', async () => {
  const { seen, outcome } = await sendAndPause(700, 1_500);
  assert.is(outcome, 'deferred');
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

test('log-in that fails defers: it says nothing of the recipient', async () => {
  const sink = await smtpSink({
    authOptional: false,
    allowInsecureAuth: true,
    authMethods: ['PLAIN'],
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(reply(535, '5.7.8 wrong password')),
  });
  const mailer = relayMailer({ url: `smtp://user:secret@127.0.0.1:${sink.port}` });
  const outcome = await mailer.send(mail());
  assert.is(outcome.outcome, 'deferred');
  assert.not.match(JSON.stringify(outcome), /secret/);
  await mailer.close();
  await sink.close();
});

test('TLS is used where it is offered, and a certificate nobody vouches for is not accepted', async () => {
  const sink = await smtpSink({ secure: true });
  const url = `smtps://127.0.0.1:${sink.port}`;
  const trusting = relayMailer({ url, tls: { rejectUnauthorized: false } });
  assert.is((await trusting.send(mail())).outcome, 'submitted');
  assert.is(sink.mails[0]?.secure, true);
  await trusting.close();
  const careful = relayMailer({ url });
  assert.is((await careful.send(mail())).outcome, 'deferred');
  assert.is(sink.mails.length, 1);
  await careful.close();
  await sink.close();
});

test.run();
