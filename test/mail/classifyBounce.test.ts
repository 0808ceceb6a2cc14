import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { codesIn } from '../../src/mail/bounceCodes.ts';
import { phaseIn, type SmtpPhase } from '../../src/mail/bouncePhase.ts';
import { wordsOf } from '../../src/mail/bounceWords.ts';
import { classifyBounce } from '../../src/mail/classifyBounce.ts';
import { corpus, type Form } from './bounceCorpus.ts';
import { bare, disabled, full, hedged, noDomain, notTheAddress, unknown } from './furtherReplies.ts';

const test = suite('what a refusal means');

const meaning = (text: string, code: number | null = null, enhanced: string | null = null) => {
  const { bounceType, bounceSubType, hard } = classifyBounce({ code, enhanced, text });
  return `${bounceType} ${bounceSubType}${hard ? ' hard' : ''}`;
};

test('every form of the corpus means what it means', () => {
  const wrong = corpus.flatMap(([who, says, means]) => {
    const found = meaning(says);
    return found === means ? [] : [`${who}: ${says}\n  is ${means}, taken for ${found}`];
  });
  assert.is(wrong.join('\n'), '');
  assert.ok(corpus.length >= 60);
});

/** Those that are taken for something else. */
const mistaken = (forms: readonly Form[], isRight: (found: string, means: string) => boolean) =>
  forms
    .flatMap(([who, says, means]) => {
      const found = meaning(says);
      return isRight(found, means) ? [] : [`${who}: ${says}\n  is ${means}, taken for ${found}`];
    })
    .join('\n');

test('further replies: what is said of the address, in nine languages', () => {
  const same = (found: string, means: string) => found === means;
  assert.is(mistaken([...unknown, ...disabled, ...noDomain, ...full, ...bare], same), '');
});

test('further replies: what is said of anything else, or only supposed, suppresses nobody', () => {
  assert.is(
    mistaken([...notTheAddress, ...hedged], (found) => found.startsWith('Transient')),
    '',
  );
  // None of them is the bare code for which a second one would suppress.
  assert.is(
    mistaken(notTheAddress, (found) => !found.endsWith('hard')),
    '',
  );
});

/** Addresses that sound like reasons. */
const TALKING = [
  'spam@x.test',
  'virus-lab@x.test',
  'quota.exceeded@x.test',
  'policy@blocklist.test',
  'relay-denied@x.test',
  'greylist@ratelimit.test',
  '"on the suppression list"@x.test',
  'account-disabled@x.test',
  'unknown-user@x.test',
];

test('an address is no reason', () => {
  for (const address of TALKING) {
    for (const named of [
      `<${address}>`,
      address,
      `${address}:`,
      `(${address})`,
      `<${address.split('@')[0]}>`,
    ]) {
      assert.is(meaning(`550 ${named} no such user here`), 'Permanent NoEmail', named);
      assert.is(meaning(`550 5.7.1 ${named} refused`), 'Transient General', named);
      assert.is(meaning(`552 ${named} mailbox is full`), 'Transient MailboxFull', named);
    }
  }
});

test('letter case and line breaks change nothing', () => {
  for (const [, says, means] of corpus) {
    assert.is(
      meaning(
        says
          .toUpperCase()
          .replaceAll(' ', '\r\n  ')
          .replace(/^(\d{3})\s+/, '$1 '),
      ),
      means,
      says,
    );
  }
});

test('5.7.x is never Permanent, with any other text', () => {
  for (const [, says] of corpus) {
    assert.match(meaning(says, 550, '5.7.1'), /^Transient/);
    assert.match(meaning(`550 5.7.606 ${says}`), /^Transient/);
  }
});

test('a temporary refusal is never Permanent, with any words', () => {
  for (const [, says] of corpus.filter(([, text]) => !/[45]\.\d+\.\d+/.test(text)))
    assert.match(meaning(says.replace(/^5/, '4'), 450, '4.0.0'), /^Transient/);
});

test('codes in addition to the words count, and a code in the words where the others say nothing', () => {
  assert.is(meaning('delivery failed', null, '5.1.1'), 'Permanent NoEmail');
  assert.is(meaning('smtp; 550 5.1.1 gone', 550, '5.0.0'), 'Permanent NoEmail');
  assert.is(meaning('smtp; 550-5.7.1 policy', null, '5.1.1'), 'Transient General');
  // 18 of 260 Permanent verdicts rested on a bare 550 alone, and 8 of them were wrong.
  assert.is(meaning('lost', 550, null), 'Transient General hard');
});

