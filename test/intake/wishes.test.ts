// runs in: test:all
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { closeReader, EMAIL_ID, type IntakeFixture, intakeFixture } from './intakeFixture.ts';
import { dsn, plain } from './mails.ts';

/** What recipients wish by mail: to the address in List-Unsubscribe, and by complaints without a feedback report. */
const test = suite('wishes by mail');
test.after(closeReader);

async function over(run: (intake: IntakeFixture) => Promise<void>): Promise<void> {
  const intake = await intakeFixture();
  try {
    await intake.handOver(['ann@b.example', 'lou@b.example']);
    await run(intake);
  } finally {
    await intake.close();
  }
}

const recorded = async (intake: IntakeFixture) =>
  (await intake.learned()).map((event) =>
    [
      event.type,
      'recipient' in event.data && event.data.recipient,
      'proof' in event.data && event.data.proof,
    ].join(' '),
  );

type Wish = readonly [who: string, header: readonly string[], text: readonly string[], sender?: string];

const html = ['MIME-Version: 1.0', 'Content-Type: text/html; charset=utf-8'];

for (const [who, header, text, sender = 'ann@b.example'] of [
  [
    'Apple Mail',
    ['Subject: unsubscribe', 'Auto-Submitted: auto-replied', 'X-Apple-Unsubscribe: true'],
    ['This mail was sent to unsubscribe.'],
  ],
  [
    'Apple Mail, in German, of someone on holiday',
    ['Subject: unsubscribe', 'Auto-Submitted: auto-replied', 'X-Apple-Unsubscribe: true'],
    ['Automatisch gesendet. Bis Montag im Urlaub.'],
  ],
  [
    'a web form that marks all that it writes',
    ['Subject: unsubscribe', 'Auto-Submitted: auto-generated', 'Precedence: bulk'],
    ['This message was made by the mail program because its user asked to unsubscribe.'],
  ],
  [
    'a program that marks it as a reply, with nothing else',
    ['Subject: unsubscribe', 'Auto-Submitted: auto-replied'],
    [''],
  ],
  [
    'one that suppresses answers',
    ['Subject: unsubscribe', 'X-Auto-Response-Suppress: All', 'Precedence: auto_reply'],
    ['unsubscribe'],
  ],
  ['one with a mark of other responders', ['Subject: unsubscribe', 'X-Autoreply: yes'], ['Please remove me']],
  ['html alone', ['Subject: unsubscribe', ...html, 'Auto-Submitted: auto-replied'], ['<p>unsubscribe</p>']],
  ['no subject, no text', [], ['']],
  [
    'a person, with the newsletter quoted',
    ['Subject: Re: News'],
    ['Stop', '> We are on vacation in August', '> Out of office hours: 9'],
  ],
  ['notified', ['Subject: unsubscribe', 'Auto-Submitted: auto-notified; owner-token=a'], ['unsubscribe']],
  [
    'another address of the same person',
    ['Subject: unsubscribe', 'Auto-Submitted: auto-replied'],
    [''],
    'ann@other.example',
  ],
] as readonly Wish[])
  test(`a mail to the unsubscribe address is a wish: ${who}`, () =>
    over(async (intake) => {
      const mail = plain([`From: ${sender}`, ...header], text);
      assert.is((await intake.bring(mail, intake.address(0, EMAIL_ID, 'unsubscribe'), sender)).code, 250);
      assert.equal(await recorded(intake), ['Unsubscribed ann@b.example signed']);
      assert.equal(await intake.unmatched.list(10), []);
    }));

const auto = 'Auto-Submitted: auto-replied';
for (const [who, header, text, sender = 'ann@b.example'] of [
  ['words of absence in the subject', ['Subject: Out of office'], ['Away']],
  ['in the subject alone, as a reply', ['Subject: Automatic reply: News', auto], ['Thanks']],
  ['in German', ['Subject: Automatische Antwort: News', auto], ['Ich bin nicht im Büro.']],
  ['in French', ['Subject: Réponse automatique : News', auto], ['Je suis absent']],
  [
    'words of absence in the text of an automatic reply',
    ['Subject: Re: News', auto],
    ['I am out of the office until Monday.'],
  ],
  ['the same in German', ['Subject: Re: News', auto], ['Ich bin bis zum 12. im Urlaub.']],
  ['the same in French', ['Subject: Re: News', auto], ['Je suis en congés.']],
  ['the same in Spanish', ['Subject: Re: News', auto], ['Estoy de vacaciones.']],
  ['the same in Dutch', ['Subject: Re: News', auto], ['Ik ben afwezig.']],
  ['a null sender, whatever it says', ['Subject: unsubscribe'], ['unsubscribe'], ''],
  [
    'a null sender with a mark of Apple',
    ['Subject: unsubscribe', auto, 'X-Apple-Unsubscribe: true'],
    [''],
    '',
  ],
] as readonly Wish[])
  test(`no wish: ${who}`, () =>
    over(async (intake) => {
      const mail = plain(['From: ann@b.example', ...header], text);
      assert.is((await intake.bring(mail, intake.address(0, EMAIL_ID, 'unsubscribe'), sender)).code, 250);
      assert.equal(await recorded(intake), []);
    }));

