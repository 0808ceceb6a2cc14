// runs in: test:all
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createApiKey } from '../../src/commands/workspace/apiKeys.ts';
import { openWorkspace } from '../../src/commands/workspace/openWorkspace.ts';
import { revokeApiKey } from '../../src/commands/workspace/revokeApiKey.ts';
import { decideSenderDomain } from '../../src/commands/workspace/senderDomains.ts';
import { closeReader, type SubmissionFixture, submissionFixture } from './submissionFixture.ts';

const test = suite('mail submitted by SMTP');
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

const MAIL = {
  from: 'Acme <hello@acme.test>',
  to: 'ann@customer.test',
  subject: 'Invoice',
  text: 'Thank you.',
};

over('a mail is accepted as a call would be, and the answer has its id', async (smtp) => {
  const answer = await smtp.send({
    ...MAIL,
    to: '"Ann, A." <ann@customer.test>, =?utf-8?q?B=C3=B6b?= <bob@customer.test>',
    cc: 'carl@customer.test',
    bcc: 'dora@customer.test',
    replyTo: 'Help <help@acme.test>',
    subject: 'Grüße',
    html: '<p>Thank <img src="cid:logo@acme"></p>',
    headers: { 'X-Order': 'Nr. 7 ü', Received: 'from x by y', 'DKIM-Signature': 'v=1' },
    attachments: [
      { filename: 'a.pdf', content: Buffer.from([0, 1, 255]) },
      { filename: 'logo.png', content: Buffer.from('png'), cid: 'logo@acme' },
    ],
  });
  const [one, ...others] = await smtp.accepted();
  assert.is(others.length, 0);
  assert.ok(one);
  assert.is(answer, `250 2.0.0 Accepted as ${one.id}`);
  assert.is(one.from, 'Acme <hello@acme.test>');
  assert.equal(one.to, ['"Ann, A." <ann@customer.test>', 'Böb <bob@customer.test>']);
  assert.equal(one.cc, ['carl@customer.test']);
  assert.equal(one.bcc, ['dora@customer.test']);
  assert.equal(one.replyTo, ['Help <help@acme.test>']);
  assert.is(one.subject, 'Grüße');
  const message = await smtp.message(one);
  assert.is(message.text, 'Thank you.');
  assert.is(message.html, '<p>Thank <img src="cid:logo@acme"></p>');
  assert.is(message.fields.find(({ name }) => name === 'X-Order')?.value, 'Nr. 7 ü');
  assert.is(one.credits, 4);
  assert.equal(
    message.attachments
      .map(({ filename, type, contentId, disposition }) => [filename, type, contentId, disposition])
      .sort(),
    [
      ['a.pdf', 'application/pdf', null, 'attachment'],
      ['logo.png', 'image/png', 'logo@acme', 'inline'],
    ],
  );
  const pdf = message.attachments.find(({ filename }) => filename === 'a.pdf');
  assert.equal(pdf?.content, Buffer.from([0, 1, 255]));
  for (const figure of ['accept_seconds', 'connections_total', 'connections = 1'])
    assert.ok(smtp.counted.includes(`postledger_submission_${figure}`), figure);
});

over('a recipient at a domain of other letters is one, and is found in the header', async (smtp) => {
  const [bob, ann] = ['bob@xn--mnchen-3ya.de', 'ann@xn--i-7iq.ws'];
  const answer = await smtp.submit(
    ['From: a@acme.test', `To: ${bob}`, 'Subject: x', '', 'Hello.'].join('\r\n'),
    [bob, ann],
  );
  assert.match(answer, /^250 /);
  const [one] = await smtp.accepted();
  assert.equal([one?.to, one?.bcc], [[bob], [ann]]);
});

over('the same mail by a call is charged and addressed alike', async (smtp) => {
  await smtp.send({ ...MAIL, headers: { 'X-Postledger-Tag': 'invoice' } });
  const called = await smtp.api.call('POST', '/v1/emails', {
    idempotencyKey: 'k',
    body: { ...MAIL, tags: ['invoice'] },
  });
  assert.is(called.status, 202);
  const drafts = (await smtp.accepted()).map(({ from, to, subject, tags, credits, recipients }) => ({
    ...{ from, to, subject, tags, credits },
    recipients: recipients.map(({ deliveryId: _id, ...one }) => one),
  }));
  assert.is(drafts.length, 2);
  assert.equal(drafts[0], drafts[1]);
});

over('what a call would refuse is 550 with its sentence', async (smtp) => {
  const called = await smtp.api.call('POST', '/v1/emails', {
    idempotencyKey: 'k',
    body: { ...MAIL, to: ['ann@customer'] },
  });
  const answer = await smtp.send({ ...MAIL, to: 'ann@customer' });
  assert.is(answer, `550 5.1.3 ${called.body.error?.message}`);
  assert.equal(await smtp.accepted(), []);
  assert.ok(smtp.counted.includes('postledger_submission_refused_total 550'));
});

