import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { kumomtaReports } from '../../../src/intake/hooks/kumomta.ts';
import { postalReports } from '../../../src/intake/hooks/postal.ts';
import { sesReports } from '../../../src/intake/hooks/ses.ts';
import { sesBounce } from './snsMessages.ts';

const test = suite('tables of the hooks');

const VERP = 'token@bounces.a.example';
const ID = '44444444-4444-4444-8444-444444444444@a.example';

test('SES: a bounce with its type, its own sub-types and ours', () => {
  const [report, more] = sesReports(sesBounce(VERP), 'sns-1');
  assert.is(more, undefined);
  assert.equal(report, {
    learned: {
      is: 'bounced',
      bounceType: 'Permanent',
      bounceSubType: 'NoEmail',
      diagnosticCode: 'smtp; 550 5.1.1 user unknown',
    },
    senders: [VERP],
    messageIds: [],
    addresses: ['bob@b.example'],
    reportId: 'sns-1',
    reportedAtMs: Date.parse('2026-01-01T00:00:00.000Z'),
  });
  const verdictOf = (options: Parameters<typeof sesBounce>[1]) => {
    const [{ learned } = { learned: null }] = sesReports(sesBounce(VERP, options), 'x');
    return learned?.is === 'bounced' && `${learned.bounceType} ${learned.bounceSubType}`;
  };
  assert.is(verdictOf({ type: 'Permanent', subType: 'OnAccountSuppressionList' }), 'Permanent Suppressed');
  assert.is(verdictOf({ type: 'Transient', subType: 'MailboxFull' }), 'Transient MailboxFull');
  assert.is(verdictOf({ type: 'Transient', subType: 'General' }), 'Transient General');
  assert.is(verdictOf({ type: 'Undetermined', subType: 'Undetermined' }), 'Permanent NoEmail');
});

test('SES: a policy is never Permanent, with any type of SES', () => {
  const event = sesBounce(VERP);
  Object.assign(event.bounce.bouncedRecipients[0] ?? {}, {
    status: '5.7.1',
    diagnosticCode: 'smtp; 550 5.7.1 spam',
  });
  const [{ learned } = { learned: null }] = sesReports(event, 'x');
  assert.is(learned?.is === 'bounced' && learned.bounceType, 'Transient');
});

// SES calls any 5yz Permanent: what its words and codes say counts where it is less final.
test('SES: words about anything else, a phase, and a bare code are never Permanent; a reason that SES names outweighs codes', () => {
  const verdictOf = (diagnosticCode: string, status = '5.0.0', subType = 'General') => {
    const event = sesBounce(VERP, { subType });
    Object.assign(event.bounce.bouncedRecipients[0] ?? {}, { status, diagnosticCode });
    const [{ learned } = { learned: null }] = sesReports(event, 'x');
    if (learned?.is !== 'bounced') return null;
    return `${learned.bounceType} ${learned.bounceSubType}${learned.hard ? ' hard' : ''}`;
  };
  assert.is(verdictOf('smtp; 550 5.1.1 mailbox is full', '5.1.1'), 'Transient MailboxFull');
  assert.is(verdictOf('smtp; 550 5.1.1 sender rejected', '5.1.1', 'NoEmail'), 'Transient General');
  assert.is(verdictOf('smtp; 550 unknown user (in reply to MAIL FROM command)'), 'Transient General');
  assert.is(verdictOf('smtp; 550 not today'), 'Transient General hard');
  assert.is(verdictOf('smtp; 550 not today', '5.0.0', 'NoEmail'), 'Permanent NoEmail');
  assert.is(verdictOf('smtp; 550 no such user'), 'Permanent NoEmail');
  assert.is(verdictOf('smtp; 554 no', '5.3.0'), 'Transient General');
  assert.is(verdictOf('', ''), 'Permanent General');
  assert.is(verdictOf('', '', 'NoEmail'), 'Permanent NoEmail');
});

test('SES: complaints, deliveries, delays, rejects by their older and newer names; others report nothing', () => {
  const mail = {
    source: 'me@a.example',
    destination: ['bob@b.example'],
    headers: [{ name: 'Message-ID', value: `<${ID}>` }],
    commonHeaders: { messageId: `<${ID}>` },
  };
  const learned = (event: object) => sesReports({ mail, ...event }, 'x').map((one) => one.learned);
  const complaint = (complaintFeedbackType?: string) => ({
    notificationType: 'Complaint',
    complaint: { complainedRecipients: [{ emailAddress: 'bob@b.example' }], complaintFeedbackType },
  });
  assert.equal(learned(complaint()), [{ is: 'complained' }]);
  assert.equal(learned(complaint('abuse')), [{ is: 'complained' }]);
  assert.equal(learned(complaint('not-spam')), []);
  const { complaint: notSent } = complaint();
  const subType = { complaint: { ...notSent, complaintSubType: 'OnAccountSuppressionList' } };
  assert.equal(
    learned({ ...complaint(), ...subType }),
    [{ is: 'bounced', bounceType: 'Permanent', bounceSubType: 'Suppressed', diagnosticCode: null }],
    'it was not sent, so that no one can have complained',
  );
  assert.equal(
    learned({ eventType: 'Delivery', delivery: { recipients: ['bob@b.example'], smtpResponse: '250 ok' } }),
    [{ is: 'delivered', response: '250 ok' }],
  );
  const delayed = { emailAddress: 'bob@b.example', status: '4.4.1', diagnosticCode: '451 later' };
  assert.equal(learned({ eventType: 'DeliveryDelay', deliveryDelay: { delayedRecipients: [delayed] } }), [
    { is: 'delayed', diagnosticCode: '451 later' },
  ]);
  assert.is(learned({ eventType: 'Reject', reject: { reason: 'Bad content' } }).length, 1);
  for (const other of ['Send', 'Open', 'Click', 'Rendering Failure', '', 'constructor'])
    assert.equal(learned({ eventType: other }), []);
  const [report] = sesReports({ mail, ...complaint() }, 'x');
  assert.equal([...new Set(report?.messageIds)], [ID]);
});

