// runs in: test:all
// timeout: 300 s
import { connect } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { EventStoreUnavailable } from '../../src/ports/eventStore.ts';
import { eventually } from '../e2e/eventually.ts';
import { closeReader, type SubmissionFixture, submissionFixture } from './submissionFixture.ts';

const test = suite('hostile mail at the submission listener');
test.after(closeReader);

const ANN = 'ann@customer.test';
const HEAD = ['From: a@acme.test', `To: ${ANN}`, 'Subject: x', 'Message-ID: <1@acme.test>'];
const mail = (fields: readonly string[], ...body: readonly string[]) => [...fields, '', ...body].join('\r\n');

function over(name: string, run: (smtp: SubmissionFixture) => Promise<void>, options = {}) {
  test(name, async () => {
    const smtp = await submissionFixture(options);
    try {
      await run(smtp);
      // A normal mail is still accepted after it.
      assert.match(await smtp.submit(mail([...HEAD, 'X-After: it'], 'fine')), /^250 /);
    } finally {
      await smtp.close();
    }
  });
}

/** Ends of data that are none (RFC 5321, section 2.3.8): with any of them another server may see two mails. */
const SMUGGLED = ['\n.\n', '\n.\r\n', '\r\n.\n', '\r.\r', '\r.\r\n', '\r\n.\r', '\n.\r'];

for (const end of SMUGGLED) {
  over(`${JSON.stringify(end)} does not end a mail, and what comes after it is no command`, async (smtp) => {
    const second = `MAIL FROM:<evil@evil.test>\r\nRCPT TO:<eve@evil.test>\r\nDATA\r\n${mail(HEAD, 'second')}`;
    assert.match(await smtp.submit(`${mail(HEAD, 'first')}${end}${second}`), /^250 /);
    const accepted = await smtp.accepted();
    assert.is(accepted.length, 1);
    assert.equal(
      accepted[0]?.recipients.map(({ address }) => address),
      [ANN],
    );
  });
}

over('a bare CR or LF in a header adds no header', async (smtp) => {
  assert.match(await smtp.submit(mail([...HEAD, 'X-One: a\rBcc: eve@evil.test'], 'x')), /^250 /);
  const [one] = await smtp.accepted();
  const { fields } = await smtp.message(one ?? {});
  assert.is(fields.find(({ name }) => name === 'X-One')?.value, 'a Bcc: eve@evil.test');
  assert.equal(
    one?.recipients.map(({ address }) => address),
    [ANN],
  );
});

over('issue 50, 5: addresses are verified for nobody, with a key or without', async (smtp) => {
  const login = `AUTH PLAIN ${Buffer.from(`\0x\0${smtp.api.key}`).toString('base64')}`;
  const asked = ['EHLO c', `VRFY ${ANN}`, 'vrfy bob', 'EXPN staff', login, `VRFY ${ANN}`];
  const answers = await smtp.dialogue(asked);
  for (const at of [2, 3, 4, 6]) assert.match(answers[at] ?? '', /^5\d\d /, answers[at]);
  assert.not.match(answers[1] ?? '', 'VRFY');
});

