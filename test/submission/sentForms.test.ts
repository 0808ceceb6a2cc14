// runs in: test:all
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readMessage } from '../../src/adapters/submission/readMessage.ts';
import { publicLinks } from '../../src/commands/email/publicLinks.ts';
import { openWorkspace } from '../../src/commands/workspace/openWorkspace.ts';
import { decideSenderDomain } from '../../src/commands/workspace/senderDomains.ts';
import { TOKENS } from '../sender/senderBench.ts';
import { dkimpyVerdicts } from '../support/dkimpyVerdicts.ts';
import { dkimVerdicts } from '../support/dkimVerdicts.ts';
import { skipped } from '../support/skipped.ts';
import { halvesOf, sentOn } from './sentOn.ts';
import { signedBy } from './signedBy.ts';
import { closeReader, type SubmissionFixture, submissionFixture } from './submissionFixture.ts';

const test = suite('the forms in which mail by SMTP is sent');
test.after(closeReader);

function over(name: string, run: (smtp: SubmissionFixture) => Promise<void>) {
  test(name, async () => {
    const smtp = await submissionFixture();
    try {
      await run(smtp);
    } finally {
      await smtp.close();
    }
  });
}

const BOB = 'bob@dest.test';
const HEAD = ['From: Shop <a@acme.test>', `To: ${BOB}`, 'Subject: s', 'MIME-Version: 1.0'];
let ids = 0;
/** Bytes as Latin-1 characters. */
const mail = (fields: readonly string[], ...body: readonly string[]) =>
  Buffer.from([...HEAD, `Message-ID: <${ids++}@acme.test>`, ...fields, '', ...body].join('\r\n'), 'latin1');
const LONG = 'x'.repeat(999);

over('the header goes on field by field, but for those of the way here and of control', async (smtp) => {
  const kept = [
    'Received: from x by y; Fri, 27 Nov 2026 10:00:00 +0000',
    'DKIM-Signature: v=1; a=rsa-sha256;\r\n\tb=abc',
    'ARC-Seal: i=1; a=rsa-sha256',
    'Resent-From: <c@acme.test>',
    'To:  "B, B"   <bob@dest.test>,\r\n\t<someone@else.test>',
    'Reply-To: Team: x@acme.test, y@acme.test;',
    'Sender: Mailer <a@acme.test>',
    'Date: Fri, 27 Nov 2026 10:00:00 +0000 (CET)',
    'In-Reply-To: <1@dest.test>',
    'X-Twice: a',
    'X-Twice: b',
    'List-Unsubscribe: <https://acme.test/u>',
  ];
  const removed = [
    'Bcc: eve@dest.test',
    'Resent-Bcc: eve@dest.test',
    'Return-Path: <a@acme.test>',
    'X-Postledger-Tag: invoice',
    'X-Postledger-Id: not-of-this-service',
  ];
  const raw = [
    ...[
      'From: Shop <a@acme.test>',
      'Subject: s',
      'Message-ID: <my@acme.test>',
      ...kept.slice(0, 6),
      ...removed,
    ],
    ...[...kept.slice(6), '', 'Hello.'],
  ].join('\r\n');
  assert.match(await smtp.submit(raw, [BOB]), /^250 /);
  const { head } = halvesOf((await sentOn(smtp)).mails[0]?.raw);
  for (const field of kept) assert.ok(`\r\n${head}`.includes(`\r\n${field}\r\n`), field);
  for (const field of removed) assert.not.ok(head.includes(field), field);
  const [, own = ''] = /^X-Postledger-Id: (\S+)\r\n/m.exec(head) ?? [];
  assert.is(head.match(/^X-Postledger-Id:/gm)?.length, 1);
  assert.is(own.length, 56);
  assert.match(head, /^Received: by postledger with ESMTPA id [0-9a-f-]{36};\r\n \w{3}, .* \+0000\r\n/);
  assert.not.match(head, '127.0.0.1');
  assert.is(head.match(/^Message-ID: /gm)?.length, 1);
  assert.is(head.match(/^Date: /gm)?.length, 1);
});

