// runs in: test:all
// timeout: 600 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mimeComposer } from '../../../src/adapters/mime/composer.ts';
import { dkimSigner } from '../../../src/adapters/mime/dkimSigner.ts';
import { signingKeys } from '../../../src/adapters/node/signingKeys.ts';
import type { MailKey } from '../../../src/ports/mailSigner.ts';
import { dkimpyVerdicts } from '../../support/dkimpyVerdicts.ts';
import { dkimVerdicts } from '../../support/dkimVerdicts.ts';
import { skipped } from '../../support/skipped.ts';

/** What is signed, verified by two implementations that are not ours. */
const test = suite<{ keys: readonly MailKey[]; zone: ReadonlyMap<string, string> }>('dkim');

const DOMAIN = 'a.example';
const AT_MS = Date.parse('2026-03-04T05:06:07.000Z');

test.before(async (context) => {
  const keys: MailKey[] = [];
  const zone = new Map<string, string>();
  for (const [selector, algorithm] of [
    ['r1', 'rsa-sha256'],
    ['e1', 'ed25519-sha256'],
  ] as const) {
    const { publicKey, privateKey } = await signingKeys.generate(algorithm);
    keys.push({ domain: DOMAIN, selector, algorithm, privateKey });
    const k = algorithm === 'rsa-sha256' ? 'rsa' : 'ed25519';
    zone.set(`${selector}._domainkey.${DOMAIN}`, `v=DKIM1; k=${k}; p=${publicKey}`);
  }
  Object.assign(context, { keys, zone });
});

async function message(): Promise<Buffer> {
  const composed = await mimeComposer().compose({
    messageId: '<id@a.example>',
    dateMs: AT_MS,
    from: { name: 'Grün, A', address: 'me@a.example' },
    to: Array.from({ length: 20 }, (_, n) => ({ name: `Name ${n}`, address: `you${n}@b.example` })),
    cc: [],
    replyTo: [],
    subject: 'ä'.repeat(300),
    text: 'Hi  there \t \n\n\n. From \n\n',
    html: '<p>Grüße  \t</p>\n\n\n',
    headers: [['X-Empty', '']],
    attachments: [
      {
        filename: 'm.eml',
        type: 'message/rfc822',
        contentId: null,
        disposition: 'attachment',
        content: Buffer.from('Subject: x \r\n\r\n a \t b \r\n\r\n\r\n'),
      },
    ],
    boundarySeed: 'seed',
  });
  return composed.copy({
    html: null,
    headers: [
      ['List-Unsubscribe', '<https://t.example/u/x>'],
      ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
    ],
  }).raw;
}

const HEAD = 'From: me@a.example\r\nSubject: x\r\nDate: Wed, 04 Mar 2026 05:06:07 +0000\r\n';
/** Forms of a body at which canonicalizations go wrong. */
const BODIES = [
  '',
  '\r\n',
  '\r\n\r\n\r\n',
  ' \r\n',
  'x',
  'x\r\n',
  'x \t \r\n\r\n \r\n',
  ' a  b\t\tc \r\n\r\nd',
  '\t\r\n x',
  'é\x80\r\n',
];

async function signedMessages(keys: readonly MailKey[]): Promise<readonly Buffer[]> {
  const signer = dkimSigner();
  const raws = [await message(), ...BODIES.map((body) => Buffer.from(`${HEAD}\r\n${body}`, 'latin1'))];
  return raws.map((raw) => signer.sign(raw, keys, AT_MS));
}

const BOTH = ['ed25519-sha256 a.example pass', 'rsa-sha256 a.example pass'];

test('mailauth verifies both signatures, for bodies of all kinds', async ({ keys, zone }) => {
  for (const raw of await signedMessages(keys))
    assert.equal(await dkimVerdicts(raw, zone), BOTH, raw.toString('latin1').slice(-40));
});

test('dkimpy does too', async ({ keys, zone }) => {
  const messages = await signedMessages(keys);
  const verdicts = await dkimpyVerdicts(messages, zone);
  if (typeof verdicts === 'string') return skipped(verdicts);
  assert.equal(
    verdicts,
    messages.map(() => [true, true]),
  );
});

test('what is altered, added or taken away breaks both', async ({ keys, zone }) => {
  const raw = dkimSigner()
    .sign(await message(), keys, AT_MS)
    .toString('latin1');
  const altered = [
    raw.replace('you7@b.example', 'you8@b.example'),
    raw.replace('/u/x>', '/u/y>'),
    raw.replace('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n', ''),
    `From: other@c.example\r\n${raw}`,
    `List-Unsubscribe: <https://evil.example>\r\n${raw}`,
    `Cc: x@y.zz\r\n${raw}`,
    `Reply-To: x@y.zz\r\n${raw}`,
    raw.replace('MIME-Version: 1.0', 'MIME-Version: 1.1'),
    raw.replace('Subject: x', 'Subject: y'),
    `${raw}more\r\n`,
  ];
  for (const [at, text] of altered.entries()) {
    assert.is.not(text, raw);
    const found = await dkimVerdicts(Buffer.from(text, 'latin1'), zone);
    assert.equal(
      found.filter((verdict) => verdict.endsWith(' pass')),
      [],
      `alteration ${at}`,
    );
  }
  const relayed = `Received: from a by b\r\nX-Spam: no\r\n${raw.replace(/\r\nTo: /, '\r\nTO:\t ')}\r\n\r\n`;
  assert.equal(
    await dkimVerdicts(Buffer.from(relayed, 'latin1'), zone),
    BOTH,
    'what relays do, does no harm',
  );
});

test('without keys the message is what it was; lines of a signature are short', async ({ keys }) => {
  const raw = await message();
  assert.is(dkimSigner().sign(raw, [], AT_MS), raw);
  const signed = dkimSigner().sign(raw, keys, AT_MS).toString('latin1');
  assert.ok(signed.endsWith(raw.toString('latin1')), 'the message follows its signatures, byte for byte');
  for (const line of signed.slice(0, signed.length - raw.length).split('\r\n'))
    assert.ok(line.length <= 78, line);
});

test.run();
