import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { createTransport } from 'nodemailer';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { certificateFiles } from '../../../src/adapters/intake/certificateFiles.ts';
import { smtpIntake } from '../../../src/adapters/intake/smtpIntake.ts';
import { intakeChecks } from '../../../src/cli/doctor/intakeChecks.ts';
import { readSettings, SettingsInvalid } from '../../../src/config.ts';
import { openMailIntake } from '../../../src/main/intake.ts';
import type { Log } from '../../../src/ports/log.ts';
import type { IncomingMail } from '../../../src/ports/mailIntake.ts';
import { type Certificate, selfSigned } from '../../support/certificate.ts';
import { manualClock } from '../../support/manualClock.ts';
import { quietLog } from '../../support/quietLog.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const test = suite('STARTTLS at the bounce intake');

const MAIL = { envelope: { from: 'a@a.test', to: 'b@b.test' }, raw: 'Subject: x\r\n\r\nx' };

/** An intake on a real port; `offersTls: false` has no certificate. */
async function intakeOver({ offersTls = true } = {}) {
  const folder = temporaryFolder();
  const paths = { cert: join(folder.path, 'cert.pem'), key: join(folder.path, 'key.pem') };
  const write = ({ cert, key }: Certificate) => {
    writeFileSync(paths.cert, cert);
    writeFileSync(paths.key, key);
  };
  const first = selfSigned(['localhost']);
  write(first);
  const clock = manualClock();
  const taken: IncomingMail[] = [];
  const said: string[] = [];
  const stop = new AbortController();
  const log: Log = {
    ...quietLog,
    info: (_fields, message) => said.push(message),
    error: (_fields, message) => said.push(message),
  };
  let running = Promise.resolve();
  const port = await new Promise<number>((onListening) => {
    const certificate = offersTls ? certificateFiles(paths) : null;
    const intake = smtpIntake({
      host: '127.0.0.1',
      port: 0,
      name: 'b.test',
      relays: ['127.0.0.1'],
      certificate,
      clock,
      log,
      onListening,
    });
    const take = async (mail: IncomingMail) => {
      taken.push(mail);
      return 'taken' as const;
    };
    running = intake.receive({ accepts: () => 'yes', take }, stop.signal);
  });
  return {
    ...{ paths, write, first, clock, taken, said, port },
    /** Looks at the files, as happens by itself every 30 seconds. */
    look: () => clock.advance(30_000),
    send: (ca: string, localAddress = '127.0.0.1') =>
      createTransport({
        host: '127.0.0.1',
        port,
        localAddress,
        requireTLS: true,
        tls: { ca, servername: 'localhost' },
      }).sendMail(MAIL),
    async close() {
      stop.abort();
      await running;
      folder.remove();
    },
  };
}

test('mail comes encrypted, by the certificate of the files', async () => {
  const intake = await intakeOver();
  await intake.send(intake.first.cert);
  assert.is(intake.taken.length, 1);
  assert.match(await failureOf(intake.send(selfSigned(['localhost']).cert)), 'certificate');
  await intake.close();
});

test('an encrypted connection that ends, or never comes about, makes room for the next of its address', async () => {
  const intake = await intakeOver();
  for (let n = 0; n < 11; n++) {
    await intake.send(intake.first.cert, '127.0.0.2');
    assert.match(
      await failureOf(intake.send(selfSigned(['localhost']).cert, '127.0.0.2')),
      'certificate',
      'it broke off',
    );
  }
  assert.is(intake.taken.length, 11);
  await intake.close();
});

test('without files it is not offered, and a client that asks for it is refused', async () => {
  const intake = await intakeOver({ offersTls: false });
  const replies = await spoken(intake.port, ['EHLO c.test', 'STARTTLS']);
  assert.not.match(replies, /STARTTLS\r\n/);
  assert.match(replies, /\r\n50[02] /);
  await createTransport({ host: '127.0.0.1', port: intake.port }).sendMail(MAIL);
  assert.is(intake.taken.length, 1);
  await intake.close();
});

test('a client that does not ask for it is served as it is', async () => {
  const intake = await intakeOver();
  await createTransport({ host: '127.0.0.1', port: intake.port, ignoreTLS: true }).sendMail(MAIL);
  assert.is(intake.taken.length, 1);
  await intake.close();
});

test('a renewed certificate is used for the next client; an incomplete or missing one changes nothing and is logged once', async () => {
  const intake = await intakeOver();
  const next = selfSigned(['localhost']);
  writeFileSync(intake.paths.cert, next.cert);
  await intake.look();
  await intake.look();
  await intake.send(intake.first.cert);
  assert.is(intake.said.filter((words) => words.includes('cannot be renewed')).length, 1);
  writeFileSync(intake.paths.key, next.key);
  await intake.look();
  await intake.send(next.cert);
  assert.match(await failureOf(intake.send(intake.first.cert)), 'certificate');
  assert.is(intake.said.filter((words) => words.includes('renewed certificate')).length, 1);
  await intake.close();
});