over('a missing Date and Message-ID are added, and an id that is none is made anew', async (smtp) => {
  const bare = (...fields: string[]) => ['From: a@acme.test', `To: ${BOB}`, ...fields, '', 'x'].join('\r\n');
  for (const raw of [bare(), bare('Message-ID: 42'), bare('Message-ID:\r\n <folded@acme.test>')])
    assert.match(await smtp.submit(raw, [BOB]), /^250 /);
  const heads = (await sentOn(smtp)).mails.map(({ raw }) => halvesOf(raw).head);
  for (const head of heads) assert.match(head, /^Date: \w{3}, \d\d \w{3} \d{4} /m);
  assert.match(heads[0] ?? '', /^Message-ID: <[0-9a-f-]{36}\.[a-z2-7]+@acme\.test>\r\n/m);
  assert.match(heads[1] ?? '', /^Message-ID: <[0-9a-f-]{36}\.[a-z2-7]+@acme\.test>\r\n/m);
  assert.match(heads[2] ?? '', /^Message-ID:\r\n <folded@acme\.test>\r\n/m);
});

over('fields beyond ASCII are encoded by their syntax, in UTF-8 or windows-1252', async (smtp) => {
  const given = [
    'From: J\xfcrgen M. <a@acme.test>',
    'To: "M\xc3\xbcller, B." <bob@dest.test>, Team: ann@dest.test, <c@m\xc3\xbcnchen.test>;',
    'Subject: =?utf-8?q?gr=C3=BCn?= und gr\xfcn',
    'List-Id: K\xe4se <news.acme.test>',
    'Content-Type: text/plain; name="gr\xfcn.txt"; charset=utf-8',
  ];
  assert.match(await smtp.submit(Buffer.from([...given, '', 'x'].join('\r\n'), 'latin1'), [BOB]), /^250 /);
  const [one] = await smtp.accepted();
  assert.equal([one?.from, one?.subject], ['"Jürgen M." <a@acme.test>', 'grün und grün']);
  const { raw } = (await sentOn(smtp)).mails[0] ?? {};
  const { head } = halvesOf(raw);
  assert.match(head, /^[\0-\x7f]*$/);
  const read = raw && readMessage(raw);
  const field = (name: string) => read?.fields.find((one) => one.name === name)?.value;
  assert.is(field('Subject'), 'grün und grün');
  assert.is(field('List-Id'), 'Käse <news.acme.test>');
  assert.equal(read?.from, [{ name: 'Jürgen M.', address: 'a@acme.test' }]);
  assert.equal(read?.to, [
    { name: 'Müller, B.', address: BOB },
    { name: '', address: 'ann@dest.test' },
    { name: '', address: 'c@xn--mnchen-3ya.test' },
  ]);
  assert.match(head, /name\*0\*=utf-8''gr%C3%BCn\.txt/);
});

over('a field of quotes without an end is read once, and not from each of them', async (smtp) => {
  const field = `Errors-To: "${'\\"'.repeat(40_000)}\xfc`;
  const startedMs = performance.now();
  assert.match(await smtp.submit(mail([field], 'x'), [BOB]), /^250 /);
  assert.is((await sentOn(smtp)).mails.length, 1);
  assert.ok(performance.now() - startedMs < 10_000);
});

over('what cannot be sent is 550 with its name, and what goes in a circle is 554', async (smtp) => {
  const signed = (line: string) =>
    mail(
      ['Content-Type: multipart/signed; boundary=b'],
      ...['--b', 'Content-Type: text/plain', '', line, '--b', 'Content-Type: application/pgp-signature', ''],
      ...['x', '--b--'],
    );
  assert.match(await smtp.submit(signed(LONG), [BOB]), /^550 5\.6\.0 A signed or encrypted part has a line/);
  assert.match(await smtp.submit(signed(LONG.slice(1)), [BOB]), /^250 /);
  for (const [field, name] of [
    [`List-Unsubscribe: <https://acme.test/${'t'.repeat(1_000)}>`, 'List-Unsubscribe'],
    ['In-Reply-To: <gr\xfcn@acme.test>', 'In-Reply-To'],
    ['To: <gr\xfcn@dest.test>', 'To'],
  ] as const)
    assert.match(await smtp.submit(mail([field], 'x'), [BOB]), new RegExp(`^550 5\\.6\\.0 ${name} `), name);
  const received = (count: number) => Array<string>(count).fill('Received: from x by y');
  assert.match(await smtp.submit(mail(received(51), 'x'), [BOB]), /^554 5\.4\.6 /);
  assert.match(await smtp.submit(mail(received(50), 'x'), [BOB]), /^250 /);
});

