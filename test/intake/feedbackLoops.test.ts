// runs in: test:all
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dnsRecords } from '../../src/adapters/dns/records.ts';
import { threadMailReader } from '../../src/adapters/intake/mailReader.ts';
import { systemClock } from '../../src/adapters/node/systemClock.ts';
import { deliveryIdField } from '../../src/commands/email/deliveryId.ts';
import { feedbackLoops } from '../../src/intake/feedbackLoops.ts';
import { dkimSigned, type Signature, throwAwayKey } from '../support/dkimSigned.ts';
import { dnsServer } from '../support/dnsServer.ts';
import { quietLog } from '../support/quietLog.ts';
import { DOMAIN, EMAIL_ID, type IntakeFixture, intakeFixture, messageIdOf } from './intakeFixture.ts';

/** Complaints that come to the address that was registered with a provider: who wrote them is shown by DKIM alone. */
const test = suite('feedback loops');

const reader = threadMailReader({ clock: systemClock, log: quietLog });
test.after(() => reader.close());

const FBL = `fbl@${DOMAIN}`;
const SENDERS = [
  ...['feedback@arf.provider.example', 'fbl.isp.example', '*.loops.example', 'staff@post.example'],
  'fbl@loop-of-a-test.co.uk',
];
const TXT = 16;
const DAY_SECONDS = 86_400;
const nowSeconds = () => Math.floor(Date.now() / 1_000);

interface Parts {
  readonly from?: string;
  readonly messageId?: string;
  readonly report?: readonly string[];
  readonly returned?: readonly string[];
  readonly copyType?: string;
  readonly more?: readonly string[];
}

/** A report as providers write them: the recipient is blacked out where a test names none. */
function report(parts: Parts = {}): string {
  const { report: fields = ['Feedback-Type: abuse', 'User-Agent: Loop/2.0', 'Version: 0.1'] } = parts;
  return [
    ...(parts.more ?? []),
    `From: ${parts.from ?? 'Provider Feedback <feedback@arf.provider.example>'}`,
    `To: ${FBL}`,
    'Subject: FW: News',
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${parts.messageId ?? '1@arf.provider.example'}>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="=_f"',
    '',
    '--=_f',
    'Content-Type: text/plain',
    '',
    'A user of ours complained of this message.',
    '--=_f',
    'Content-Type: message/feedback-report',
    '',
    ...fields,
    '',
    '--=_f',
    `Content-Type: ${parts.copyType ?? 'message/rfc822'}`,
    'Content-Disposition: inline',
    '',
    ...(parts.returned ?? []),
    '',
    '--=_f--',
    '',
  ].join('\r\n');
}

/** Microsoft's: no feedback report, the copy alone. */
function copyAlone(returned: readonly string[], subject = 'complaint about message from 192.0.2.1'): string {
  return [
    'From: <staff@post.example>',
    `To: ${FBL}`,
    `Subject: ${subject}`,
    `Date: ${new Date().toUTCString()}`,
    'Message-ID: <2@post.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="=_m"',
    '',
    '--=_m',
    'Content-Type: message/rfc822',
    '',
    ...returned,
    '',
    'Hello',
    '--=_m--',
    '',
  ].join('\r\n');
}

const signature: Signature = { domain: 'arf.provider.example' };
const idOf = ({ tokens }: IntakeFixture, place = 0, emailId = EMAIL_ID) =>
  deliveryIdField(tokens, { emailId, recipient: place }).join(': ');

interface Zone {
  readonly texts: Record<string, string>;
  down: boolean;
  asked: number;
  readonly proofOf: (mail: string) => Promise<string>;
}