test('plain text after STARTTLS is no command of the encrypted session (RFC 3207, section 6)', async () => {
  const intake = await intakeOver();
  const socket = connect({ host: '127.0.0.1', port: intake.port });
  await replied(socket, /^220 /m);
  socket.write('EHLO c.test\r\n');
  await replied(socket, /^250 /m);
  socket.write('STARTTLS\r\nMAIL FROM:<evil@evil.test>\r\nRCPT TO:<b@b.test>\r\n');
  await replied(socket, /^220 /m);
  const secure = connectTls({ socket, ca: intake.first.cert, servername: 'localhost' });
  await new Promise((resolve) => secure.once('secureConnect', resolve));
  secure.write('DATA\r\n');
  assert.match(
    await replied(secure, /\r\n$/),
    /^503 /,
    'no sender, no recipient, not even a greeting is kept',
  );
  secure.destroy();
  await intake.close();
});

test('a failed handshake affects no other client', async () => {
  const intake = await intakeOver();
  for (const bytes of ['\x16\x03\x01\x00\x02\x01\x00', 'EHLO again\r\n', '']) {
    const socket = connect({ host: '127.0.0.1', port: intake.port });
    await replied(socket, /^220 /m);
    socket.write('EHLO c.test\r\nSTARTTLS\r\n');
    await replied(socket, /\r\n220 |^220 /m);
    socket.on('error', () => {});
    socket.end(Buffer.from(bytes, 'latin1'));
  }
  await intake.send(intake.first.cert);
  assert.is(intake.taken.length, 1);
  await intake.close();
});

test('settings that cannot be used are said at the start, and nothing of a key is', async () => {
  const folder = temporaryFolder();
  const at = (name: string, text: string) => {
    writeFileSync(join(folder.path, name), text);
    return join(folder.path, name);
  };
  const one = selfSigned();
  const [cert, key, other] = [at('c', one.cert), at('k', one.key), at('o', selfSigned().key)];
  const opened = (env: Record<string, string>) =>
    openMailIntake(readSettings({ POSTLEDGER_BOUNCE_PORT: '0', ...env }), {
      clock: manualClock(),
      log: quietLog,
    });
  assert.ok(opened({ POSTLEDGER_BOUNCE_TLS_CERT: cert, POSTLEDGER_BOUNCE_TLS_KEY: key }));
  for (const env of [
    { POSTLEDGER_BOUNCE_TLS_CERT: cert },
    { POSTLEDGER_BOUNCE_TLS_KEY: key },
    { POSTLEDGER_BOUNCE_TLS_CERT: cert, POSTLEDGER_BOUNCE_TLS_KEY: other },
    { POSTLEDGER_BOUNCE_TLS_CERT: cert, POSTLEDGER_BOUNCE_TLS_KEY: join(folder.path, 'missing') },
  ] as Record<string, string>[])
    assert.throws(
      () => opened(env),
      (error: unknown) =>
        error instanceof SettingsInvalid &&
        error.message.includes('POSTLEDGER_BOUNCE_TLS_') &&
        !error.message.includes('PRIVATE'),
    );
  assert.is(
    opened({ POSTLEDGER_ROLES: 'api', POSTLEDGER_BOUNCE_TLS_CERT: cert }),
    null,
    'it does not listen',
  );
  folder.remove();
});

test('doctor reports until when it is valid', async () => {
  const folder = temporaryFolder();
  const { cert, key } = selfSigned(['localhost'], { toMs: Date.parse('2026-03-01T00:00:00Z') });
  const env = {
    POSTLEDGER_BOUNCE_PORT: '0',
    POSTLEDGER_BOUNCE_TLS_CERT: join(folder.path, 'c'),
    POSTLEDGER_BOUNCE_TLS_KEY: join(folder.path, 'k'),
  };
  writeFileSync(env.POSTLEDGER_BOUNCE_TLS_CERT, cert);
  writeFileSync(env.POSTLEDGER_BOUNCE_TLS_KEY, key);
  const found = (at: string) => intakeChecks(readSettings(env), Date.parse(at))[0]?.run();
  assert.match((await found('2026-01-01T00:00:00Z'))?.says ?? '', '2026-03-01T00:00:00.000Z');
  assert.is((await found('2026-01-01T00:00:00Z'))?.ok, true);
  assert.is((await found('2026-02-27T00:00:00Z'))?.ok, false);
  assert.equal(intakeChecks(readSettings({}), 0), []);
  folder.remove();
});

const failureOf = (sending: Promise<unknown>) =>
  sending.then(
    () => 'nothing failed',
    (error) => String(error),
  );

/** What is answered to lines that are sent one after the other. */
async function spoken(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port });
  let all = await replied(socket, /^220 /m);
  for (const line of lines) {
    socket.write(`${line}\r\n`);
    all += await replied(socket, /^\d{3} .*\r\n$/m);
  }
  socket.destroy();
  return all;
}

/** Resolves with what came once it matches. */
function replied(socket: ReturnType<typeof connect> | TLSSocket, what: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const onData = (bytes: Buffer) => {
      text += bytes.toString('latin1');
      if (!what.test(text)) return;
      socket.off('data', onData).off('close', onClose);
      resolve(text);
    };
    const onClose = () => reject(new Error(`the connection ended after ${JSON.stringify(text)}`));
    socket.on('data', onData).once('close', onClose);
  });
}

test.run();
