import type { Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { relayMailer } from '../../../src/adapters/smtp/relayMailer.ts';
import { plainTalk, scriptedServer } from './scriptedServer.ts';
import { reply, smtpSink } from './smtpServer.ts';

/** Which servers get the password, and what follows from a failed log-in or encryption. */
const test = suite('relay log-in and TLS');

const mail = {
  sender: 'me@a.example',
  reportsComeBack: false,
  recipient: 'you@b.example',
  raw: Buffer.from('Subject: hi\r\n\r\ntext\r\n'),
  deliveryId: '6b1f1f0e-0000-4000-8000-000000000001',
  workspace: 'w',
};
const PASSWORD = Buffer.from('\0user\0secret').toString('base64');

test('a failed log-in is the route’s fault, and the password is never shown', async () => {
  const sink = await smtpSink({
    authOptional: false,
    allowInsecureAuth: true,
    authMethods: ['PLAIN'],
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(reply(535, '5.7.8 wrong password')),
  });
  const mailer = relayMailer({ url: `smtp://user:secret@127.0.0.1:${sink.port}?tls=opportunistic` });
  for (const outcome of [await mailer.probe(), await mailer.send(mail)]) {
    assert.ok(outcome?.outcome === 'unsent' && outcome.trouble === 'authentication');
    assert.match(outcome.diagnostic, /^535 5\.7\.8/);
    assert.not.match(JSON.stringify(outcome), /secret/);
  }
  await mailer.close();
  await sink.close();
});

test('with a password nothing of it is said before TLS, and nothing at all where there is none', async () => {
  const server = await scriptedServer(plainTalk({ STARTTLS: '502 5.5.1 no' }, '250-here\r\n250 AUTH PLAIN'));
  const mailer = relayMailer({ url: `smtp://user:secret@127.0.0.1:${server.port}` });
  const outcome = await mailer.send(mail);
  assert.ok(outcome.outcome === 'unsent' && outcome.trouble === 'tls', JSON.stringify(outcome));
  assert.not.ok(server.lines.some((line) => line.includes(PASSWORD) || line.startsWith('MAIL')));
  await mailer.close();
  const willing = relayMailer({ url: `smtp://user:secret@127.0.0.1:${server.port}?tls=opportunistic` });
  server.lines.length = 0;
  await willing.send(mail);
  assert.ok(
    server.lines.some((line) => line === `AUTH PLAIN ${PASSWORD}`),
    'unless the operator says so',
  );
  await willing.close();
  await server.close();
});

test('a relay that offers no log-in gets no mail as if from a stranger', async () => {
  const sink = await smtpSink({ disabledCommands: ['AUTH', 'STARTTLS'] });
  const mailer = relayMailer({ url: `smtp://user:secret@127.0.0.1:${sink.port}?tls=opportunistic` });
  const outcome = await mailer.send(mail);
  assert.ok(outcome.outcome === 'unsent' && outcome.trouble === 'authentication');
  assert.is(sink.mails.length, 0);
  await mailer.close();
  await sink.close();
});

test('logged in over STARTTLS whose certificate is checked', async () => {
  const sink = await smtpSink({
    disabledCommands: [],
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'user' && password === 'p@ss:w%rd/'
        ? done(null, { user: username })
        : done(reply(535, '5.7.8 no')),
  });
  const url = `smtp://user:p%40ss%3Aw%25rd%2F@127.0.0.1:${sink.port}`;
  const trusting = relayMailer({ url, tls: { rejectUnauthorized: false } });
  assert.is((await trusting.send(mail)).outcome, 'submitted');
  assert.is(sink.mails[0]?.secure, true);
  await trusting.close();
  const careful = relayMailer({ url });
  const outcome = await careful.send(mail);
  assert.ok(outcome.outcome === 'unsent' && outcome.trouble === 'tls', JSON.stringify(outcome));
  assert.is(sink.mails.length, 1);
  await careful.close();
  await sink.close();
});

test('smtps is TLS from the first byte on, with a trusted certificate', async () => {
  const sink = await smtpSink({ secure: true });
  const url = `smtps://127.0.0.1:${sink.port}`;
  const trusting = relayMailer({ url, tls: { rejectUnauthorized: false } });
  assert.is((await trusting.send(mail)).outcome, 'submitted');
  await trusting.close();
  const careful = relayMailer({ url });
  const outcome = await careful.send(mail);
  assert.ok(outcome.outcome === 'unsent' && outcome.trouble === 'tls', JSON.stringify(outcome));
  await careful.close();
  await sink.close();
});

test('without a password a broken STARTTLS is done without, unless TLS is required', async () => {
  const refusing = plainTalk({ STARTTLS: '454 4.7.0 TLS not available' }, '250-here\r\n250 STARTTLS');
  const plain = plainTalk({}, '250-here\r\n250 STARTTLS');
  const breaking = (socket: Socket, line: string) => {
    if (line !== 'STARTTLS') return plain(socket, line);
    socket.write('220 go ahead\r\n');
    socket.once('data', () => socket.end('this is no handshake\r\n'));
  };
  for (const [name, talk] of Object.entries({ refusing, breaking })) {
    const server = await scriptedServer(talk);
    const mailer = relayMailer({ url: `smtp://127.0.0.1:${server.port}` });
    assert.is((await mailer.send(mail)).outcome, 'submitted', name);
    await mailer.close();
    const strict = relayMailer({ url: `smtp://127.0.0.1:${server.port}?tls=required` });
    const outcome = await strict.send(mail);
    assert.ok(outcome.outcome === 'unsent' && outcome.trouble === 'tls', JSON.stringify(outcome));
    await strict.close();
    await server.close();
  }
});

/** Commands that a server answers without end, and what it offers. */
const ENDLESS = { EHLO: '', STARTTLS: 'STARTTLS', AUTH: 'AUTH PLAIN' };

for (const [command, offer] of Object.entries(ENDLESS))
  test(`a server that never ends its answer to ${command} has as long as a connection may take`, async () => {
    const talk = plainTalk({}, `250-here\r\n250 ${offer}`);
    const server = await scriptedServer((socket, line) => {
      if (!line.startsWith(command)) return talk(socket, line);
      const more = setInterval(() => socket.write(`250-${'x'.repeat(100)}\r\n`), 20);
      socket.once('close', () => clearInterval(more));
    });
    const login = command === 'AUTH' ? 'user:secret@' : '';
    const url = `smtp://${login}127.0.0.1:${server.port}?tls=opportunistic`;
    const mailer = relayMailer({ url }, { beginMs: 500, answerMs: 3_600_000 });
    const fault = await mailer.probe();
    assert.is(fault?.trouble, 'connection', JSON.stringify(fault));
    assert.match(fault?.diagnostic ?? '', 'too long');
    await mailer.close();
    await server.close();
  });

test('the name of EHLO is the setting', async () => {
  const server = await scriptedServer(plainTalk());
  const mailer = relayMailer({ url: `smtp://127.0.0.1:${server.port}`, name: 'out.a.example' });
  assert.is(await mailer.probe(), null);
  assert.is(server.lines[0], 'EHLO out.a.example');
  await mailer.close();
  await server.close();
});

test.run();