over('lines that no server takes are encoded in their part alone', async (smtp) => {
  const before = ['--b', 'Content-Type: application/pgp-keys', '', 'as it  came', ''];
  const page = `<p>${'word '.repeat(300)}</p>`;
  const body = [
    ...['preamble', ...before, '--b', 'Content-Type: text/html; charset=utf-8', '', page],
    ...[
      '--b',
      'Content-Type: application/pdf',
      'Content-Transfer-Encoding: base64',
      '',
      'QUJD'.repeat(400),
      '--b--',
    ],
  ];
  assert.match(
    await smtp.submit(mail(['Content-Type: multipart/mixed; boundary=b'], ...body), [BOB]),
    /^250 /,
  );
  assert.match(await smtp.submit(mail([], 'a zero: \0', LONG), [BOB]), /^250 /);
  const [mixed, plain] = (await sentOn(smtp)).mails;
  for (const one of [mixed, plain])
    for (const line of one?.raw.toString('latin1').split('\r\n') ?? []) assert.ok(line.length <= 998);
  assert.ok(mixed?.raw.toString('latin1').includes(['preamble', ...before, '--b'].join('\r\n')));
  const read = mixed && readMessage(mixed.raw);
  assert.is(read?.html, page);
  assert.is(String(read?.attachments[1]?.content), 'ABC'.repeat(400));
  assert.is((plain && readMessage(plain.raw))?.text, `a zero: \0\n${LONG}`);
});

const SIGNED = ['Content-Type: multipart/signed; boundary=b'];
const signed = (text: string) => [
  ...['--b', 'Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit', '', text],
  ...['--b', 'Content-Type: application/pgp-signature', '', 'x', '--b--'],
];

over('a server that takes 8-bit text gets it, declared; another one gets it encoded', async (smtp) => {
  const alternatives = [
    ...[
      '--b',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: 8bit',
      '',
      'gr\xfcn .',
    ],
    ...['--b', 'Content-Type: text/html; charset=utf-8', '', '<p>in ASCII   </p>', '--b'],
    ...[
      'Content-Type: application/x; name="gr\xfcn.bin"',
      'Content-Disposition: attachment',
      '',
      '\xff\xfe',
      '--b--',
    ],
  ];
  const fields = ['Content-Type: multipart/mixed; boundary=b', 'Content-Transfer-Encoding: 8bit'];
  const forwarded = [
    ...['--b', 'Content-Type: message/rfc822', 'Content-Transfer-Encoding: 8bit', ''],
    ...[
      'Subject: gr\xfcn',
      'Content-Type: text/plain; charset=iso-8859-1',
      '',
      '\xe4\xf6\xfc \xe4\xf6\xfc',
      '--b--',
    ],
  ];
  for (const given of [
    mail(fields, ...alternatives),
    mail([], 'gr\xfcn und viel mehr Text'),
    mail(fields, ...forwarded),
    mail(SIGNED, ...signed('in ASCII')),
  ])
    assert.match(await smtp.submit(given.subarray(0, given.length), [BOB]), /^250 /);
  const taken = await sentOn(smtp);
  assert.ok(
    taken.froms.slice(0, 3).every((args) => args.includes('8BITMIME')),
    taken.froms.join(),
  );
  assert.not.ok(taken.froms[3]?.includes('8BITMIME'));
  const encoded = await sentOn(smtp, { takes8Bit: false });
  assert.is(encoded.mails.length, 4);
  assert.not.ok(encoded.froms.some((args) => args.includes('8BITMIME')));
  for (const [at, { raw }] of encoded.mails.entries()) {
    assert.match(raw.toString('latin1'), /^[\0-\x7f]*$/);
    const [first, second] = [taken.mails[at]?.raw, raw].map((bytes) => bytes && readMessage(bytes));
    assert.equal(second?.parts, first?.parts);
    assert.is(second?.text, first?.text);
  }
  const [mixed, plain, message] = encoded.mails.map(({ raw }) => raw.toString('latin1'));
  assert.ok(mixed?.includes('\r\n\r\n<p>in ASCII   </p>\r\n--b\r\n'), 'a part in ASCII stays as it came');
  assert.match(plain ?? '', /^Content-Type: text\/plain; charset=windows-1252\r\n/m);
  assert.match(mixed ?? '', /^Content-Transfer-Encoding: 7bit\r\n/m);
  assert.match(message ?? '', /^Subject: =\?UTF-8\?B\?Z3LDvG4=\?=\r\n/m);
});