/** Runs with an intake that knows the feedback loops above, and a DNS that has their keys. */
async function withLoops(
  run: (fixture: IntakeFixture, zone: Zone) => Promise<void>,
  to: readonly string[] = ['ann@b.example', 'bob@b.example'],
): Promise<void> {
  const { text } = throwAwayKey();
  const domains = ['arf.provider.example', 'provider.example', 'fbl.isp.example', 'loops.example'];
  const others = ['post.example', 'evil.example', 'other.isp.example', 'evil-of-a-test.co.uk'];
  const texts = Object.fromEntries([...domains, ...others].map((one) => [`s1._domainkey.${one}`, text]));
  const zone: Omit<Zone, 'proofOf'> = { texts, down: false, asked: 0 };
  const server = await dnsServer((name, type) => {
    zone.asked += 1;
    if (zone.down) return null;
    const found = type === TXT ? zone.texts[name] : undefined;
    return found === undefined ? [] : [strings(found)];
  });
  const dns = dnsRecords({ servers: [server.address] }, { timeoutMs: 500, tries: 1 });
  const feedbackProof = feedbackLoops({ reader, dns, clock: systemClock, log: quietLog, senders: SENDERS });
  const fixture = await intakeFixture({ reader, feedbackProof });
  const proofOf = (mail: string) =>
    feedbackProof(
      { raw: Buffer.from(mail), sender: '', recipients: [FBL], remoteAddress: '192.0.2.1' },
      mail.slice(0, mail.indexOf('\r\n\r\n')),
    );
  try {
    await fixture.handOver(to);
    await run(fixture, Object.assign(zone, { proofOf }));
  } finally {
    await fixture.close();
    server.close();
  }
}

/** A text as strings of 255 bytes at most (RFC 1035, section 3.3.14). */
function strings(text: string): Buffer {
  const parts = text.match(/.{1,255}/g) ?? [];
  return Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])));
}

const learned = async (fixture: IntakeFixture, emailId = EMAIL_ID) =>
  (await fixture.learned(emailId)).map((event) =>
    [
      event.type,
      'recipient' in event.data && event.data.recipient,
      'proof' in event.data && event.data.proof,
    ].join(' '),
  );

const COMPLAINED = ['Complained bob@b.example signed'];

for (const [name, mailOf, signed = signature] of [
  [
    'the full headers, the recipient blacked out',
    (f) => report({ returned: [idOf(f, 1), 'Message-ID: <own@shop.example>'] }),
  ],
  ['the header alone', (f) => report({ copyType: 'text/rfc822-headers', returned: [idOf(f, 1)] })],
  [
    'the header alone, by a wrong name of its type',
    (f) => report({ copyType: 'text/rfc822-header', returned: [idOf(f, 1)] }),
  ],
  [
    'fields in another order and letter case, a hash for the recipient',
    (f) =>
      report({
        report: [
          'Original-Rcpt-To: 0123456789abcdef0123456789abcdef@redacted.example',
          'Source-Ip: 192.0.2.1',
          'feedback-type: Abuse',
          'User-Agent: HostedLoop/2.0',
          'Arrival-Date: Sat, 16 May 2026 03:01:44 +0000',
          'Version: 1',
        ],
        returned: [idOf(f, 1)],
      }),
  ],
  [
    'the tagged Message-ID, and the recipient named',
    () =>
      report({
        report: ['Feedback-Type: abuse', 'Original-Rcpt-To: <bob@b.example>'],
        returned: [`Message-ID: <${messageIdOf()}>`],
      }),
  ],
  ['fraud', (f) => report({ report: ['Feedback-Type: fraud'], returned: [idOf(f, 1)] })],
  [
    'a loop that a hosting service runs under a domain of its own',
    (f) => report({ from: 'Loop <feedbackloop@ispfbl.loops.example>', returned: [idOf(f, 1)] }),
    { domain: 'loops.example' },
  ],
  [
    'a domain from which no users send, any address of it',
    (f) => report({ from: 'complaints@fbl.isp.example', returned: [idOf(f, 1)] }),
    { domain: 'fbl.isp.example' },
  ],
  [
    'a signature of the organisation above the domain',
    (f) => report({ returned: [idOf(f, 1)] }),
    { domain: 'provider.example' },
  ],
  [
    'without t=, by its signed Date',
    (f) => report({ returned: [idOf(f, 1)] }),
    { ...signature, atSeconds: null },
  ],
  [
    'the copy alone, as Microsoft sends it',
    (f) => copyAlone(['X-HmXmrOriginalRecipient: bob@b.example', idOf(f, 1)]),
    { domain: 'post.example' },
  ],
] as readonly (readonly [string, (fixture: IntakeFixture) => string, Signature?])[])
  test(`a complaint counts: ${name}`, () =>
    withLoops(async (fixture) => {
      const answer = await fixture.bring(dkimSigned(mailOf(fixture), signed), FBL, 'fbl@provider.example');
      assert.is(answer.code, 250);
      assert.equal(await learned(fixture), COMPLAINED);
      assert.is((await fixture.unmatched.list(1)).length, 0);
    }));

