// runs in: test:all
// timeout: 120 s
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../e2e/eventually.ts';
import { freePort } from '../servers/servers.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { smtpSink } from '../support/smtpSink.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { halvesOf } from './sentOn.ts';

const test = suite('mail by SMTP through a service');

const FIELDS = [
  ...['From: Shop <a@acme.test>', 'To: bob@dest.test', 'Subject: s', 'Message-ID: <ticket-42@acme.test>'],
  ...[
    'MIME-Version: 1.0',
    'Content-Type: multipart/signed; protocol="application/pgp-signature"; boundary=b',
  ],
];
const SIGNED = ['--b', 'Content-Type: text/plain', '', 'signed   ', 'gr\xfcn', '--b'];
const SIGNATURE = ['Content-Type: application/pgp-signature', '', 'x', '--b--', ''];

test('a large mail and a small one reach the relay as they came', async () => {
  const folder = temporaryFolder();
  const sink = await smtpSink();
  const port = await freePort();
  const env = {
    ...{ POSTLEDGER_DATA: join(folder.path, 'data'), POSTLEDGER_SUBMISSION_PORT: `${port}` },
    ...{ SMTP_URL: sink.url, POSTLEDGER_LOG_LEVEL: 'error' },
  };
  const service = await startServiceProcess({ env });
  try {
    const client = createTransport({
      ...{ host: '127.0.0.1', port, auth: { user: 'any', pass: service.firstKey ?? '' }, ignoreTLS: true },
    });
    const bodies = ['', 'line\r\n'.repeat(20_000)].map((more) =>
      Buffer.from([...SIGNED, ...SIGNATURE].join('\r\n') + more, 'latin1'),
    );
    for (const [at, body] of bodies.entries()) {
      const head = FIELDS.join('\r\n').replace('ticket-42', `ticket-${at}`);
      const raw = Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]);
      await client.sendMail({ raw, envelope: { from: 'a@acme.test', to: 'bob@dest.test' } });
    }
    client.close();
    await eventually('both have come', () => sink.received.length === 2, 30_000);
    for (const { raw, messageId } of sink.received) {
      const at = messageId === '<ticket-0@acme.test>' ? 0 : 1;
      assert.ok(halvesOf(raw).body.equals(bodies[at] ?? Buffer.alloc(0)), messageId);
      assert.match(halvesOf(raw).head, /^X-Postledger-Id: [a-z2-7]{56}\r\n/m);
    }
  } finally {
    await service.stop();
    await sink.close();
    folder.remove();
  }
});

test.run();