over('what is signed and in 8 bits is rejected where a server does not take it: 5.6.3', async (smtp) => {
  for (const fields of [SIGNED, ['Content-Type: multipart/encrypted; boundary=b']])
    assert.match(await smtp.submit(mail(fields, ...signed('gr\xc3\xbcn')), [BOB]), /^250 /);
  const pkcs7 = mail(['Content-Type: application/pkcs7-mime', 'Content-Transfer-Encoding: 8bit'], '\xff\xfe');
  assert.match(await smtp.submit(pkcs7, [BOB]), /^250 /);
  const rejected = await sentOn(smtp, { takes8Bit: false });
  assert.equal([rejected.mails.length, rejected.reasons.length], [0, 3]);
  for (const reason of rejected.reasons) assert.match(reason, /^5\.6\.3 /);
  assert.equal(rejected.events.at(-1), `Rejected ${BOB}`);
  assert.is((await sentOn(smtp)).mails.length, 3);
});

const LINKS = publicLinks(TOKENS, 'https://mail.acme.test', 'bounce.acme.test');
const page = (text: string) => [
  ...['--b', 'Content-Type: text/plain', '', text, '--b', 'Content-Type: text/html; charset=iso-8859-1'],
  ...['', `<p>gr\xfcn <a href="https://x.test/">x</a> ${text}</p>`, '--b--'],
];

over('opens and clicks are counted where a field or the key asks, in the html part alone', async (smtp) => {
  const body = page('as   it came ');
  const fields = ['Content-Type: multipart/alternative; boundary=b'];
  const asked = ['X-Postledger-Track-Opens: yes', 'X-Postledger-Track-Clicks: yes'];
  const key = await smtp.api.keyWith(['email:send'], { track: ['opens', 'clicks'] });
  await smtp.submit(mail(fields, ...body), [BOB]);
  await smtp.submit(mail([...fields, ...asked], ...body), [BOB]);
  await smtp.submit(mail(fields, ...body), [BOB], key);
  await smtp.submit(mail([...fields, 'X-Postledger-Track-Opens: no'], ...body), [BOB], key);
  await smtp.submit(mail([...SIGNED, ...asked], ...signed('<a href="https://x.test/">')), [BOB]);
  const { mails } = await sentOn(smtp, { links: LINKS });
  const [untracked, byField, byKey, halfByKey, sealed] = mails.map(({ raw }) =>
    halvesOf(raw).body.toString('latin1'),
  );
  assert.ok(untracked?.startsWith(body.join('\r\n')));
  for (const tracked of [byField, byKey]) {
    const [before = ''] = body.join('\r\n').split('--b\r\nContent-Type: text/html');
    assert.ok(tracked?.startsWith(before), 'the other part is as it came');
    const html = readMessage(mails[1]?.raw ?? Buffer.alloc(0))?.html ?? '';
    assert.match(
      html,
      /^<p>grün <a href="https:\/\/mail\.acme\.test\/c\/.*<img src="https:\/\/mail\.acme\.test\/o\//s,
    );
  }
  assert.not.match(halfByKey ?? '', '/o/');
  assert.match(readMessage(mails[3]?.raw ?? Buffer.alloc(0))?.html ?? '', '/c/');
  assert.ok(sealed?.startsWith(signed('<a href="https://x.test/">').join('\r\n')));
});

