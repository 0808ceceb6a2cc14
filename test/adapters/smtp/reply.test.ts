import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refusalOutcome, type SmtpStage } from '../../../src/adapters/smtp/reply.ts';

const test = suite('what a refusal says');

const judged = (reply: string, stage: SmtpStage, peer: 'relay' | 'receiver' = 'relay') => {
  const outcome = refusalOutcome(Number.parseInt(reply, 10), reply, stage, peer);
  if (outcome.outcome === 'unsent') return outcome.trouble;
  if (outcome.outcome === 'deferred' && outcome.fault === 'greylisting') return 'greylisting';
  return outcome.outcome === 'bounced' ? `${outcome.fault} ${outcome.bounceType}` : outcome.outcome;
};

test('an answer about the relay or about us is no message’s fault, with any code', () => {
  for (const stage of ['MAIL FROM', 'RCPT TO', 'DATA'] as const) {
    for (const [reply, trouble] of [
      ['421 4.3.2 shutting down', 'connection'],
      ['530 5.7.0 Authentication required', 'authentication'],
      ['530 5.7.0 Must issue a STARTTLS command first', 'tls'],
      ['534 5.7.9 mechanism too weak', 'authentication'],
      ['535 5.7.8 bad credentials', 'authentication'],
      ['538 5.7.11 Encryption required for requested authentication mechanism', 'tls'],
      ['550 5.7.60 SMTP; Client does not have permissions to send as this sender', 'refused'],
      ['550 5.7.57 SMTP; Client was not authenticated', 'authentication'],
      ['554 5.5.1 TLS required', 'tls'],
      ['554 5.7.1 relay denied', 'refused'],
      ['554 5.7.1 <you@b.example>: Relay access denied', 'refused'],
      ['550 5.7.1 Unable to relay', 'refused'],
      ['550 relaying not permitted', 'refused'],
      ['553 sorry, that domain is not allowed; relaying denied from your location', 'refused'],
      ['503 5.5.1 bad sequence of commands', 'protocol'],
      ['502 5.5.2 command not recognized', 'protocol'],
      ['650 what', 'protocol'],
      ['999 lies', 'protocol'],
      ['299 almost', 'protocol'],
    ] as const)
      assert.is(judged(reply, stage), trouble, `${stage}: ${reply}`);
  }
  assert.is(judged('552 5.3.1 mail system full', 'MAIL FROM'), 'storage');
  for (const final of ['552 5.3.1 mail system full', '550 5.3.2 not accepting messages'])
    for (const stage of ['RCPT TO', 'DATA'] as const)
      assert.match(judged(final, stage), /^(?:recipient|message) /, `${stage}: ${final}`);
  for (const stage of ['MAIL FROM', 'RCPT TO', 'DATA'] as const) {
    for (const full of ['452 4.3.1 no room', '452 no', '451 4.3.0 queue file write error'])
      assert.is(judged(full, stage), 'storage', `${stage}: ${full}`);
    for (const other of ['452 4.2.2 mailbox full', '452 mailbox over quota', '451 4.7.1 later'])
      assert.is(judged(other, stage), 'deferred', `${stage}: ${other}`);
  }
});

test('a recipient’s address is no reason, neither of a relay nor of a receiver', () => {
  for (const local of [
    'relaying-denied',
    'starttls-required',
    'authentication.required',
    'no-relay',
    'greylist',
  ])
    for (const named of [`<${local}@x.test>`, `${local}@x.test`]) {
      assert.is(judged(`550 ${named}: no such user`, 'RCPT TO'), 'recipient Permanent', named);
      assert.is(judged(`450 ${named}: mailbox busy`, 'RCPT TO', 'receiver'), 'deferred', named);
    }
});

test('answers about a recipient and about a message differ', () => {
  assert.is(judged('550 5.1.1 no such user', 'RCPT TO'), 'recipient Permanent');
  assert.is(judged('552 5.2.2 mailbox full', 'RCPT TO'), 'recipient Transient');
  assert.is(judged('550 5.7.1 you are listed', 'RCPT TO'), 'recipient Transient');
  assert.is(judged('554 5.7.1 spam', 'DATA'), 'message Transient');
  assert.is(judged('550 5.1.8 bad sender', 'MAIL FROM'), 'message Transient');
});

test('greylisting is about one mail, whatever the code, the command and the server', () => {
  for (const peer of ['relay', 'receiver'] as const)
    for (const stage of ['MAIL FROM', 'RCPT TO', 'DATA'] as const)
      for (const reply of [
        '450 4.2.0 Recipient address rejected: Greylisted',
        '450 4.7.1 Greylisted: too many messages from strangers',
        '451 4.7.1 Greylisting in action, please come back later',
        '451 4.7.1 Gray-listed',
      ])
        assert.is(judged(reply, stage, peer), 'greylisting', `${peer}: ${stage}: ${reply}`);
  assert.is(judged('421 4.7.0 greylisted', 'RCPT TO', 'receiver'), 'greylisting');
  assert.is(
    judged('421 4.7.0 greylisted', 'RCPT TO', 'relay'),
    'connection',
    'it takes no other mail either',
  );
  assert.is(judged('550 5.7.1 greylisted', 'RCPT TO', 'receiver'), 'recipient Transient', 'it is final');
});