test('an opt-out of a feedback loop unsubscribes', () =>
  withLoops(async (fixture) => {
    const mail = report({ report: ['Feedback-Type: opt-out'], returned: [idOf(fixture, 1)] });
    await fixture.bring(dkimSigned(mail, signature), FBL);
    assert.equal(await learned(fixture), ['Unsubscribed bob@b.example signed']);
  }));

test('without a recipient it is the only one of the message', () =>
  withLoops(
    async (fixture) => {
      await fixture.bring(
        dkimSigned(report({ returned: [`Message-ID: <${messageIdOf()}>`] }), signature),
        FBL,
      );
      assert.equal(await learned(fixture), COMPLAINED);
    },
    ['bob@b.example'],
  ));

test('where nothing says which of several it was, it is kept about each and suppresses no one', () =>
  withLoops(async (fixture) => {
    const mail = dkimSigned(report({ returned: [`Message-ID: <${messageIdOf()}>`] }), signature);
    for (const _ of [1, 2]) assert.is((await fixture.bring(mail, FBL)).code, 250);
    assert.equal(await learned(fixture), [
      'ReportKept ann@b.example unsigned',
      'ReportKept bob@b.example unsigned',
    ]);
    assert.is((await fixture.unmatched.list(1)).length, 0);
  }));

test('it counts once, also when it is sent again with a field in front of it', () =>
  withLoops(async (fixture) => {
    const optOut = report({ report: ['Feedback-Type: opt-out'], returned: [idOf(fixture, 1)] });
    const mail = dkimSigned(optOut, signature);
    for (const _ of [1, 2]) await fixture.bring(mail, FBL);
    assert.equal(await learned(fixture), ['Unsubscribed bob@b.example signed']);
  }));

test('a field in front of a signed mail would make it another report, or another mail: then it is none', () =>
  withLoops(async (fixture, { proofOf }) => {
    const mail = dkimSigned(report({ returned: [idOf(fixture, 1)] }), signature);
    assert.is(await proofOf(mail), 'signed');
    assert.is(await proofOf(`Subject: another\r\nReceived: from x by y\r\n${mail}`), 'signed');
    for (const field of [
      'From: feedback@arf.provider.example',
      'Message-ID: <2@x>',
      'Content-Type: text/plain',
    ])
      for (const written of [
        field,
        field.replace(':', ' :'),
        field.toUpperCase(),
        field.replace(': ', ':\r\n '),
      ])
        assert.is(await proofOf(`${written}\r\n${mail}`), 'unsigned', written);
  }));

const weekAgo = nowSeconds() - 7 * DAY_SECONDS - 60;
const all = ['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type'];
const less = (name: string) => ({ ...signature, fields: all.filter((one) => one !== name) });