const nested = (depth: number) =>
  Array.from(
    { length: depth },
    (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}`,
  ).join('\r\n');

const REFUSED: Readonly<Record<string, readonly [string, RegExp]>> = {
  'a header of 1 MB': [mail([...HEAD, `X-Long: ${'x'.repeat(1_000_000)}`], 'x'), /^550 5\.6\.0 /],
  '10,000 headers': [
    mail([...HEAD, ...Array.from({ length: 10_000 }, (_, at) => `X-${at}: 1`)], 'x'),
    /^550 5\.6\.0 /,
  ],
  'no From': [mail(HEAD.slice(1), 'x'), /^550 5\.1\.7 .*\/from is required/],
  'two From': [mail([...HEAD, 'From: b@acme.test'], 'x'), /^550 5\.1\.7 .*\/from must be one address/],
  'two mailboxes in From': [mail(['From: a@acme.test, b@acme.test', ...HEAD.slice(1)], 'x'), /^550 5\.1\.7 /],
  'no mail at all': ['just words', /^550 /],
  'headers of parts of more than a megabyte': [
    mail([...HEAD, 'Content-Type: multipart/mixed; boundary=b'], `--b\r\n${'A: 1\r\n'.repeat(200_000)}`),
    /^550 5\.6\.0 /,
  ],
  'more than a million lines': [mail(HEAD, `x${'\r\n'.repeat(1_000_001)}`), /^550 5\.6\.0 /],
};
for (const [name, [raw, answer]] of Object.entries(REFUSED))
  over(
    `${name}: 550, and nothing is accepted`,
    async (smtp) => {
      assert.match(await smtp.submit(raw), answer);
      assert.equal(await smtp.accepted(), []);
    },
    { maxMailBytes: 3_000_000 },
  );

over('parts nested 200 deep are read, or refused, in time', async (smtp) => {
  assert.match(await smtp.submit(`${HEAD.join('\r\n')}\r\n${nested(200)}\r\n\r\ndeep`), /^(?:250|550) /);
});

over(
  'parts without end are read, or refused, in time',
  async (smtp) => {
    const parts = mail(
      [...HEAD, 'Content-Type: multipart/mixed; boundary=b'],
      '--b\r\n\r\nx\r\n'.repeat(100_000),
    );
    assert.match(await smtp.submit(parts), /^(?:250|550) /);
  },
  { maxMailBytes: 3_000_000 },
);

over('a broken charset does not lose the mail', async (smtp) => {
  const fields = [
    ...HEAD.slice(0, 2),
    'Subject: =?no-such?q?=FF?=',
    'Content-Type: text/plain; charset=no-such',
  ];
  assert.match(await smtp.submit(mail(fields, 'still here')), /^250 /);
  assert.is((await smtp.message((await smtp.accepted())[0] ?? {})).text, 'still here');
});

over('1,001 recipients: the last one is asked to come later', async (smtp) => {
  const login = `AUTH PLAIN ${Buffer.from(`\0x\0${smtp.api.key}`).toString('base64')}`;
  const all = Array.from({ length: 1_001 }, (_, at) => `RCPT TO:<r${at}@customer.test>`);
  const answers = await smtp.dialogue([
    'EHLO c',
    login,
    'MAIL FROM:<a@acme.test>',
    ...all,
    'DATA',
    `${mail(HEAD, 'x')}\r\n.`,
  ]);
  assert.match(answers.at(-3) ?? '', /^452 4\.5\.3 /);
  assert.match(answers.at(-1) ?? '', /^250 /);
  assert.is((await smtp.accepted())[0]?.recipients.length, 1_000);
});

over(
  'a client that hangs in DATA, or goes away, leaves nothing',
  async (smtp) => {
    const login = `AUTH PLAIN ${Buffer.from(`\0x\0${smtp.api.key}`).toString('base64')}`;
    const answers = await smtp.dialogue([
      'EHLO c',
      login,
      'MAIL FROM:<a@acme.test>',
      `RCPT TO:<${ANN}>`,
      'DATA',
      HEAD.join('\r\n'),
    ]);
    assert.match(answers.at(-1) ?? '', /^(?:354|421) /);
    assert.equal(await smtp.accepted(), []);
  },
  { bounds: { idleMs: 300 } },
);

over('64 slow clients keep no quick one out', async (smtp) => {
  const slow = Array.from({ length: 64 }, () => connect(smtp.port, '127.0.0.1'));
  for (const socket of slow) socket.on('error', () => {}).on('data', () => socket.write('E'));
  await eventually('all are greeted', async () => slow.every(({ bytesRead }) => bytesRead > 0));
  assert.match(await smtp.submit(mail(HEAD, 'quick')), /^250 /);
  for (const socket of slow) socket.destroy();
});

test('the store away: 451, and the same mail is accepted once it is back', async () => {
  const smtp = await submissionFixture();
  const { store } = smtp.api.ledger as { store: { append: typeof smtp.api.store.append } };
  const { append } = store;
  store.append = () => Promise.reject(new EventStoreUnavailable('away'));
  assert.match(
    await smtp.submit(mail(HEAD, 'x')),
    /^451 4\.3\.0 The service cannot take this request at present/,
  );
  store.append = append;
  assert.match(await smtp.submit(mail(HEAD, 'x')), /^250 /);
  assert.is((await smtp.accepted()).length, 1);
  await smtp.close();
});

test('wrong keys are answered later each time', async () => {
  const smtp = await submissionFixture();
  const login = `AUTH PLAIN ${Buffer.from('\0x\0wrong').toString('base64')}`;
  const startedMs = performance.now();
  const answers = await smtp.dialogue(['EHLO c', login, login, login]);
  assert.match(answers.at(-1) ?? '', /^535 5\.7\.8 /);
  assert.ok(performance.now() - startedMs >= 100 + 200 + 400 - 5);
  await smtp.close();
});

test.run();