test('a recipient’s own server rests when it is busy, and relays no other mail', () => {
  for (const reply of [
    '421 4.7.0 try again later',
    '450 4.3.2 service currently unavailable',
    '451 4.7.650 rate limited',
    '999 lies',
  ])
    assert.is(judged(reply, 'RCPT TO', 'receiver'), 'busy', reply);
  assert.is(judged('554 5.7.1 relay access denied', 'RCPT TO', 'receiver'), 'recipient Transient');
  assert.is(judged('530 5.7.0 authentication required', 'RCPT TO', 'receiver'), 'recipient Transient');
  assert.is(judged('450 4.2.1 mailbox busy', 'RCPT TO', 'receiver'), 'deferred');
});

/** The reply's outcome with its `hard`. */
const hardness = (reply: string, stage: SmtpStage, peer: 'relay' | 'receiver') => {
  const outcome = refusalOutcome(Number.parseInt(reply, 10), reply, stage, peer);
  return outcome.outcome === 'bounced' ? outcome.hard === true : outcome.outcome;
};

test('after the recipient was accepted, only words or codes that name the address say something about it', () => {
  for (const peer of ['relay', 'receiver'] as const) {
    for (const bare of ['551 no', '521 no', '556 no', '550 5.2.1 no', '550 5.1.4 no', '550', '550 5.0.0']) {
      assert.is(judged(bare, 'DATA', peer), 'message Transient', bare);
      assert.is(judged(bare, 'RCPT TO', peer), 'recipient Permanent', bare);
    }
    for (const named of ['550 5.1.1 no', '550 no such user', '554 5.2.1 this account is disabled'])
      assert.is(judged(named, 'DATA', peer), 'recipient Permanent', named);
  }
  const full = refusalOutcome(552, '552 no', 'DATA', 'receiver');
  assert.ok(full.outcome === 'bounced' && full.bounceSubType === 'MailboxFull');
  assert.is(judged('550 5.6.0 domain not found', 'DATA', 'receiver'), 'message Transient', 'which domain?');
});

// It was Permanent: of the verdicts that rested on such a code alone nearly half were wrong.
test('at RCPT a bare 550 with unknown words, 553 and 5.1.0 are Transient, and hard; in no other phase', () => {
  for (const peer of ['relay', 'receiver'] as const)
    for (const bare of [
      '550 no',
      '550 5.0.0 no',
      '550 5.1.0 no',
      '550 5.1.0',
      '553 no',
      '553',
      '553 5.0.0',
    ]) {
      assert.is(judged(bare, 'RCPT TO', peer), 'recipient Transient', bare);
      assert.is(hardness(bare, 'RCPT TO', peer), true, bare);
      for (const stage of ['MAIL FROM', 'DATA'] as const) {
        assert.is(judged(bare, stage, peer), 'message Transient', `${stage}: ${bare}`);
        assert.is(hardness(bare, stage, peer), false, `${stage}: ${bare}`);
      }
    }
  assert.is(hardness('550', 'RCPT TO', 'receiver'), false, 'it is Permanent');
  assert.is(hardness('554 no', 'RCPT TO', 'receiver'), false);
  assert.is(hardness('550 5.7.1 no', 'RCPT TO', 'receiver'), false);
});

test('what is refused before RCPT is about the recipient only by 521 and 556, with no word about another reason', () => {
  for (const reply of [
    '550 5.1.1 no such user',
    '550 mailbox disabled',
    '550',
    '551 no',
    '550 host not found',
  ])
    assert.is(judged(reply, 'MAIL FROM', 'receiver'), 'message Transient', reply);
  for (const reply of [
    '521 5.3.2 no mail here',
    '521',
    '556 5.1.10 no',
    '521 System not accepting network messages',
  ])
    assert.is(judged(reply, 'MAIL FROM', 'receiver'), 'recipient Permanent', reply);
  assert.is(judged('521 192.0.2.9 blocked by a list', 'MAIL FROM', 'receiver'), 'message Transient');
  // A relay that takes no mail is no recipient's server.
  assert.is(judged('521 5.3.2 no mail here', 'MAIL FROM'), 'refused');
  assert.is(judged('521', 'MAIL FROM'), 'refused');
});

test('a receiver that wants TLS, which failed for now, ends nothing', () => {
  for (const reply of [
    '530 5.7.0 Must issue a STARTTLS command first',
    '554 5.7.1 TLS required',
    '550 5.7.10 Encryption needed',
  ])
    for (const stage of ['MAIL FROM', 'RCPT TO', 'DATA'] as const)
      assert.is(judged(reply, stage, 'receiver'), 'deferred', `${stage}: ${reply}`);
  assert.match(judged('550 5.1.1 <starttls-required@x.test>: unknown', 'RCPT TO', 'receiver'), 'Permanent');
});

test.run();
