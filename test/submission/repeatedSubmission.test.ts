// runs in: test:all
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openWorkspace } from '../../src/commands/workspace/openWorkspace.ts';
import { closeReader, type SubmissionFixture, submissionFixture } from './submissionFixture.ts';

const test = suite('submissions that are repeated, and headers that control them');
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

const ANN = 'ann@customer.test';
const BOB = 'bob@customer.test';
const raw = (...fields: string[]) =>
  ['From: a@acme.test', `To: ${ANN}, ${BOB}`, 'Subject: Invoice', ...fields, '', 'Thank you.'].join('\r\n');
const WITH_ID = raw('Message-ID: <1@acme.test>');
const idIn = (answer: string) => /^250 2\.0\.0 Accepted as (\S+)/.exec(answer)?.[1] ?? answer;

over('the same mail again has the id of the first and is charged once', async (smtp) => {
  const first = idIn(await smtp.submit(WITH_ID, [ANN, BOB]));
  // A relay adds its own line, a library chooses another encoding, recipients come in another order and case.
  assert.is(idIn(await smtp.submit(`Received: from x by y\r\n${WITH_ID}`, [BOB, ANN.toUpperCase()])), first);
  const encoded = WITH_ID.replace(
    '\r\n\r\nThank',
    '\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n=54hank',
  );
  assert.is(idIn(await smtp.submit(encoded, [ANN, BOB])), first);
  assert.equal(
    (await smtp.accepted()).map(({ id, credits }) => [id, credits]),
    [[first, 2]],
  );
});

over('each part of a mail that is split over transactions is sent', async (smtp) => {
  const ids = [await smtp.submit(WITH_ID, [ANN]), await smtp.submit(WITH_ID, [BOB])].map(idIn);
  const hidden = idIn(await smtp.submit(WITH_ID, ['carl@customer.test']));
  const accepted = await smtp.accepted();
  assert.equal(
    accepted.map(({ id }) => id),
    [...ids, hidden],
  );
  assert.equal(
    accepted.map(({ to, bcc }) => [to, bcc]),
    [
      [[ANN], []],
      [[BOB], []],
      [[], ['carl@customer.test']],
    ],
  );
});

over('another text, another Message-ID and another key are other mails', async (smtp) => {
  const mails = [
    WITH_ID,
    `${WITH_ID}!`,
    WITH_ID.replace('1@acme', '2@acme'),
    raw('Message-ID: <1@acme.test>', 'X-Postledger-Idempotency-Key: k'),
    raw('Message-ID: <1@acme.test>', 'X-Postledger-Idempotency-Key: l'),
  ];
  const ids = new Set<string>();
  for (const mail of mails) ids.add(idIn(await smtp.submit(mail)));
  assert.is(ids.size, mails.length);
});

over('a key of its own makes a mail the same, whatever else differs', async (smtp) => {
  const key = 'X-Postledger-Idempotency-Key: order-7';
  const first = idIn(await smtp.submit(raw(key, 'Message-ID: <1@acme.test>')));
  assert.is(idIn(await smtp.submit(`${raw(key, 'Message-ID: <2@acme.test>')} Again.`)), first);
  const called = await smtp.api.call('POST', '/v1/emails', {
    idempotencyKey: 'order-7',
    body: { from: 'a@acme.test', to: ANN, subject: 'Invoice', text: 'x' },
  });
  assert.is.not(called.body.id, first, 'calls have keys of their own');
});

over('the same mail by a key of another workspace is another mail', async (smtp) => {
  const { ledger, origin } = smtp.api;
  const { id: workspace } = await openWorkspace(ledger, origin, 'other');
  const key = await smtp.api.keyWith(['email:send'], { workspace });
  const own = idIn(await smtp.submit(WITH_ID));
  assert.is.not(idIn(await smtp.submit(WITH_ID, [ANN], key)), own);
  assert.is((await smtp.accepted()).length, 2);
});

over('without a Message-ID the date counts; without both each mail is one of its own', async (smtp) => {
  const dated = raw('Date: Mon, 2 Mar 2026 09:00:00 +0000');
  assert.is(idIn(await smtp.submit(dated)), idIn(await smtp.submit(dated)));
  assert.is.not(idIn(await smtp.submit(raw())), idIn(await smtp.submit(raw())));
  assert.is((await smtp.accepted()).length, 3);
});

over('headers say what a call says in its body, and are not sent on', async (smtp) => {
  await smtp.submit(
    raw(
      'X-Postledger-Tag: invoice',
      'x-postledger-tag: =?utf-8?q?M=C3=A4rz?=',
      'X-Postledger-Stream: broadcast',
      'X-Postledger-Schedule: 2030-03-01T09:00:00+01:00',
      'X-Postledger-Track-Opens: no',
      'X-Postledger-Track-Clicks: False',
      'X-Own: kept',
    ),
  );
  const [one] = await smtp.accepted();
  assert.equal(one?.tags, ['invoice', 'März']);
  assert.is(one?.messageStream, 'broadcast');
  assert.is(one?.scheduledFor, '2030-03-01T08:00:00.000Z');
  assert.equal([one?.trackOpens, one?.trackClicks], [false, false]);
  assert.equal([one?.headers, one?.text, one?.attachments], [{}, null, []], 'the rest is in the mail');
});

over('a template with variables takes the place of a body', async (smtp) => {
  const made = await smtp.api.call('POST', '/v1/templates', {
    body: { name: 'Invoice', friendly_name: 'invoice', subject: 'Hello {{ name }}', text: 'Hi {{ name }}' },
  });
  const fields = ['X-Postledger-Template: invoice', 'X-Postledger-Variables: {"name":"Ann","n":0.10}'];
  const bare = ['From: a@acme.test', `To: ${ANN}`, ...fields, '', ''].join('\r\n');
  assert.match(await smtp.submit(bare), /^250 /);
  const [one] = await smtp.accepted();
  assert.is(one?.template?.templateId, made.body.id as never);
  assert.equal(one?.template?.variables, { inline: '{"name":"Ann","n":0.1}' });
  assert.match(await smtp.submit(raw(...fields)), /^550 5\.6\.0 .*\/subject must not be given together/);
});

over('what such a header cannot mean is 550 by its name', async (smtp) => {
  const refusals: readonly (readonly [string, RegExp])[] = [
    ['X-Postledger-Colour: red', /\/headers\/X-Postledger-Colour is no header of this service/],
    ['X-Postledger-Stream: fast', /\/message_stream must be/],
    ['X-Postledger-Schedule: tomorrow', /\/scheduled_for must be an ISO 8601 instant/],
    ['X-Postledger-Track-Opens: maybe', /\/track_opens must be/],
    ['X-Postledger-Variables: {', /X-Postledger-Variables must be JSON/],
    ['X-Postledger-Variables: {"__proto__":1}', /\/variables\/__proto__ /],
    ['X-Postledger-Idempotency-Key: ', /X-Postledger-Idempotency-Key must have 1 to 255/],
    [
      'X-Postledger-Stream: broadcast\r\nX-Postledger-Stream: broadcast',
      /X-Postledger-Stream must be given once/,
    ],
  ];
  for (const [field, sentence] of refusals) {
    const answer = await smtp.submit(raw(field));
    assert.match(answer, /^550 5\.6\.0 The request is not valid\. /);
    assert.match(answer, sentence);
  }
  assert.equal(await smtp.accepted(), []);
});

test.run();
