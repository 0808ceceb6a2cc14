// runs in: test:all

import { simpleParser } from 'mailparser';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mimeComposer } from '../../../src/adapters/mime/composer.ts';
import { relayMailer } from '../../../src/adapters/smtp/relayMailer.ts';
import type { EmailAccepted } from '../../../src/events/emailAccepted.ts';
import { type MessageBody, messageOf } from '../../../src/sender/email/mime.ts';
import { smtpSink } from '../../adapters/smtp/smtpServer.ts';
import { missingTool } from '../../support/missingTool.ts';
import { readByPython } from '../../support/pythonMail.ts';
import { skipped } from '../../support/skipped.ts';
import { plainEmail, recipient, senderBench } from '../senderBench.ts';

/** What the accept path refuses, as if it stood in the log: read back as raw bytes and by two parsers. */
const test = suite('header injection');
const missing = missingTool('python3');

const EMAIL_ID = 'aaaaaaaa-0000-4000-8000-000000000000';
const BREAKS = [
  '\r\n',
  '\n',
  '\r',
  '\r\n\r\n',
  '\u0085',
  '\u2028',
  '\u2029',
  '\v',
  '\f',
  '\0',
  '\r\n ',
  '%0d%0a',
];
/** An encoded word that a receiver would decode into a line break (RFC 2047). */
const VECTORS = [
  ...BREAKS.map((by) => `x${by}X-Evil: 1`),
  '=?utf-8?Q?x=0D=0AX-Evil:_1?=',
  '=?utf-8?B?eA0KWC1FdmlsOiAx?=',
];
/** Each field that can reach a header, holding a vector. */
const FIELDS: Readonly<
  Record<string, (evil: string) => { fields?: Partial<EmailAccepted>; body?: Partial<MessageBody> }>
> = {
  subject: (evil) => ({ body: { subject: evil } }),
  'name of from': (evil) => ({ fields: { from: `${evil} <me@a.example>` } }),
  'address of from': (evil) => ({ fields: { from: `me@a.example${evil}` } }),
  'name of to': (evil) => ({ fields: { to: [`${evil} <you@b.example>`] } }),
  'address of to': (evil) => ({ fields: { to: [`you@b.example${evil}`] } }),
  cc: (evil) => ({ fields: { cc: [`${evil} <cc@b.example>`] } }),
  reply_to: (evil) => ({ fields: { replyTo: [`r@a.example${evil}`] } }),
  'value of a header': (evil) => ({ fields: { headers: { 'X-Fine': evil } } }),
  'name of a header': (evil) => ({ fields: { headers: { [`X-Fine${evil}`]: 'x' } } }),
  'Message-ID of one’s own': (evil) => ({ fields: { headers: { 'Message-ID': `<a@b.example>${evil}` } } }),
  'a file’s name': (evil) => ({ body: { attachments: [file({ filename: evil })] } }),
  'a file’s type': (evil) => ({ body: { attachments: [file({ type: `text/plain${evil}` })] } }),
  'a file’s content id': (evil) => ({ body: { attachments: [file({ contentId: evil })] } }),
};

const file = (more: object) => ({
  ...{ filename: 'a.txt', type: 'text/plain', contentId: null, disposition: 'attachment' as const },
  content: Buffer.from('file'),
  ...more,
});

async function written(field: string, evil: string): Promise<Buffer> {
  const { fields = {}, body = {} } = FIELDS[field]?.(evil) ?? {};
  const accepted = { ...plainEmail, from: 'me@a.example', to: ['you@b.example'], ...fields };
  const whole = { subject: 'Hello', html: null, text: 'Words', attachments: [], ...body };
  const composed = await mimeComposer().compose(messageOf(EMAIL_ID, accepted, 0, whole, EMAIL_ID));
  return composed.copy({ html: null, headers: [] }).raw;
}

/** What looks like an encoded word is a name like any other (RFC 5322, section 3.6.8). */
const EXPECTED =
  /^(?:from|to|cc|reply-to|subject|message-id|date|x-fine[^\s:]*|mime-version|content-[a-z-]+)$/;

for (const field of Object.keys(FIELDS))
  test(`${field}: no vector opens a field or the body`, async () => {
    for (const evil of VECTORS) {
      const raw = await written(field, evil);
      const about = `${field}: ${JSON.stringify(evil)}`;
      assert.not.match(raw.toString('latin1'), /(?:^|[\r\n])[ \t]*X-Evil/i, about);
      const lines = raw.toString('latin1').split('\r\n');
      assert.equal(
        [lines.some((line) => /[\r\n\0]/.test(line)), Math.max(...lines.map((line) => line.length)) < 999],
        [false, true],
        about,
      );
      const mail = await simpleParser(raw, { skipTextToHtml: true });
      assert.equal(
        mail.headerLines.map(({ key }) => key).filter((key) => !EXPECTED.test(key)),
        [],
        about,
      );
      assert.is(new Set(mail.headerLines.map(({ key }) => key)).size, mail.headerLines.length, about);
      assert.match(mail.text ?? '', /^Words/, about);
      if (missing !== null) continue;
      const python = readByPython(raw);
      assert.equal(
        python.fields.map(([name]) => name.toLowerCase()).filter((name) => !EXPECTED.test(name)),
        [],
        about,
      );
      assert.equal(
        python.fields.filter(([, value]) => /[\r\n]/.test(value)),
        [],
        about,
      );
      assert.match(python.parts[0]?.content ?? '', /^Words/, about);
      for (const name of ['from', 'to', 'subject'])
        assert.is(
          python.fields.filter(([each]) => each.toLowerCase() === name).length,
          1,
          `${about}: ${name}`,
        );
    }
    if (missing !== null) return skipped(missing);
  });

test('nothing in an address becomes a command: each recipient has one transaction to one address, or none', async () => {
  const sink = await smtpSink();
  const mailer = relayMailer({ url: `smtp://127.0.0.1:${sink.port}` });
  for (const [at, evil] of [
    '\r\nRCPT TO:<evil@c.example>',
    '> SIZE=1\r\nDATA\r\n.',
    '\nRSET',
    '\0',
    '> NOTIFY=NEVER',
  ].entries()) {
    const id = EMAIL_ID.replace('a', String(at));
    const bench = await senderBench({ mailer });
    const recipients = [recipient(1, `you@b.example${evil}`), recipient(2, 'fine@b.example')];
    await bench.accept(id, { from: 'me@a.example', text: { inline: 'Words' }, recipients });
    await bench.run(id);
    const submitted = (await bench.events(id)).filter(({ type }) => type === 'Submitted');
    assert.ok(submitted.length >= 1, 'the other recipient gets the message');
  }
  const reached = new Set(sink.mails.flatMap(({ to }) => to));
  assert.not.ok(
    [...reached].some((address) => /evil/.test(address)),
    [...reached].join(', '),
  );
  assert.ok(sink.mails.every(({ to }) => to.length === 1));
  assert.ok(reached.has('fine@b.example'));
  await mailer.close();
  await sink.close();
});

test.run();
