import { type Case, refused, taken } from './cases.ts';
import { good } from './mailSendCases.ts';

/** Edges of the personalizations shape: the last element of the longest lists, and names that are almost none. */

const file = { filename: 'a.pdf', content: 'QQ==' };
const person = { to: [{ email: 'x@y.co' }], subject: 's' };
const longest = (change: object) => ({
  personalizations: [...Array(49).fill(person), { ...person, ...change }],
});
const LAST = '/personalizations/49';

export const edgeCases: readonly Case[] = [
  taken('personalizations', longest({ headers: { 'X-A': '1' } }), { headers: { 'X-A': '1' } }),
  refused('personalizations[].headers', longest({ headers: { Date: 'x' } }), `${LAST}/headers/Date`),
  refused(
    'personalizations[].subject',
    { subject: undefined, ...longest({ subject: undefined }) },
    `${LAST}/subject`,
    /is required/,
  ),
  ...[{ content: '*' }, { type: 'message/partial' }].map((change) =>
    refused(
      'attachments',
      { attachments: [...Array(19).fill(file), { ...file, ...change }] },
      `/attachments/19/${Object.keys(change)[0]}`,
    ),
  ),
  ...['<a@b.co>', '"" <a@b.co>', ' <a@b.co> '].map((email) =>
    refused('from.email', { from: { email } }, '/from/email', /must be an email address/),
  ),
  ...['', ' ', '   '].flatMap((name) => [
    taken('from.name', { from: { email: 'a@b.co', name } }, { from: 'a@b.co' }),
    taken('reply_to.name', { reply_to: { email: 'r@b.co', name } }, { replyTo: ['r@b.co'] }),
    taken(
      'personalizations[].to[].name',
      { personalizations: [{ to: [{ email: 'z@y.co', name }] }] },
      { to: ['z@y.co'] },
    ),
  ]),
  taken('from.name', { from: { email: 'a@b.co', name: ' Acme ' } }, { from: 'Acme <a@b.co>' }),
  // Names that every object has without being given them are no fields of the table.
  refused('unknown', { constructor: [] }, '/constructor', /^is not a known field$/),
  refused('unknown', { from: { ...good.from, valueOf: [] } }, '/from/valueOf', /^is not a known field$/),
];