over('mail from a domain that only another workspace has verified is 550, as a call is 422', async (smtp) => {
  const { ledger, origin } = smtp.api;
  const other = { ...origin, workspace: (await openWorkspace(ledger, origin, 'other')).id };
  const key = { selector: 's1', algorithm: 'rsa-sha256', publicKey: 'p', sealedPrivateKey: 's' } as const;
  await decideSenderDomain(ledger, other, { do: 'add', domain: 'acme.test', keys: [key] });
  await decideSenderDomain(ledger, other, { do: 'check', domain: 'acme.test', published: ['s1'] });
  await smtp.api.project();
  const called = await smtp.api.call('POST', '/v1/emails', { idempotencyKey: 'k', body: MAIL });
  assert.is(called.status, 422);
  assert.is(await smtp.send(MAIL), `550 5.1.7 ${called.body.error?.message}`);
  assert.equal(await smtp.accepted(), []);
});

over(
  'a wrong key, one without the scope and one of nobody are 535; a mail without a key is 530',
  async (smtp) => {
    assert.match(await smtp.send(MAIL, 'wrong'), /^535 5\.7\.8 /);
    assert.match(await smtp.send(MAIL, `${smtp.api.key.slice(0, -1)}x`), /^535 5\.7\.8 /);
    const scoped = await smtp.api.keyWith(['sms:send']);
    assert.match(await smtp.send(MAIL, scoped), /^535 5\.7\.8 The API key lacks the scope email:send\./);
    const answers = await smtp.dialogue(['EHLO c.test', 'MAIL FROM:<a@acme.test>']);
    assert.match(answers.at(-1) ?? '', /^530 5\.7\.0 Log in first/);
    assert.equal(await smtp.accepted(), []);
  },
);

over('a key that is revoked while its connection is open is refused', async (smtp) => {
  const { api } = smtp;
  const { id, key } = await createApiKey(api.ledger, api.origin, {
    scopes: ['email:send'],
    name: null,
    expiresAtMs: null,
  });
  await api.project();
  const pooled = smtp.transport(key, { pool: true, maxConnections: 1 });
  assert.match((await pooled.sendMail(MAIL)).response, /^250 /);
  await revokeApiKey(api.ledger, api.origin, id);
  await api.project();
  api.keyRevoked();
  const refused = await pooled.sendMail(MAIL).catch((error: { response: string }) => error.response);
  assert.match(String(refused), /^535 5\.7\.8 /);
  pooled.close();
});

over('with LOGIN, of any user', async (smtp) => {
  const answers = await smtp.dialogue([
    'EHLO c.test',
    'AUTH LOGIN',
    Buffer.from('any one').toString('base64'),
    Buffer.from(smtp.api.key).toString('base64'),
  ]);
  assert.match(answers.at(-1) ?? '', /^235 /);
  assert.match(answers[1] ?? '', /AUTH PLAIN LOGIN/);
  for (const feature of ['PIPELINING', '8BITMIME', 'ENHANCEDSTATUSCODES', 'SIZE 1000000'])
    assert.match(answers[1] ?? '', feature);
  for (const feature of ['SMTPUTF8', 'STARTTLS', 'CHUNKING', 'DSN'])
    assert.not.match(answers[1] ?? '', feature);
});

over('requests for reports are refused by name: 555', async (smtp) => {
  const login = `AUTH PLAIN ${Buffer.from(`\0x\0${smtp.api.key}`).toString('base64')}`;
  const answers = await smtp.dialogue([
    ...['EHLO c.test', login, 'MAIL FROM:<a@acme.test> RET=HDRS', 'MAIL FROM:<a@acme.test>'],
    ...['RCPT TO:<b@dest.test> NOTIFY=SUCCESS,FAILURE', 'RCPT TO:<b@dest.test>'],
  ]);
  assert.match(answers.at(-4) ?? '', /^555 5\.5\.4 RET /);
  assert.match(answers.at(-3) ?? '', /^250 /);
  assert.match(answers.at(-2) ?? '', /^555 5\.5\.4 NOTIFY /);
  assert.match(answers.at(-1) ?? '', /^250 /);
});

over('SMTPUTF8 is refused by name, and a mail above SIZE is 552', async (smtp) => {
  const login = `AUTH PLAIN ${Buffer.from(`\0x\0${smtp.api.key}`).toString('base64')}`;
  const answers = await smtp.dialogue(['EHLO c.test', login, 'MAIL FROM:<a@acme.test> SMTPUTF8']);
  assert.match(answers.at(-1) ?? '', /^555 5\.6\.7 SMTPUTF8 /);
  const sized = await smtp.dialogue(['EHLO c.test', login, 'MAIL FROM:<a@acme.test> SIZE=1000001']);
  assert.match(sized.at(-1) ?? '', /^552 /);
  assert.match(
    await smtp.submit(`From: a@acme.test\r\n\r\n${'x'.repeat(1_000_000)}`),
    /^552 5\.3\.4 The mail is too large/,
  );
  assert.equal(await smtp.accepted(), []);
});

test.run();