over('a broadcast has links of its own to unsubscribe, and each recipient gets one', async (smtp) => {
  const own = [
    'List-Unsubscribe: <https://acme.test/u>',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  ];
  const fields = ['Content-Type: multipart/alternative; boundary=b', 'X-Postledger-Stream: broadcast'];
  await smtp.submit(mail([...own, ...fields], ...page('{{ unsubscribe_url }}')), [BOB, 'c@dest.test']);
  const { mails } = await sentOn(smtp, { links: LINKS });
  assert.is(mails.length, 2);
  const links = mails.map(({ raw }) => {
    const { head } = halvesOf(raw);
    assert.not.match(head, 'acme.test/u>');
    assert.match(head, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n/m);
    const [, link = ''] = /^List-Unsubscribe: *\s*<(https:\/\/mail\.acme\.test\/u\/[^>]+)>/m.exec(head) ?? [];
    const read = readMessage(raw);
    assert.is(read?.text, link);
    assert.ok(read?.html.includes(`grün <a href="https://x.test/">x</a> ${link}`));
    return link;
  });
  assert.is(new Set(links).size, 2);
});

over(
  'From and Sender of a domain that another workspace has verified are 550 with its name',
  async (smtp) => {
    const { ledger, origin } = smtp.api;
    const other = { ...origin, workspace: (await openWorkspace(ledger, origin, 'other')).id };
    const key = { selector: 's1', algorithm: 'rsa-sha256', publicKey: 'p', sealedPrivateKey: 's' } as const;
    await decideSenderDomain(ledger, other, { do: 'add', domain: 'theirs.test', keys: [key] });
    await decideSenderDomain(ledger, other, { do: 'check', domain: 'theirs.test', published: ['s1'] });
    await smtp.api.project();
    assert.match(
      await smtp.submit(mail(['Sender: Mailer <m@theirs.test>'], 'x'), [BOB]),
      /^550 5\.1\.7 .*\/headers\/Sender is of theirs\.test, a domain/,
    );
    const from = ['From: m@theirs.test', `To: ${BOB}`, '', 'x'].join('\r\n');
    assert.match(await smtp.submit(from, [BOB]), /^550 5\.1\.7 .*\/from is of theirs\.test, a domain/);
    assert.match(await smtp.submit(mail(['Sender: m@ours.test'], 'x'), [BOB]), /^250 /);
  },
);

over('both forms are signed, and two verifiers say so', async (smtp) => {
  const { signing, zone } = await signedBy('acme.test');
  const all: Buffer[] = [];
  const fields = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit'];
  await smtp.submit(mail(fields, 'gr\xc3\xbcn  ', '.dot', '', ''), [BOB]);
  await smtp.submit(mail(SIGNED, ...signed('in ASCII   ')), [BOB]);
  for (const takes8Bit of [true, false]) {
    const { mails } = await sentOn(smtp, { signing, takes8Bit });
    assert.is(mails.length, 2);
    for (const { raw } of mails) {
      assert.is(/[^\0-\x7f]/.test(raw.toString('latin1')), takes8Bit && raw === mails[0]?.raw);
      assert.equal(await dkimVerdicts(raw, zone), [
        'ed25519-sha256 acme.test pass',
        'rsa-sha256 acme.test pass',
      ]);
      all.push(raw);
    }
  }
  const verdicts = await dkimpyVerdicts(all, zone);
  if (typeof verdicts === 'string') return skipped(verdicts);
  assert.equal(
    verdicts,
    all.map(() => [true, true]),
  );
});

test.run();