test('codes are found where replies begin, and in no address, version or quantity', () => {
  const found = (text: string) => {
    const { basic, enhanced } = codesIn(text);
    return [...basic, ...enhanced].join(' ');
  };
  assert.is(found('smtp; 550 5.1.1 unknown'), '550 5.1.1');
  assert.is(found('host mx[192.0.2.1] said: 550-5.1.1 unknown'), '550 5.1.1');
  assert.is(found('sorry (#5.1.1)'), '5.1.1');
  assert.is(found('550 #5.1.0 Address rejected.'), '550 5.1.0');
  assert.is(found('550 5.0.0 no'), '550');
  assert.is(found('552 full, 550 5.1.1 unknown, 550 5.1.1 unknown'), '552 550 5.1.1');
  assert.is(
    found('from 10.5.1.1 and 5.1.1.7, Exim 4.94.2, mx550, (554.30), at most 450 messages, on 5.1.2026'),
    '',
  );
  assert.is(found('450 users are many'), '450');
  assert.is(found('smtp; 450 message refused'), '450');
  assert.is(found(''), '');
});

/** What a gateway reports of a reply: its status, and the words of the reply with the phase that its text names. */
const GATEWAYS: readonly (readonly [status: string | null, says: string, means: string])[] = [
  ['5.1.1', 'smtp; 552 5.2.2 The mailbox is over its quota', 'Transient MailboxFull'],
  [
    '5.1.1',
    'smtp; 550 5.1.1 192.0.2.4 has sent to too many recipients in the last hour',
    'Transient General',
  ],
  ['5.1.1', 'smtp; 550 5.1.1 The server that you use is on a block list', 'Transient ContentRejected'],
  ['5.1.0', 'smtp; 550 5.1.0 <shop@bounces.a.example> sender was rejected', 'Transient General'],
  ['5.0.0', 'smtp; 550 Denied by a policy', 'Transient General'],
  ['5.0.0', 'smtp; 550 Unauthenticated senders are not allowed', 'Transient General'],
  ['5.0.0', 'smtp; 553 Relaying is disallowed as shop@a.example', 'Transient General'],
  ['5.0.0', 'smtp; 550 not now (in reply to MAIL FROM command)', 'Transient General'],
  ['5.0.0', 'smtp; 550 not now (in reply to end of DATA command)', 'Transient General'],
  ['5.1.1', 'smtp; 550 5.1.1 no such user (in reply to end of DATA command)', 'Permanent NoEmail'],
  ['5.1.1', 'smtp; 550 5.5.0 no (in reply to end of DATA command)', 'Transient General'],
  ['5.0.0', 'smtp; 550 (in reply to RCPT TO command)', 'Permanent General'],
  ['5.0.0', 'smtp; 550 not now (in reply to RCPT TO command)', 'Transient General hard'],
  ['5.0.0', 'smtp; 553 (in reply to RCPT TO command)', 'Transient General hard'],
  [null, 'SMTP error from remote mail server after EHLO out.a.example: 550 Rejected', 'Transient General'],
  [
    null,
    'SMTP error from remote mail server after MAIL FROM:<shop@a.example>: 550 Unroutable sender',
    'Transient General',
  ],
  [
    '5.4.4',
    'X-Postfix; Name service error for name=b.example type=MX: Malformed name server reply',
    'Transient General',
  ],
  [
    '5.4.4',
    'X-Postfix; Host or domain name not found. Name service error: Host not found, try again',
    'Transient General',
  ],
  ['5.4.4', 'X-Postfix; Host or domain name not found', 'Permanent General'],
  ['5.3.2', 'smtp; 521 5.3.2 <bob@b.example>: System not accepting network messages', 'Permanent General'],
  ['5.4.1', 'smtp; 550 5.4.1 user unknown', 'Permanent NoEmail'],
  ['5.1.1', 'smtp; 450 4.2.1 busy', 'Transient General'],
  ['4.4.7', 'smtp; 550 5.1.1 user unknown', 'Transient General'],
  ['5.1.1', 'smtp; 550 5.7.1 no such user', 'Transient General'],
  ['5.1.1', 'smtp; 550 Rejected', 'Permanent NoEmail'],
  ['5.1.1', 'smtp; 552 Rejected', 'Transient MailboxFull'],
  ['5.1.1', 'smtp; 550 5.1.0 Rejected', 'Transient General hard'],
  ['5.1.1', 'smtp; 550 5.5.0 Rejected', 'Transient General'],
  [null, 'User v.west (v.west@b.example) not listed in the directory', 'Permanent NoEmail'],
  [null, 'Il se peut que le groupe bob n’existe pas, ou que vous ne soyez pas autorisé', 'Transient General'],
];

