// runs in: test:all
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { missingTool } from '../support/missingTool.ts';
import { skipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { halvesOf, sentOn } from './sentOn.ts';
import { closeReader, type SubmissionFixture, submissionFixture } from './submissionFixture.ts';

const test = suite('mails of real programs go in and come out');
test.after(closeReader);

const TO = 'bob@dest.test';
const DATE = 'Date: Fri, 27 Nov 2026 10:00:00 +0100';

/** Mails as the programs write them: header, empty line, content. Bytes as Latin-1 characters. */
const MAILS: Readonly<Record<string, readonly string[]>> = {
  Thunderbird: [
    ...['Message-ID: <5f0c2a1e-7b1d-4c55-9a77-0f4f3f0a2b11@acme.test>', DATE, 'MIME-Version: 1.0'],
    ...['User-Agent: Mozilla Thunderbird', 'Content-Language: de-DE', `To: Bob <${TO}>`],
    ...['From: =?UTF-8?Q?J=C3=BCrgen?= <a@acme.test>', 'Subject: Re: Angebot', 'In-Reply-To: <1@dest.test>'],
    ...['Content-Type: text/plain; charset=UTF-8; format=flowed', 'Content-Transfer-Encoding: 8bit', ''],
    ...[
      'Am 26.11.26 um 18:00 schrieb Bob:',
      '> Passt das so f\xc3\xbcr ',
      '> Sie?',
      '',
      'Ja, so passt es ',
      'gut.',
      '',
    ],
    ...['-- ', 'J\xc3\xbcrgen'],
  ],
  Outlook: [
    ...['From: "Ann A." <a@acme.test>', `To: "'Bob'" <${TO}>`, 'Subject: minutes', DATE],
    ...['Message-ID:', '\t<AM0PR01MB0000ABCDEF@AM0PR01MB0000.mail.acme.test>'],
    ...['Thread-Topic: minutes', 'Thread-Index: AdxAAAA=', 'Accept-Language: en-US', 'X-MS-Has-Attach: yes'],
    ...['Content-Type: multipart/related;', '\tboundary="_004_AM0_";', '\ttype="multipart/alternative"'],
    ...[
      'MIME-Version: 1.0',
      '',
      '--_004_AM0_',
      'Content-Type: multipart/alternative;',
      '\tboundary="_000_AM0_"',
      '',
    ],
    ...[
      '--_000_AM0_',
      'Content-Type: text/plain; charset="iso-8859-1"',
      'Content-Transfer-Encoding: quoted-printable',
    ],
    ...[
      '',
      'Gr=FC=DFe [cid:image001.png@01DC]=20',
      '',
      '--_000_AM0_',
      'Content-Type: text/html; charset="iso-8859-1"',
    ],
    ...[
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '<html xmlns:v=3D"urn:x"><p>Gr=FC=DFe</p></html>',
      '',
    ],
    ...['--_000_AM0_--', '', '--_004_AM0_', 'Content-Type: image/png; name="image001.png"'],
    ...['Content-Description: image001.png', 'Content-Disposition: inline; filename="image001.png"; size=4;'],
    ...['\tcreation-date="Fri, 27 Nov 2026 09:00:00 GMT"', 'Content-ID: <image001.png@01DC>'],
    ...['Content-Transfer-Encoding: base64', '', 'iVBORw==', '', '--_004_AM0_--'],
  ],
  'a web form of a mail service, with AMP': [
    ...['MIME-Version: 1.0', DATE, 'References: <1@dest.test>', 'In-Reply-To: <1@dest.test>'],
    ...[
      'Message-ID: <CAAAAx+yy=zz-1_2@mail.acme.test>',
      'Subject: =?UTF-8?B?8J+YgA==?=',
      'From: A <a@acme.test>',
    ],
    ...[`To: ${TO}`, 'Content-Type: multipart/alternative; boundary="0000000000001a2b3c"', ''],
    ...[
      '--0000000000001a2b3c',
      'Content-Type: text/plain; charset="UTF-8"',
      'Content-Transfer-Encoding: base64',
      '',
    ],
    ...['8J+YgA0K', '--0000000000001a2b3c', 'Content-Type: text/x-amp-html; charset="UTF-8"', ''],
    ...[
      '<!doctype html><html amp4email></html>',
      '--0000000000001a2b3c',
      'Content-Type: text/html; charset="UTF-8"',
    ],
    ...['Content-Transfer-Encoding: quoted-printable', '', '<div dir=3D"ltr">=F0=9F=98=80</div>', ''],
    ...['--0000000000001a2b3c--'],
  ],
  cron: [
    ...[
      'From: root <a@acme.test> (Cron Daemon)',
      `To: ${TO}`,
      'Subject: Cron <root@host> /usr/local/bin/backup',
    ],
    ...[
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=ANSI_X3.4-1968',
      'Content-Transfer-Encoding: 8bit',
    ],
    ...['X-Cron-Env: <SHELL=/bin/sh>', 'X-Cron-Env: <HOME=/root>', DATE, 'Message-Id: <20261127.1@host>', ''],
    ...['tar: /home/m\xc3\xbcller: file changed', '.', '..', 'From here on'],
  ],
  'a scanner': [
    ...[`To: ${TO}`, 'From: scanner <a@acme.test>', 'Subject: Scan', 'MIME-Version: 1.0', 'X-Mailer: MFP'],
    ...['Date: 27 Nov 2026 10:00:00 +0100', 'Message-Id: <1764234000.1@192.0.2.7>'],
    ...['Content-Type: application/pdf; name="SCN_0001.pdf"', 'Content-Transfer-Encoding: base64'],
    ...['Content-Disposition: attachment; filename="SCN_0001.pdf"', '', 'JVBERi0xLjQK', 'JSVFT0YK'],
  ],
  WordPress: [
    ...[
      DATE,
      `To: ${TO}`,
      'From: WordPress <a@acme.test>',
      'Reply-To: a@acme.test',
      'Subject: [Blog] =?utf-8?Q?Bestellung_=C2=A7?=',
    ],
    ...['Message-ID: <vT0aC0vY8y@acme.test>', 'X-Mailer: PHPMailer 6.9.1 (https://example.net/PHPMailer)'],
    ...['MIME-Version: 1.0', 'Content-Type: text/html; charset=UTF-8', 'Content-Transfer-Encoding: 8bit', ''],
    ...['<p>Danke f\xc3\xbcr Ihre Bestellung</p>', ''],
  ],
  GitLab: [
    ...[DATE, 'From: Ann <a@acme.test>', 'Reply-To: Project <reply+0123@acme.test>', `To: ${TO}`],
    ...[
      'Message-ID: <note_42@acme.test>',
      'In-Reply-To: <issue_7@acme.test>',
      'References: <issue_7@acme.test>',
    ],
    ...['Subject: Re: project | Broken (#7)', 'Mime-Version: 1.0', 'Content-Type: multipart/alternative;'],
    ...[
      ' boundary="--==_mimepart_66"; charset=UTF-8',
      'Content-Transfer-Encoding: 7bit',
      'List-Id: <7.project.acme.test>',
    ],
    ...[
      'List-Unsubscribe: <https://acme.test/-/sent_notifications/1/unsubscribe>',
      'X-GitLab-Project: p',
      '',
    ],
    ...[
      '',
      '----==_mimepart_66',
      'Content-Type: text/plain;',
      ' charset=UTF-8',
      'Content-Transfer-Encoding: quoted-printable',
    ],
    ...[
      '',
      'It =E2=80=A6',
      '',
      '----==_mimepart_66',
      'Content-Type: text/html;',
      ' charset=UTF-8',
      '',
      '<p>It</p>',
      '',
    ],
    ...['----==_mimepart_66--'],
  ],
  'a calendar': [
    ...[
      'MIME-Version: 1.0',
      DATE,
      'Message-ID: <calendar-1@acme.test>',
      'Subject: Invitation: Talk',
      'From: A <a@acme.test>',
    ],
    ...[`To: ${TO}`, 'Sender: Calendar <a@acme.test>', 'Auto-Submitted: auto-generated'],
    ...[
      'Content-Type: multipart/mixed; boundary="m"',
      '',
      '--m',
      'Content-Type: multipart/alternative; boundary="a"',
    ],
    ...[
      '',
      '--a',
      'Content-Type: text/plain; charset="UTF-8"; format=flowed; delsp=yes',
      '',
      'Talk',
      '',
      '--a',
    ],
    ...['Content-Type: text/html; charset="UTF-8"', '', '<b>Talk</b>', '--a'],
    ...[
      'Content-Type: text/calendar; charset="UTF-8"; method=REQUEST',
      '',
      'BEGIN:VCALENDAR',
      'METHOD:REQUEST',
    ],
    ...['END:VCALENDAR', '', '--a--', '--m', 'Content-Type: application/ics; name="invite.ics"'],
    ...['Content-Disposition: attachment; filename="invite.ics"', 'Content-Transfer-Encoding: base64', ''],
    ...['QkVHSU46VkNBTEVOREFSDQo=', '--m--'],
  ],
};

/** RFC 5321, section 4.5.2. */
const stuffed = (raw: Buffer) => Buffer.from(raw.toString('latin1').replace(/^\./gm, '..'), 'latin1');

async function comesOut(smtp: SubmissionFixture, raw: Buffer): Promise<Buffer> {
  assert.match(await smtp.submit(stuffed(raw).subarray(0, -2), [TO]), /^250 /);
  const sent = (await sentOn(smtp)).mails[0]?.raw ?? Buffer.alloc(0);
  const [given, got] = [halvesOf(raw), halvesOf(sent)];
  assert.ok(got.body.equals(given.body), got.body.toString('latin1'));
  for (const field of given.head.split(/\r\n(?![ \t])/)) assert.ok(got.head.includes(field), field);
  return sent;
}

const onCrlf = (text: string) => Buffer.from(text.replace(/\r?\n/g, '\r\n'), 'latin1');

async function over(run: (smtp: SubmissionFixture, folder: string) => Promise<void>) {
  const smtp = await submissionFixture();
  const folder = temporaryFolder();
  try {
    await run(smtp, folder.path);
  } finally {
    await smtp.close();
    folder.remove();
  }
}

for (const [name, lines] of Object.entries(MAILS))
  test(`${name}: each field, and every byte below the header`, () =>
    over(async (smtp) => void (await comesOut(smtp, Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')))));

function ran(program: string, args: readonly string[], folder: string, input = ''): string {
  const env = { ...process.env, GNUPGHOME: folder };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, input, env });
  assert.is(status, 0, `${program} ${args.join(' ')}: ${stderr}`);
  return stdout.toString('latin1');
}

const TEXT =
  'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\nSigned.   \r\ngr\xc3\xbcn\r\n-- \r\nA\r\n';
const HEAD = [
  'From: A <a@acme.test>',
  `To: ${TO}`,
  'Subject: signed',
  DATE,
  'Message-ID: <s@acme.test>',
].join('\r\n');

test('an S/MIME client: openssl verifies what comes out, signed and encrypted', async () => {
  const missing = missingTool('openssl');
  if (missing !== null) return skipped(missing);
  await over(async (smtp, folder) => {
    writeFileSync(join(folder, 'text'), TEXT, 'latin1');
    const subject = ['-subj', '/CN=A/emailAddress=a@acme.test', '-days', '2', '-nodes'];
    ran(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', ...subject, '-keyout', 'key', '-out', 'cert'],
      folder,
    );
    const signed = ran(
      'openssl',
      ['cms', '-sign', '-binary', '-in', 'text', '-signer', 'cert', '-inkey', 'key'],
      folder,
    );
    writeFileSync(join(folder, 'sent'), await comesOut(smtp, onCrlf(`${HEAD}\r\n${signed}`)));
    const verified = ran(
      'openssl',
      ['cms', '-verify', '-in', 'sent', '-CAfile', 'cert', '-purpose', 'any'],
      folder,
    );
    assert.is(verified, TEXT);
  });
  await over(async (smtp, folder) => {
    writeFileSync(join(folder, 'text'), TEXT, 'latin1');
    const subject = ['-subj', '/CN=A', '-days', '2', '-nodes'];
    ran(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', ...subject, '-keyout', 'key', '-out', 'cert'],
      folder,
    );
    const sealed = ran('openssl', ['cms', '-encrypt', '-binary', '-in', 'text', '-aes256', 'cert'], folder);
    writeFileSync(join(folder, 'sent'), await comesOut(smtp, onCrlf(`${HEAD}\r\n${sealed}`)));
    assert.is(
      ran('openssl', ['cms', '-decrypt', '-in', 'sent', '-recip', 'cert', '-inkey', 'key'], folder),
      TEXT,
    );
  });
});

test('GnuPG: it verifies what comes out', async () => {
  const missing = missingTool('gpg');
  if (missing !== null) return skipped(missing);
  await over(async (smtp, folder) => {
    const quiet = ['--batch', '--pinentry-mode', 'loopback', '--passphrase', ''];
    ran('gpg', [...quiet, '--quick-generate-key', 'a@acme.test', 'ed25519', 'sign', '1d'], folder);
    const signature = ran(
      'gpg',
      [...quiet, '--armor', '--detach-sign'],
      folder,
      Buffer.from(TEXT, 'latin1').toString(),
    );
    const body = [
      ...[
        '--b',
        TEXT,
        '--b',
        'Content-Type: application/pgp-signature; name="signature.asc"',
        '',
        signature,
        '--b--',
        '',
      ],
    ].join('\r\n');
    const type =
      'Content-Type: multipart/signed; micalg=pgp-sha512; protocol="application/pgp-signature"; boundary="b"';
    const sent = await comesOut(smtp, onCrlf(`${HEAD}\r\nMIME-Version: 1.0\r\n${type}\r\n\r\n${body}`));
    const parts = halvesOf(sent)
      .body.toString('latin1')
      .split(/(?:^|\r\n)--b(?:--)?\r\n/);
    writeFileSync(join(folder, 'text'), parts[1] ?? '', 'latin1');
    writeFileSync(
      join(folder, 'signature'),
      (parts[2] ?? '').split('\r\n\r\n').slice(1).join('\r\n\r\n'),
      'latin1',
    );
    ran('gpg', ['--batch', '--verify', 'signature', 'text'], folder);
    ran('gpgconf', ['--kill', 'all'], folder);
    assert.is(readFileSync(join(folder, 'text'), 'latin1'), TEXT);
  });
});

test.run();
