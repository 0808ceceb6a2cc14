import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type ApiFixture, apiFixture } from '../../support/apiFixture.ts';
import { accepted } from '../compat/cases.ts';

/** The types that attachments are sent as; test/api/compat/send.test.ts has those of `POST /emails`. */

const test = suite<{ api: ApiFixture }>('media types of attachments');
test.before.each(async (context) => {
  context.api = await apiFixture();
});
test.after.each(async ({ api }) => api.close());

const FILES: readonly (readonly [filename: string, given: string, type: string])[] = [
  ['a', 'pdf', 'application/pdf'],
  ['a.bin', '.PNG', 'image/png'],
  ['a.csv', 'x', 'text/csv'],
  ['a.pdf', 'constructor', 'application/pdf'],
  ['a', 'x', 'x'],
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

test.run();