test('what a gateway says of a reply: the phase, the status and the words together', () => {
  for (const [status, says, means] of GATEWAYS) {
    assert.is(meaning(says.replace(/^\S+; /, ''), null, status), means, says);
    assert.is(meaning(says, null, status), means, says);
  }
});

const PHASES: readonly (readonly [words: string, phase: SmtpPhase | null])[] = [
  ['host mx[192.0.2.1] said: 550 no (in reply to EHLO command)', 'before RCPT'],
  ['550 no (in reply to XFORWARD command)', null],
  ['550 no (in reply to RCPT TO command)', 'RCPT'],
  ['550 no (in reply to DATA command)', 'after RCPT'],
  ['lost connection with mx[192.0.2.1] while receiving the initial server greeting', 'before RCPT'],
  ['conversation timed out while sending MAIL FROM', 'before RCPT'],
  ['timed out while sending message body', 'after RCPT'],
  ['SMTP error from remote mail server after RCPT TO:<bob@b.example>: 550 no', 'RCPT'],
  ['SMTP error from remote mail server after pipelined end of data: 550 no', 'after RCPT'],
  ['SMTP error after "MAIL FROM:<me@a.example>": 550 no', 'before RCPT'],
  ['>>> MAIL From:<me@a.example> SIZE=9\n<<< 250 ok\n>>> RCPT To:<bob@b.example>\n<<< 550 no', 'RCPT'],
  ['>>> EHLO a.example\n<<< 550 no', 'before RCPT'],
  ['>>> .\n<<< 550 no', 'after RCPT'],
  ['... while talking to mx.b.example.:\n<<< 554 no', 'before RCPT'],
  ['... while talking to mx.b.example.:\n>>> RCPT To:<bob@b.example>\n<<< 550 no', 'RCPT'],
  ['--> RCPT To:<bob@b.example>\n<-- 550 no', 'RCPT'],
  ['192.0.2.1 does not like recipient. Remote host said: 550 no', 'RCPT'],
  ['Connected to 192.0.2.1 but my name was rejected.', 'before RCPT'],
  ['550 no (in reply to RCPT TO command), 550 no (in reply to end of DATA command)', 'after RCPT'],
  ['the address was reported after database maintenance', null],
  ['550 no such user', null],
];

test('the phase is read from the words in the forms of many servers; of several the least final', () => {
  for (const [words, phase] of PHASES) assert.is(phaseIn(wordsOf(words)), phase, words);
  const known = (phase: SmtpPhase) =>
    classifyBounce({ code: null, enhanced: null, text: '550 no such user', phase }).bounceType;
  assert.equal((['before RCPT', 'RCPT', 'after RCPT'] as const).map(known), [
    'Transient',
    'Permanent',
    'Permanent',
  ]);
});

/** Beginnings of patterns, which a hostile text repeats. */
const PIECES = [
  ...[
    'user ',
    'message ',
    'over over over ',
    'mailbox mailbox ',
    'no such ',
    'attachment ',
    'host a[',
    'sender ',
    '550 ',
    '5.1.1 ',
  ],
  ...[
    '>>> ',
    'after the ',
    'while talking to a ',
    '"a',
    '<a',
    'a@',
    '.',
    'may ',
    'exceeds ',
    'not accept ',
    'mail from ',
    'ł',
    'が',
    'ﷺ',
  ],
  ...[
    'postfach ',
    'boite ',
    'unbekannte a a ',
    'brak takiego ',
    'メールボックス',
    '容量',
    'your a a ',
    'policy ',
    'dns lookup ',
    '\n',
    '>>> mail from:',
  ],
];

test('a text of any length is read in bounded time: no pattern runs away', () => {
  for (const piece of PIECES) {
    for (const chars of [20_000, 1_000_000]) {
      const text = piece.repeat(Math.ceil(chars / piece.length));
      const startedMs = performance.now();
      assert.ok(meaning(text));
      const tookMs = performance.now() - startedMs;
      assert.ok(tookMs < 250, `${JSON.stringify(piece)} takes ${tookMs} ms`);
    }
  }
});

test.run();
