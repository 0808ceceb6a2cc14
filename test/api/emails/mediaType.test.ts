import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type ApiFixture, apiFixture } from '../../support/apiFixture.ts';
import { accepted, issuesOf } from '../compat/cases.ts';

/** The types that attachments are sent as; test/api/compat/send.test.ts has those of `POST /emails`. */

const test = suite<{ api: ApiFixture }>('media types of attachments');
test.before.each(async (context) => {
  context.api = await apiFixture();
});
test.after.each(async ({ api }) => api.close());

const FILES: readonly (readonly [filename: string, given: string, type: string])[] = [
  ['a', 'pdf', 'application/pdf'],
  ['a.bin', '.PNG', 'image/png'],
  ['a.eml', 'message/rfc822', 'message/rfc822'],
  ['a.ics', 'text/calendar; method=REQUEST; name="a b.ics"', 'text/calendar; method=REQUEST; name="a b.ics"'],
  ['a.pdf', 'application/octet-stream', 'application/octet-stream'],
  ['a.csv', 'text/plain; charset=utf-8', 'text/plain; charset=utf-8'],
];
const attachments = FILES.map(([filename, type]) => ({ filename, type, content: 'QQ==' }));

for (const [path, body] of [
  ['/v1/emails', { from: 'a@b.co', to: 'x@y.co', subject: 's', text: 't' }],
  [
    '/v3/mail/send',
    {
      ...{ personalizations: [{ to: [{ email: 'x@y.co' }] }], from: { email: 'a@b.co' }, subject: 's' },
      content: [{ type: 'text/plain', value: 't' }],
    },
  ],
] as const)
  test(`${path}: a short name stands for its type, and a name of none is no type`, async ({ api }) => {
    const answer = await api.call('POST', path, { idempotencyKey: 'k', body: { ...body, attachments } });
    assert.is(answer.status, 202, answer.text);
    assert.equal(
      accepted(api)[0]?.attachments.map((one) => [one.filename, one.type]),
      FILES.map(([filename, , type]) => [filename, type]),
    );
  });

const NO_TYPES = [
  ...[
    'not a type',
    'x',
    'constructor',
    'text',
    'text/',
    '/plain',
    'text/plain,text/html',
    'a/b/c',
    'text /plain',
  ],
  ...['text/plain; charset', 'text/plain; charset="a', 'text/plain; =x', 'text/plain;', 'ümlaut/x'],
  ...['multipart/mixed', 'Multipart/Related; boundary=x', 'multipart/signed', 'message/partial'],
];

for (const [path, field, body] of [
  ['/v1/emails', 'type', { from: 'a@b.co', to: 'x@y.co', subject: 's', text: 't' }],
  ['/v1/emails/batch', 'type', { from: 'a@b.co', to: 'x@y.co', subject: 's', text: 't' }],
  ['/emails', 'content_type', { from: 'a@b.co', to: 'x@y.co', subject: 's', text: 't' }],
  [
    '/v3/mail/send',
    'type',
    {
      ...{ personalizations: [{ to: [{ email: 'x@y.co' }] }], from: { email: 'a@b.co' }, subject: 's' },
      content: [{ type: 'text/plain', value: 't' }],
    },
  ],
] as const)
  test(`issue 49, 3: ${path}: what is no media type of a file is refused by the name of its field`, async ({
    api,
  }) => {
    for (const type of NO_TYPES) {
      const sent = { ...body, attachments: [{ filename: 'a.txt', content: 'QQ==', [field]: type }] };
      const isBatch = path.endsWith('batch');
      const answer = await api.call('POST', path, { idempotencyKey: 'k', body: isBatch ? [sent] : sent });
      assert.is(answer.status, 422, type);
      assert.equal(
        issuesOf(answer).map((issue) => issue.path),
        [`${isBatch ? '/0' : ''}/attachments/0/${field}`],
        type,
      );
    }
  });

test.run();
