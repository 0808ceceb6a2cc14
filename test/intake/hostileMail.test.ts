// runs in: test:all
// timeout: 120 s
import { connect } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { USELESS_A_MINUTE } from '../../src/intake/bounceIntake.ts';
import { closeReader, DOMAIN, type IntakeFixture, intakeFixture } from './intakeFixture.ts';
import { dsn, plain } from './mails.ts';

const test = suite('hostile mail at the bounce intake');
test.after(closeReader);

function over(name: string, run: (intake: IntakeFixture) => Promise<void>) {
  test(name, async () => {
    const intake = await intakeFixture();
    try {
      await intake.handOver(['bob@b.example']);
      await run(intake);
      // A normal mail is still understood after it.
      assert.is((await intake.bring(dsn())).code, 250);
      assert.equal(
        (await intake.learned()).map(({ type }) => type),
        ['Bounced'],
      );
    } finally {
      await intake.close();
    }
  });
}

const OTHER = '55555555-5555-4555-8555-555555555555';

/** Bytes that the intake reads of a mail. */
const READ = 256 * 1024;

const MALFORMED: Readonly<Record<string, string | Buffer>> = {
  nothing: '\r\n',
  'no header': 'just words',
  'a header and no more': 'Subject: Hello',
  'bytes that are no text': Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 7) % 256)),
  'a boundary that never comes': plain(['Content-Type: multipart/report; boundary=x'], ['--y', '', 'words']),
  'no boundary': plain(['Content-Type: multipart/report; report-type=delivery-status'], ['--', '', 'words']),
  'parts without end': `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(READ / 11)}`,
  'parts in parts': Array.from(
    { length: 3_000 },
    (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`,
  ).join(''),
};

for (const [name, raw] of Object.entries(MALFORMED)) {
  over(`${name}: answered, kept, and nothing is recorded`, async (intake) => {
    assert.is((await intake.bring(raw)).code, 250);
    assert.equal(await intake.learned(), []);
    assert.is((await intake.unmatched.list(10)).length, 1);
  });
}

/** The mail says that it returns a message: that is a failure, and nothing more is known. */
const EMPTY: Readonly<Record<string, string>> = {
  'a subject and no more': 'Subject: Undelivered Mail',
  'an empty status': dsn().replace(/Final-Recipient[\s\S]*?Diagnostic-Code[^\n]*\n/, ''),
  'a status of nonsense': dsn({ action: '\u0000', status: 'ten', recipient: ';;;' }),
};

for (const [name, raw] of Object.entries(EMPTY)) {
  over(`${name}: a Transient bounce`, async (intake) => {
    await intake.handOver(['bob@b.example'], { emailId: OTHER });
    assert.is((await intake.bring(raw, intake.address(0, OTHER))).code, 250);
    const [bounced] = await intake.learned(OTHER);
    assert.is(bounced?.type === 'Bounced' && bounced.data.bounceType, 'Transient');
  });
}

const COSTLY: Readonly<Record<string, string>> = {
  'addresses without end': `To: ${'a@b.example,\r\n '.repeat(READ / 15)}`,
  'groups in groups': `To: ${'a:'.repeat(READ / 2)}`,
  'encoded words without end': `Subject: ${'=?utf-8?b?'.repeat(READ / 10)}`,
};

for (const [name, header] of Object.entries(COSTLY)) {
  over(`${name}: the event loop goes on meanwhile, and the mail is kept at the most`, async (intake) => {
    let turns = 0;
    let done = false;
    const turn = () => {
      turns += 1;
      if (!done) setTimeout(turn, 5);
    };
    turn();
    assert.is((await intake.bring(plain([header], ['550 5.1.1 no such user']))).code, 250);
    done = true;
    assert.ok(turns > 2, `${turns} turns`);
    assert.equal(await intake.learned(), []);
  });
}

over('a report that brings a huge message back is understood by its beginning', async (intake) => {
  const returned = ['Subject: Hello', '', 'x'.repeat(76).concat('\r\n').repeat(50_000)];
  assert.is((await intake.bring(dsn({ returned }))).code, 250);
  assert.is((await intake.learned()).length, 1);
});

test('a flood of mail that leads nowhere is put off, and genuine reports pass', async () => {
  const intake = await intakeFixture();
  try {
    await intake.handOver(['bob@b.example']);
    const forged = `${'a'.repeat(56)}@${DOMAIN}`;
    const codes: number[] = [];
    for (let n = 0; n < USELESS_A_MINUTE + 5; n++) codes.push((await intake.bring(dsn(), forged)).code);
    assert.equal(codes.slice(0, USELESS_A_MINUTE), Array(USELESS_A_MINUTE).fill(550));
    assert.equal(codes.slice(USELESS_A_MINUTE), Array(5).fill(451));
    assert.is((await intake.bring(dsn(), `other@${DOMAIN}`)).code, 451);
    assert.is((await intake.bring(dsn())).code, 250);
    assert.is((await intake.learned()).length, 1);
  } finally {
    await intake.close();
  }
});

over('clients that go away in the middle, and ask for what there is not', async (intake) => {
  const said = await dialogue(intake.port, [
    'EHLO x',
    'AUTH PLAIN AHgAeA==',
    'VRFY bob',
    'MAIL FROM:<>',
    `RCPT TO:<${intake.address()}>`,
    'DATA',
  ]);
  assert.match(said, /^220 [\s\S]*250[\s\S]*5\d\d/);
  assert.not.match(said, /STARTTLS/);
  assert.equal(await intake.learned(), []);
  assert.equal(await intake.unmatched.list(10), []);
});

/** Sends the lines one after the other, each after an answer, then half a mail, and disconnects; returns the answers. */
function dialogue(port: number, lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const left = [...lines];
    let said = '';
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      said += chunk;
      if (!/^\d{3} .*\r\n$/m.test(said)) return;
      const line = left.shift();
      if (line !== undefined) socket.write(`${line}\r\n`);
      else socket.write('Subject: half\r\n', () => socket.destroy());
    });
    socket.on('close', () => resolve(said));
  });
}

test.run();
