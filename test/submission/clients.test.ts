// runs in: test:all
import { spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../e2e/eventually.ts';
import { missingTool, type Tool } from '../support/missingTool.ts';
import { missingPostfix, startPostfix } from '../support/postfix.ts';
import { skipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { closeReader, type SubmissionFixture, submissionFixture } from './submissionFixture.ts';

const test = suite('programs that submit mail');
test.after(closeReader);

/** What each program is given: text, html, a file, and a hidden recipient that only the envelope has. */
const MAIL = [
  'From: Acme <hello@acme.test>',
  'To: ann@customer.test',
  'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
  'Message-ID: <1@acme.test>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=m',
  '',
  '--m',
  'Content-Type: multipart/alternative; boundary=a',
  '',
  '--a',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Thank you.',
  '.',
  'End.',
  '--a',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Thank you.</p>',
  '--a--',
  '--m',
  'Content-Type: text/csv; name=a.csv',
  'Content-Disposition: attachment; filename=a.csv',
  'Content-Transfer-Encoding: base64',
  '',
  'YSxiCg==',
  '--m--',
  '',
].join('\n');
const HIDDEN = 'dora@customer.test';

interface Given {
  readonly port: number;
  readonly key: string;
  /** The mail's file, with the line ends of the system. */
  readonly file: string;
  readonly folder: string;
}

/** A program and its arguments; the mail is its standard input. */
type Client = (given: Given) => readonly string[];

const PYTHON = `
import smtplib, sys
from email.message import EmailMessage
host, port, key, hidden = sys.argv[1:]
mail = EmailMessage()
mail['From'], mail['To'], mail['Subject'] = 'Acme <hello@acme.test>', 'ann@customer.test', 'Grüße'
mail['Message-ID'] = '<1@acme.test>'
mail.set_content('Thank you.\\n.\\nEnd.')
mail.add_alternative('<p>Thank you.</p>', subtype='html')
mail.add_attachment(b'a,b\\n', maintype='text', subtype='csv', filename='a.csv')
with smtplib.SMTP(host, int(port)) as smtp:
    smtp.login('any', key)
    smtp.send_message(mail, to_addrs=['ann@customer.test', hidden])
`;

const CLIENTS: Readonly<Partial<Record<Tool, Client>>> = {
  python3: ({ port, key }) => ['-c', PYTHON, '127.0.0.1', `${port}`, key, HIDDEN],
  curl: ({ port, key, file }) => [
    ...['--silent', '--show-error', '--url', `smtp://127.0.0.1:${port}/client.test`, '--user', `any:${key}`],
    ...['--mail-from', 'hello@acme.test', '--mail-rcpt', 'ann@customer.test', '--mail-rcpt', HIDDEN],
    ...['--crlf', '--upload-file', file],
  ],
  swaks: ({ port, key, file }) => [
    ...[
      '--server',
      '127.0.0.1',
      '--port',
      `${port}`,
      '--auth',
      'LOGIN',
      '--auth-user',
      'any',
      '--auth-password',
      key,
    ],
    ...['--from', 'hello@acme.test', '--to', `ann@customer.test,${HIDDEN}`, '--data', `@${file}`],
  ],
  msmtp: ({ port, key, folder }) => {
    const config = join(folder, 'msmtprc');
    writeFileSync(
      config,
      `account default\nhost 127.0.0.1\nport ${port}\nauth plain\nuser any\npassword ${key}\ntls off\n`,
    );
    chmodSync(config, 0o600);
    return ['-C', config, '-f', 'hello@acme.test', 'ann@customer.test', HIDDEN];
  },
};

for (const [tool, argumentsFor] of Object.entries(CLIENTS) as [Tool, Client][])
  test(`${tool}: text, html, a file and a hidden recipient`, async () => {
    const missing = missingTool(tool);
    if (missing !== null) return skipped(missing);
    const smtp = await submissionFixture();
    const folder = temporaryFolder();
    const file = join(folder.path, 'mail');
    writeFileSync(file, MAIL);
    const given = { port: smtp.port, key: smtp.api.key, file, folder: folder.path };
    const run = await ran(tool, argumentsFor(given));
    assert.is(run.code, 0, run.output);
    await assertAccepted(smtp);
    await smtp.close();
    folder.remove();
  });

test('postfix as a client: text, html, a file and a hidden recipient', async () => {
  const missing = missingPostfix();
  if (missing !== null) return skipped(missing);
  const smtp = await submissionFixture();
  const folder = temporaryFolder();
  const postfix = await startPostfix(folder.path, smtp.port, {
    smtp_sasl_auth_enable: 'yes',
    smtp_sasl_password_maps: `static:any:${smtp.api.key}`,
    smtp_sasl_security_options: 'noanonymous',
  });
  const mail = ['-i', '-f', 'hello@acme.test', 'ann@customer.test', HIDDEN];
  try {
    const run = await ran('sendmail', ['-C', postfix.settings, ...mail]);
    assert.is(run.code, 0, run.output);
    await eventually('it is accepted', async () => (await smtp.accepted()).length > 0, 30_000);
    await assertAccepted(smtp);
  } catch (error) {
    throw new Error(`${error}\n${postfix.log()}`);
  } finally {
    postfix.stop();
    await smtp.close();
    folder.remove();
  }
});

/** That the mail was accepted once, with all that it has. */
async function assertAccepted(smtp: SubmissionFixture): Promise<void> {
  const [one, ...others] = await smtp.accepted();
  assert.is(others.length, 0);
  assert.is(one?.from, 'Acme <hello@acme.test>');
  assert.equal(one?.to, ['ann@customer.test']);
  assert.equal(one?.bcc, [HIDDEN]);
  assert.is(one?.subject, 'Grüße');
  const { html, text, attachments } = await smtp.message(one ?? {});
  assert.is(html.trim(), '<p>Thank you.</p>');
  assert.is(text.trim(), 'Thank you.\n.\nEnd.');
  const [csv] = attachments;
  assert.is(csv?.filename, 'a.csv');
  assert.is(String(csv?.content), 'a,b\n');
}

function ran(program: string, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], { stdio: 'pipe' });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
    child.stdin.end(MAIL);
  });
}

test.run();