test('KumoMTA: log records, alone and in lists', () => {
  const record = (type: string, more: object = {}) => ({
    type,
    id: 'a1',
    timestamp: 1_767_225_600,
    sender: VERP,
    recipient: 'bob@b.example',
    response: {
      code: 550,
      enhanced_code: { class: 5, subject: 1, detail: 1 },
      content: 'user unknown',
      command: 'RCPT TO',
    },
    headers: { 'Message-ID': `<${ID}>` },
    ...more,
  });
  assert.equal(kumomtaReports(record('Bounce')), [
    {
      learned: {
        is: 'bounced',
        bounceType: 'Permanent',
        bounceSubType: 'NoEmail',
        diagnosticCode: '550 5.1.1 user unknown',
      },
      senders: [VERP, 'bob@b.example'],
      messageIds: [ID],
      addresses: ['bob@b.example'],
      reportedAtMs: 1_767_225_600_000,
      reportId: 'a1 Bounce 1767225600',
      isByMail: false,
    },
  ]);
  const refused = (command: string | null, content: string, code = 550) => {
    const [{ learned } = { learned: null }] = kumomtaReports(
      record('Bounce', { response: { code, enhanced_code: null, content, command } }),
    );
    return learned?.is === 'bounced' && `${learned.bounceType}${learned.hard ? ' hard' : ''}`;
  };
  for (const command of ['MAIL FROM:<me@a.example>', 'EHLO a.example', 'STARTTLS'])
    assert.is(refused(command, 'no such user'), 'Transient', command);
  for (const command of ['DATA', '.', 'BDAT 100 LAST']) {
    assert.is(refused(command, 'no'), 'Transient', command);
    assert.is(refused(command, 'no such user'), 'Permanent', command);
  }
  assert.is(refused('RCPT TO:<bob@b.example>', 'no'), 'Transient hard');
  assert.is(refused('RCPT TO:<bob@b.example>', ''), 'Permanent');
  assert.is(refused(null, 'no'), 'Transient hard');
  assert.is(refused(null, '', 553), 'Transient hard');
  assert.is(refused('EHLO a.example', 'no', 521), 'Permanent');
  const kinds = (records: unknown) =>
    kumomtaReports(records).map(({ learned }) =>
      learned.is === 'bounced' ? `bounced ${learned.bounceType}` : learned.is,
    );
  assert.equal(
    kinds([
      record('Reception'),
      record('Delivery'),
      record('TransientFailure'),
      record('Expiration'),
      record('OOB'),
    ]),
    ['delivered', 'delayed', 'bounced Transient', 'bounced Permanent'],
  );
  const feedback = {
    feedback_type: 'abuse',
    original_mail_from: `<${VERP}>`,
    original_rcpt_to: ['<bob@b.example>'],
    original_message: `Message-ID: <${ID}>\r\n\r\n`,
  };
  const [complaint] = kumomtaReports(
    record('Feedback', { feedback_report: feedback, sender: '', headers: {} }),
  );
  assert.is(complaint?.learned.is, 'complained');
  assert.ok(complaint?.senders.includes(VERP));
  assert.equal(complaint?.messageIds, [ID]);
  assert.equal(kinds(record('Feedback', { feedback_report: { feedback_type: 'not-spam' } })), []);
});

test('Postal: message events and bounces that came back', () => {
  const message = { to: 'bob@b.example', from: VERP, message_id: ID, token: 't' };
  const reported = (event: string, payload: object) => postalReports({ event, uuid: 'u1', payload });
  assert.equal(
    reported('MessageDeliveryFailed', {
      timestamp: 1_767_225_600,
      status: 'HardFail',
      details: 'x',
      output: '550 5.1.1 no such user',
      message,
    }),
    [
      {
        learned: {
          is: 'bounced',
          bounceType: 'Permanent',
          bounceSubType: 'NoEmail',
          diagnosticCode: '550 5.1.1 no such user',
        },
        senders: [VERP],
        messageIds: [ID],
        addresses: ['bob@b.example'],
        reportedAtMs: 1_767_225_600_000,
        reportId: 'u1',
      },
    ],
  );
  assert.is(reported('MessageSent', { output: '250 ok', message })[0]?.learned.is, 'delivered');
  assert.is(reported('MessageDelayed', { output: '451', message })[0]?.learned.is, 'delayed');
  const [bounced] = reported('MessageBounced', {
    original_message: message,
    bounce: { subject: 'Undelivered' },
  });
  assert.is(bounced?.learned.is === 'bounced' && bounced.learned.bounceType, 'Transient');
  for (const event of ['MessageHeld', 'MessageLoaded', 'DomainDNSError', ''])
    assert.equal(reported(event, { message }), []);
});

test('other contents report nothing and break nothing', () => {
  for (const body of [
    null,
    1,
    'x',
    [],
    [null],
    {},
    { type: 'Bounce' },
    { event: 'MessageSent', payload: 1 },
    { mail: [] },
  ]) {
    assert.ok(Array.isArray(sesReports(body, 'x')));
    assert.ok(Array.isArray(kumomtaReports(body)));
    assert.ok(Array.isArray(postalReports(body)));
  }
  const many = { eventType: 'Delivery', delivery: { recipients: Array(5_000).fill('bob@b.example') } };
  assert.is(sesReports(many, 'x').length, 5000);
});

test.run();
