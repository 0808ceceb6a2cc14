import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type MailFindings, mailFindings } from '../../src/intake/mailFindings.ts';
import { readReport, statusOf } from './reports.ts';

const test = suite('mail findings');

type Report = Extract<MailFindings, { is: 'report' }>;

function reportIn(mail: Parameters<typeof mailFindings>[0]): Report {
  const findings = mailFindings(mail, '');
  if (findings.is !== 'report') throw new Error(`it is taken for ${findings.is}: ${findings.why}`);
  return findings;
}

const failed = statusOf('bob@b.example', 'failed');

test('the envelope id of a report may be our envelope sender', () => {
  const { senders } = reportIn(
    readReport({
      recipients: [failed],
      envelopeId: 'token+40bounces.a.example',
      returned: 'Return-Path: <other@a.example>',
    }),
  );
  assert.equal(senders, ['other@a.example', 'token@bounces.a.example']);
});

test('a report without an envelope id names no more senders than the returned message', () => {
  assert.equal(reportIn(readReport({ recipients: [failed] })).senders, []);
});

const MOST = 1_000;

test('of a long diagnostic the beginning is recorded, for all kinds of reports', () => {
  const words = '550 5.1.1 user unknown ';
  const long = `Diagnostic-Code: smtp; ${words}${'x'.repeat(3 * MOST)}`;
  const actions = ['failed', 'delayed', 'delivered'];
  const { findings } = reportIn(
    readReport({ recipients: actions.map((action) => statusOf('bob@b.example', action, [long])) }),
  );
  const diagnostics = findings.map(({ learned }) =>
    'response' in learned ? learned.response : 'diagnosticCode' in learned ? learned.diagnosticCode : null,
  );
  const expected = `${words}${'x'.repeat(MOST)}`.slice(0, MOST);
  assert.equal(
    diagnostics,
    actions.map(() => expected),
  );
});

test('where a diagnostic is cut no half of a character is left', () => {
  const words = `550 5.1.1 ${'x'.repeat(MOST - 11)}\u{1f4ec} no such mailbox`;
  const [finding] = reportIn(
    readReport({ recipients: [statusOf('bob@b.example', 'failed', [`Diagnostic-Code: smtp; ${words}`])] }),
  ).findings;
  if (finding?.learned.is !== 'bounced') throw new Error('it is no bounce');
  assert.is(finding.learned.diagnosticCode, words.slice(0, MOST - 1));
});

test('the words of a report are looked for once, in its beginning, however many recipients it names', () => {
  const paragraph = 'mailbox user account '.repeat(95);
  const text = Array(65).fill(paragraph).join('\n\n');
  const recipients = Array.from({ length: 99 }, (_, at) => statusOf(`r${at}@b.example`, 'failed'));
  const startedMs = performance.now();
  const { findings } = reportIn({ ...readReport({ recipients }), text });
  const tookMs = performance.now() - startedMs;
  assert.is(findings.length, 99);
  assert.ok(tookMs < 500, `${tookMs} ms`);
});

test('the words of a report are those of its text, for a recipient that it names and whose status has none', () => {
  const text = 'This is the mail system.\n\n<bob@b.example>: 552 5.2.2 mailbox full';
  const own = ['Diagnostic-Code: smtp; 550 5.1.1 user unknown'];
  const { findings } = reportIn({
    ...readReport({
      recipients: [
        statusOf('bob@b.example', 'failed'),
        statusOf('cat@b.example', 'failed', own),
        statusOf('dan@b.example', 'delayed'),
      ],
    }),
    text,
  });
  assert.equal(
    findings.map(({ learned }) => ('diagnosticCode' in learned ? learned.diagnosticCode : null)),
    ['<bob@b.example>: 552 5.2.2 mailbox full', '550 5.1.1 user unknown', '2.0.0'],
  );
});

test('a final address is as it was written; an original one may be encoded, and may be decoded already', () => {
  const tagged = 'bob+2024@b.example';
  const found = (...fields: readonly string[]) => {
    const recipients = [[...fields, 'Action: failed', 'Status: 5.1.1'].join('\n')];
    const [finding] = reportIn(readReport({ recipients })).findings;
    return [finding?.addresses, finding?.about];
  };
  const [original, final] = ['Original-Recipient: rfc822;', 'Final-Recipient: rfc822; '];
  assert.equal(found(`${final}${tagged}`), [[tagged], [tagged]]);
  assert.equal(found(`${final}bob@b.example`, `X-Actual-Recipient: rfc822; ${tagged}`), [
    ['bob@b.example', tagged],
    ['bob@b.example'],
  ]);
  const encoded = ['bob+2B2024@b.example', tagged];
  assert.equal(found(`${original}${encoded[0]}`), [encoded, encoded]);
  const both = [tagged, 'bob 24@b.example'];
  assert.equal(found(`${original}${tagged}`), [both, both]);
  assert.equal(found(`${original}${encoded[0]}`, `${final}${tagged}`), [encoded, [tagged]]);
});

test('a name before the address of a feedback report is no part of it', () => {
  const content = 'Feedback-Type: abuse\nOriginal-Rcpt-To: Bob Miller <bob@b.example>';
  const { parts, ...mail } = readReport({ recipients: [] });
  const feedback = { ...mail, parts: [{ type: 'message/feedback-report', content }] };
  assert.equal(
    reportIn(feedback).findings.map(({ addresses }) => addresses),
    [['bob@b.example']],
  );
});

/** Texts that could keep a pattern or a loop busy. */
const COSTLY = [
  ...[
    '>>> RCPT To:<a@b.example>\n',
    '<<< 550 no\n',
    'While talking to a\na@b.example\n',
    'Subject:\n ',
    '(',
    '"',
    "a'",
  ],
  ...[
    'your message "',
    'with subject ',
    'with subject could ',
    'SMTP=a(a)',
    'a@b.',
    'a.',
    '\\x{41}',
    '550 5.1.1 ',
    '\n\n',
    '--- ',
    '> ',
  ],
  ...[
    'could not ',
    'delivery message ',
    'original message',
    'x-a: ',
    '(generated from ',
    '( rfc822;',
    ' \t',
    'ä',
    'в',
    '送信',
    ' - ',
  ],
];

test('no text of a report keeps it busy', () => {
  for (const piece of COSTLY) {
    const mail = {
      head: 'From: mailer-daemon@b.example',
      subject: piece.repeat(1_000),
      text: piece.repeat(30_000),
      parts: [],
    };
    const status = `Final-Recipient: rfc822; ${piece.repeat(1_000)}\nAction: failed\nX-A: ${piece.repeat(1_000)}`;
    const startedMs = performance.now();
    mailFindings(mail, '');
    mailFindings({ ...mail, parts: [{ type: 'message/delivery-status', content: status }] }, '');
    const tookMs = performance.now() - startedMs;
    assert.ok(tookMs < 500, `${JSON.stringify(piece)}: ${tookMs} ms`);
  }
});

test('a text of many names is read in bounded time', () => {
  const text = Array.from({ length: 5_000 }, (_, at) => `<r${at}@b.example>`).join('\n');
  const recipients = Array.from({ length: 99 }, (_, at) => statusOf(`r${at}@b.example`, 'failed'));
  const startedMs = performance.now();
  reportIn({ ...readReport({ recipients }), text });
  assert.ok(performance.now() - startedMs < 500);
});

test.run();