test('at the return path an automatic reply is none, as always', () =>
  over(async (intake) => {
    const header = ['From: ann@b.example', 'Subject: unsubscribe', auto, 'X-Apple-Unsubscribe: true'];
    await intake.bring(plain(header, ['unsubscribe']), intake.address(0), 'ann@b.example');
    await intake.bring(dsn({ messageId: 'x@y' }), intake.address(0, EMAIL_ID, 'unsubscribe'));
    assert.equal(await recorded(intake), []);
    assert.equal(await intake.unmatched.list(10), []);
  }));

interface Complaint {
  readonly subject?: string;
  readonly type?: string;
  readonly header?: readonly string[];
  readonly before?: readonly string[];
  readonly copyType?: string;
  readonly named?: readonly string[];
  readonly copy?: readonly string[];
}

/** A complaint as Microsoft sends it where no feedback report was asked for. */
function copyAlone(parts: Complaint = {}): string {
  const { subject = 'complaint about message from 192.0.2.1', type = 'multipart/mixed' } = parts;
  return plain(
    [
      'From: <staff@provider.example>',
      `Subject: ${subject}`,
      'MIME-Version: 1.0',
      ...(parts.header ?? []),
      `Content-Type: ${type}; boundary="b1"`,
    ],
    [
      ...(parts.before ?? []),
      '--b1',
      `Content-Type: ${parts.copyType ?? 'message/rfc822'}`,
      'Content-Disposition: inline',
      '',
      ...(parts.named ?? ['X-HmXmrOriginalRecipient: lou@b.example']),
      'X-Reporter-IP: 192.0.2.2',
      ...(parts.copy ?? ['From: shop@a.example', 'To: lou@b.example', 'Subject: News']),
      '',
      'Hello',
      '--b1--',
    ],
  );
}

for (const [what, parts] of [
  ['as it comes', {}],
  [
    'with the address in angle brackets and capitals',
    { named: ['X-HmXmrOriginalRecipient: <Lou@B.Example>'] },
  ],
  ['with capitals in its type', { type: 'Multipart/Mixed' }],
  ['an address of the network that looks like a code', { subject: 'complaint about message from 5.5.1.1' }],
  ['with other words in its subject', { subject: 'FW: News' }],
  [
    'a customer’s own words of failure in the copy',
    { copy: ['From: shop@a.example', 'To: lou@b.example', 'Subject: Your payment failed: user unknown'] },
  ],
] as readonly (readonly [string, Complaint])[])
  test(`Microsoft's complaint without a feedback report counts: ${what}`, () =>
    over(async (intake) => {
      assert.is(
        (await intake.bring(copyAlone(parts), intake.address(1), 'staff@provider.example')).code,
        250,
      );
      assert.equal(await recorded(intake), ['Complained lou@b.example signed']);
      assert.equal(await intake.unmatched.list(10), []);
    }));

const words = ['--b1', 'Content-Type: text/plain', '', 'Your message is attached.'];
for (const [what, parts] of [
  ['another recipient of the message is named', { named: ['X-HmXmrOriginalRecipient: ann@b.example'] }],
  ['no one is named', { named: [] }],
  ['the name is blacked out', { named: ['X-HmXmrOriginalRecipient: redacted'] }],
  ['a text besides the copy', { before: words }],
  [
    'a text of failure besides the copy',
    { before: ['--b1', 'Content-Type: text/plain', '', '550 5.1.1 user unknown'] },
  ],
  ['another form of multipart', { type: 'multipart/report' }],
  ['the header alone', { copyType: 'text/rfc822-headers' }],
  ['a failure in its subject', { subject: 'Undeliverable: News' }],
  ['a code in its subject', { subject: 'News: 550 rejected' }],
  ['an enhanced code in its subject', { subject: 'News (5.1.1)' }],
  ['a failed recipient in its header', { header: ['X-Failed-Recipients: lou@b.example'] }],
] as readonly (readonly [string, Complaint])[])
  test(`a mail with a copy is no such complaint: ${what}`, () =>
    over(async (intake) => {
      assert.is(
        (await intake.bring(copyAlone(parts), intake.address(1), 'staff@provider.example')).code,
        250,
      );
      assert.not((await recorded(intake)).some((one) => one.startsWith('Complained')));
    }));

test.run();
