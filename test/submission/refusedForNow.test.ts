// runs in: test:all
import { connect } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decideSuspension } from '../../src/commands/workspace/suspension.ts';
import { smtpTestClient } from '../support/smtpTestClient.ts';
import {
  closeReader,
  type SubmissionFixture,
  type SubmissionFixtureOptions,
  submissionFixture,
} from './submissionFixture.ts';

const test = suite('mail by SMTP that is refused for the time being');
test.after(closeReader);

function over(
  name: string,
  options: SubmissionFixtureOptions,
  run: (smtp: SubmissionFixture) => Promise<void>,
) {
  test(name, async () => {
    const smtp = await submissionFixture(options);
    try {
      await run(smtp);
    } finally {
      await smtp.close();
    }
  });
}

const MAIL = {
  from: 'a@acme.test',
  to: 'ann@customer.test',
  subject: 'x',
  text: 'x',
  messageId: '<1@acme.test>',
};
const FILE = { ...MAIL, attachments: [{ filename: 'a.bin', content: Buffer.alloc(100_000) }] };
const loginOf = (key: string) => `AUTH PLAIN ${Buffer.from(`\0x\0${key}`).toString('base64')}`;

over(
  'a mail over the budget is 451, and taken once there is room',
  { maxMailsBytes: 600_000 },
  async (smtp) => {
    const large = { ...MAIL, text: 'long line\n'.repeat(30_000) };
    const slow = connect(smtp.port, '127.0.0.1');
    const lines = [
      'EHLO c.test',
      loginOf(smtp.api.key),
      'MAIL FROM:<a@acme.test>',
      `RCPT TO:<${MAIL.to}>`,
      'DATA',
    ];
    await new Promise<void>((resolve) => {
      slow.on('data', (answer) => {
        const line = lines.shift();
        if (line !== undefined) slow.write(`${line}\r\n`);
        else if (String(answer).startsWith('354')) slow.write('x'.repeat(500_000), () => resolve());
      });
    });
    assert.match(await smtp.send(large), /^451 4\.3\.1 No room for this mail at present; come back later/);
    assert.ok(smtp.counted.includes('postledger_submission_refused_total 451'));
    const closed = new Promise((resolve) => slow.once('close', resolve));
    slow.destroy();
    await closed;
    let answer = '';
    for (let tries = 0; tries < 100 && !answer.startsWith('250'); tries++) answer = await smtp.send(large);
    assert.match(answer, /^250 /);
    assert.is((await smtp.accepted()).length, 1);
  },
);

over('mail of a suspended workspace is 550 with the reason', {}, async (smtp) => {
  const { api } = smtp;
  await decideSuspension(api.ledger, api.origin, { do: 'suspend', reason: 'a key was stolen' });
  await api.project();
  assert.is(await smtp.send(MAIL), '550 5.7.1 The workspace is suspended: a key was stolen');
  assert.equal(await smtp.accepted(), []);
});

over(
  'while the service starts, an unknown key is 454, and a mail of a known one 451',
  {
    api: {
      context: { startUp: { takesSends: false, knowsKeys: false, checks: () => ({}), building: () => ({}) } },
    },
  },
  async (smtp) => {
    assert.match(
      await smtp.send(MAIL, `${smtp.api.key.slice(0, -1)}x`),
      /^454 4\.7\.0 The service has just start/,
    );
    assert.match(await smtp.send(MAIL), /^451 4\.3\.0 The service has just started and still reads/);
    assert.equal(await smtp.accepted(), []);
  },
);

const full = () => Promise.reject(Object.assign(new Error('write ENOSPC /secret'), { code: 'ENOSPC' }));

over(
  'a full disk: 451 that reveals nothing, and the mail is accepted once there is room',
  {},
  async (smtp) => {
    const { blobs, ledger } = smtp.api;
    const store = ledger.store as { append: typeof ledger.store.append };
    const [{ put }, { append }] = [blobs, store];
    blobs.put = full;
    assert.is(await smtp.send(FILE), '451 4.3.0 Something went wrong on our side.');
    blobs.put = put;
    store.append = full;
    assert.is(await smtp.send(FILE), '451 4.3.0 Something went wrong on our side.');
    store.append = append;
    assert.match(await smtp.send(FILE), /^250 /);
    assert.is((await smtp.accepted()).length, 1);
  },
);

over(
  'issue 50, 5: of three large mails that come together two are taken, since the first that is given up makes room',
  { maxMailBytes: 4_000_000, maxMailsBytes: 25_600_000 },
  async (smtp) => {
    const clients = await Promise.all(
      Array.from({ length: 3 }, async (_, at) => {
        const client = await smtpTestClient({
          port: smtp.port,
          host: '127.0.0.1',
          localAddress: '127.0.0.1',
        });
        for (const line of [
          'EHLO c',
          loginOf(smtp.api.key),
          `MAIL FROM:<${MAIL.from}>`,
          `RCPT TO:<${MAIL.to}>`,
          'DATA',
        ])
          await client.say(line);
        client.socket.write(`From: ${MAIL.from}\r\nTo: ${MAIL.to}\r\nSubject: ${at}\r\n\r\n`);
        return client;
      }),
    );
    const part = `${'x'.repeat(98)}\r\n`.repeat(1_000);
    // A workspace has a quarter: 6.4 MB for three times 2.8 MB, which arrive side by side.
    for (let n = 0; n < 28; n++)
      await Promise.all(clients.map(({ socket }) => new Promise((done) => socket.write(part, done))));
    const answers = await Promise.all(clients.map(({ say }) => say('.')));
    const codes = answers.map((answer) => answer.slice(0, 3)).sort();
    assert.equal(codes, ['250', '250', '451'], answers.join());
    for (const { socket } of clients) socket.destroy();
    assert.match(await smtp.send(MAIL), /^250 /);
  },
);

test.run();