for (const [name, signed, change = (mail: string) => mail, from] of [
  ['no signature', null],
  ['a signature of another domain', { domain: 'evil.example' }],
  [
    'a domain that is listed, and one below its organisation that is not',
    { domain: 'other.isp.example' },
    undefined,
    'x@other.isp.example',
  ],
  [
    'a From of the provider’s own user that is written to look like the loop',
    signature,
    undefined,
    'user@arf.provider.example (<feedback@arf.provider.example>',
  ],
  [
    'another organisation under the same public suffix',
    { domain: 'evil-of-a-test.co.uk' },
    undefined,
    'fbl@loop-of-a-test.co.uk',
  ],
  ['a user of the provider', { domain: 'provider.example' }, undefined, 'user@provider.example'],
  ['another address of a domain whose address is listed', signature, undefined, 'user@arf.provider.example'],
  ['two addresses in From', signature, undefined, 'feedback@arf.provider.example, user@arf.provider.example'],
  ['a part of the body alone is covered', { ...signature, bodyBytes: 40 }],
  ['From is not covered', less('from')],
  ['Content-Type is not covered', less('content-type')],
  ['Message-ID is not covered', less('message-id')],
  ['no time is covered', { ...less('date'), atSeconds: null }],
  ['it has expired', { ...signature, more: ` x=${nowSeconds() - 60};`, atSeconds: nowSeconds() - 120 }],
  ['it is older than 7 days', { ...signature, atSeconds: weekAgo }],
  ['it is of tomorrow', { ...signature, atSeconds: nowSeconds() + DAY_SECONDS }],
  ['it is made by SHA-1', { ...signature, algorithm: 'rsa-sha1' }],
  ['it is made by another key', { ...signature, privateKey: throwAwayKey('other').privateKey }],
  ['its key is not in the DNS', { ...signature, selector: 's2' }],
  ['the body was changed', signature, (mail: string) => mail.replace('A user of ours', 'Nobody at all')],
  ['From was changed', signature, (mail: string) => mail.replace('Provider Feedback', 'Provider Feedbacks')],
  ['a second From', signature, (mail: string) => `From: feedback@arf.provider.example\r\n${mail}`],
  [
    'a second Content-Type',
    signature,
    (mail: string) => `Content-Type: multipart/report; boundary="=_g"\r\n${mail}`,
  ],
] as readonly (readonly [string, Signature | null, ((mail: string) => string)?, string?])[])
  test(`one that anyone could have written is kept and suppresses no one: ${name}`, () =>
    withLoops(async (fixture) => {
      const mail = report({ returned: [idOf(fixture, 1)], ...(from !== undefined && { from }) });
      const sent = change(signed === null ? mail : dkimSigned(mail, signed));
      assert.is((await fixture.bring(sent, FBL)).code, 250);
      const [kept = '', more] = await learned(fixture);
      assert.is(more, undefined);
      if (name !== 'a second Content-Type') assert.is(kept, 'ReportKept bob@b.example unsigned');
    }));

test('a signed complaint of one delivery says nothing of another', () =>
  withLoops(async (fixture) => {
    const mail = dkimSigned(report({ returned: [idOf(fixture, 1)] }), signature);
    await fixture.bring(mail.replace(idOf(fixture, 1), idOf(fixture, 0)), FBL);
    assert.equal(await learned(fixture), ['ReportKept ann@b.example unsigned']);
  }));

test('while the DNS is away it has to come again, and then it counts', () =>
  withLoops(async (fixture, zone) => {
    const mail = dkimSigned(report({ returned: [idOf(fixture, 1)] }), signature);
    zone.down = true;
    assert.is((await fixture.bring(mail, FBL)).code, 451);
    assert.equal([await learned(fixture), (await fixture.unmatched.list(1)).length], [[], 0]);
    zone.down = false;
    assert.is((await fixture.bring(mail, FBL)).code, 250);
    assert.equal(await learned(fixture), COMPLAINED);
  }));

test('a key is asked for once, and for no one who is not listed', () =>
  withLoops(async (fixture, zone) => {
    const foreign = report({ from: 'x@evil.example', returned: [idOf(fixture, 1)] });
    await fixture.bring(dkimSigned(foreign, { domain: 'evil.example' }), FBL);
    await fixture.bring(dkimSigned(report({ returned: [] }), { domain: 'evil.example' }), FBL);
    assert.is(zone.asked, 0);
    for (const messageId of ['a@x', 'b@x'])
      await fixture.bring(dkimSigned(report({ messageId, returned: [idOf(fixture, 1)] }), signature), FBL);
    assert.is(zone.asked, 1);
  }));

test('a report that names a signed address needs no signature, whoever wrote it', () =>
  withLoops(async (fixture, zone) => {
    await fixture.bring(report({ returned: [`Return-Path: <${fixture.address(1)}>`] }), FBL);
    assert.equal([await learned(fixture), zone.asked], [COMPLAINED, 0]);
  }));

test('what withdraws a complaint records nothing', () =>
  withLoops(async (fixture) => {
    const mail = report({ report: ['Feedback-Type: not-spam'], returned: [idOf(fixture, 1)] });
    assert.is((await fixture.bring(dkimSigned(mail, signature), FBL)).code, 250);
    assert.equal(await learned(fixture), []);
  }));

test.run();
