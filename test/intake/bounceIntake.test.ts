// runs in: test:all
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { EventStoreUnavailable } from '../../src/ports/eventStore.ts';
import { recipient } from '../sender/senderBench.ts';
import {
  closeReader,
  DOMAIN,
  EMAIL_ID,
  type IntakeFixture,
  intakeFixture,
  messageIdOf,
} from './intakeFixture.ts';
import { arf, dsn, plain, qmailBounce } from './mails.ts';

const test = suite('bounce intake');
test.after(closeReader);

/** Runs with an intake that has one message out, to the addresses. */
function over(name: string, run: (intake: IntakeFixture) => Promise<void>, to = ['bob@b.example']) {
  test(name, async () => {
    const intake = await intakeFixture();
    try {
      await intake.handOver(to);
      await run(intake);
    } finally {
      await intake.close();
    }
  });
}

const recorded = async (intake: IntakeFixture) => (await intake.learned()).map(({ type }) => type);

over(
  'a DSN to a bounce address is a bounce of that recipient, and is there when it is answered',
  async (intake) => {
    assert.is((await intake.bring(dsn())).code, 250);
    const [bounced, more] = await intake.learned();
    assert.is(more, undefined);
    if (bounced?.type !== 'Bounced') throw new Error('no bounce');
    const { reportedAt = '', ...data } = bounced.data;
    assert.ok(Date.parse(reportedAt) <= Date.parse(bounced.metadata.at));
    assert.equal(data, {
      deliveryId: '00000000-0000-4000-8000-000000000001',
      suppressionId: recipient(1, 'bob@b.example').suppressionId,
      recipient: 'bob@b.example',
      sandbox: false,
      bounceType: 'Permanent',
      bounceSubType: 'NoEmail',
      diagnosticCode: '550 5.1.1 <bob@b.example>: Recipient address rejected: User unknown',
      source: 'dsn',
      proof: 'signed',
    });
  },
);

over('the same DSN twice, also in upper case, is one bounce', async (intake) => {
  await intake.bring(dsn());
  await intake.bring(dsn(), intake.address().toUpperCase());
  assert.equal(await recorded(intake), ['Bounced']);
});

over('each action is what it is', async (intake) => {
  assert.is((await intake.bring(dsn({ action: 'relayed', status: '2.0.0', diagnostic: null }))).code, 250);
  assert.equal(await recorded(intake), []);
  await intake.bring(dsn({ action: 'delayed', status: '4.4.1', diagnostic: 'smtp; 451 4.4.1 timed out' }));
  assert.equal(await recorded(intake), ['DeliveryDelayed']);
  await intake.bring(dsn({ action: 'delivered', status: '2.0.0', diagnostic: null }));
  assert.equal(await recorded(intake), ['DeliveryDelayed', 'Delivered']);
  await intake.bring(dsn({ action: 'failed' }));
  assert.equal(await recorded(intake), ['DeliveryDelayed', 'Delivered', 'Bounced']);
  assert.equal(await intake.unmatched.list(10), []);
});

over(
  'relayed with the reply of the next server is delivered: Postfix, for receivers without DSN',
  async (intake) => {
    const relayed = (diagnostic: string, remote = true) =>
      dsn({
        ...{ action: 'relayed', status: '2.0.0', messageId: `${diagnostic}${remote}@x` },
        diagnostic: remote ? `${diagnostic}\r\nRemote-MTA: dns; mx.b.example` : diagnostic,
      });
    await intake.bring(relayed('smtp; 250 2.0.0 Ok: queued', false));
    await intake.bring(relayed('smtp; 450 4.0.0 later'));
    assert.equal(await recorded(intake), []);
    await intake.bring(relayed('smtp; 250 2.0.0 Ok: queued'));
    assert.equal(await recorded(intake), ['Delivered']);
  },
);

/** The bounce types of the events so far. */
const bounceTypes = async (intake: IntakeFixture) =>
  (await intake.learned()).map((event) => (event.type === 'Bounced' ? event.data.bounceType : event.type));

over(
  'forwarding to two addresses, one of them dead, is no bounce of the recipient itself',
  async (intake) => {
    const dead = { recipient: 'dead@c.example', originalRecipient: 'bob@b.example' };
    await intake.bring(dsn({ ...dead, diagnostic: 'smtp; 550 5.1.1 no such user' }));
    await intake.bring(dsn({ messageId: 'again@x', recipient: 'dead@c.example' }));
    const [bounced, kept, more] = await intake.learned();
    assert.is(bounced?.type === 'Bounced' && bounced.data.bounceType, 'Transient');
    assert.is(bounced?.type === 'Bounced' && bounced.data.about, 'dead@c.example');
    assert.is(kept?.type, 'ReportKept');
    assert.is(more, undefined);
    await intake.bring(
      dsn({ messageId: 'alive@x', recipient: 'alive@d.example', action: 'delivered', status: '2.0.0' }),
    );
    assert.equal(await bounceTypes(intake), ['Transient', 'ReportKept', 'Delivered']);
  },
);

over(
  'a bounce of an address with a plus sign and digits is a bounce of it',
  async (intake) => {
    await intake.bring(dsn({ recipient: 'bob+2024@b.example', originalRecipient: 'bob+2B2024@b.example' }));
    assert.equal(await bounceTypes(intake), ['Permanent']);
  },
  ['bob+2024@b.example'],
);

over("of two groups the recipient's own counts: it failed, and another was delivered", async (intake) => {
  const more = ['Final-Recipient: rfc822; alive@d.example', 'Action: delivered', 'Status: 2.0.0', ''];
  await intake.bring(dsn({ more }));
  assert.equal(await bounceTypes(intake), ['Permanent']);
});

over(
  'forged mails that knew a Message-ID alone suppress no one, also two days apart about one message',
  async (intake) => {
    const returned = [`Message-ID: <${messageIdOf()}>`];
    const to = `bounces@${DOMAIN}`;
    const forged = [
      dsn({ returned, recipient: 'bob@b.example', messageId: '1@evil' }),
      arf({ returned, report: ['Original-Rcpt-To: <bob@b.example>'] }),
      dsn({
        returned,
        recipient: 'wrong@b.example',
        originalRecipient: 'bob@b.example',
        messageId: '2@evil',
      }),
      dsn({ returned, recipient: 'bob@b.example', messageId: '3@evil' }).replace(
        'Subject:',
        'Date: Sat, 01 Jan 2050 00:00:00 +0000\r\nSubject:',
      ),
    ];
    for (const mail of [...forged, ...forged]) assert.is((await intake.bring(mail, to)).code, 250);
    assert.equal(await bounceTypes(intake), ['Transient', 'ReportKept', 'ReportKept', 'ReportKept']);
    assert.equal(await intake.unmatched.list(10), []);
  },
  ['bob@b.example', 'eve@b.example'],
);

over('an id of a message that is not from its header matches nothing', async (intake) => {
  const returned = [`Message-ID: <${EMAIL_ID}@a.example>`];
  await intake.bring(dsn({ returned }), `bounces@${DOMAIN}`);
  assert.equal(await recorded(intake), []);
  assert.is((await intake.unmatched.list(10)).length, 1);
});

over("a person's answer is no report, with any subject", async (intake) => {
  for (const subject of ['Re: your delivery report', 'Undeliverable: Hello', 'Delivery problem'])
    await intake.bring(
      plain(
        ['From: Bob <bob@b.example>', `Subject: ${subject}`],
        ['I read 550 5.1.1 bob@b.example: user unknown.', '> 550 5.1.1 user unknown', 'Who is unknown?'],
      ),
      intake.address(),
      'bob@b.example',
    );
  assert.equal(await recorded(intake), []);
  assert.is((await intake.unmatched.list(10)).length, 3);
});

over('expanded says that the recipient was reached', async (intake) => {
  await intake.bring(dsn({ action: 'expanded', status: '2.0.0', diagnostic: null }));
  assert.equal(await recorded(intake), ['Delivered']);
});

over('a failure for policy, and one that ran out of time, are Transient', async (intake) => {
  await intake.bring(dsn({ status: '5.7.1', diagnostic: 'smtp; 550 5.7.1 user unknown, blocked' }));
  const [bounced] = await intake.learned();
  assert.is(bounced?.type === 'Bounced' && bounced.data.bounceType, 'Transient');
  await intake.bring(dsn({ messageId: 'two@x', status: '4.4.7', diagnostic: null }));
  assert.equal(await recorded(intake), ['Bounced']);
});

over(
  'without a token the Message-ID and the address decide, for several recipients each by its own',
  async (intake) => {
    const returned = [`Message-ID: <${messageIdOf()}>`];
    const to = `bounces@${DOMAIN}`;
    const more = ['Final-Recipient: rfc822; mallory@b.example', 'Action: failed', 'Status: 5.1.1', ''];
    assert.is((await intake.bring(dsn({ recipient: 'EVE@b.example', returned }), to)).code, 250);
    await intake.bring(
      dsn({
        messageId: 'two@x',
        recipient: 'x@c.example',
        originalRecipient: 'bob@b.example',
        returned,
        more,
      }),
      to,
    );
    const learned = await intake.learned();
    assert.equal(
      learned.map((event) => event.type === 'Bounced' && event.data.recipient),
      ['eve@b.example', 'bob@b.example'],
    );
    // One recipient of that mail is unknown.
    assert.is((await intake.unmatched.list(10)).length, 1);
  },
  ['bob@b.example', 'eve@b.example'],
);

over('a forwarding address is the only recipient under another name', async (intake) => {
  const returned = [`Message-ID: <${messageIdOf()}>`];
  await intake.bring(dsn({ recipient: 'robert@elsewhere.example', returned }), `b@${DOMAIN}`);
  assert.equal(await recorded(intake), ['Bounced']);
});

over(
  'complaints are matched by the Message-ID, and redacted ones by the only recipient: they are kept',
  async (intake) => {
    const returned = [`Message-ID: <${messageIdOf()}>`, 'To: [redacted]'];
    assert.is(
      (await intake.bring(arf({ type: 'not-spam', returned }), `fbl@${DOMAIN}`, 'fbl@isp.example')).code,
      250,
    );
    assert.is((await intake.bring(arf({ type: 'auth-failure', returned }), `fbl@${DOMAIN}`)).code, 250);
    assert.equal(await recorded(intake), []);
    await intake.bring(
      arf({ returned, report: ['Original-Rcpt-To: <redacted>'] }),
      `fbl@${DOMAIN}`,
      'fbl@isp.example',
    );
    assert.equal(await recorded(intake), ['ReportKept']);
    assert.equal(await intake.unmatched.list(10), []);
  },
);

over(
  "a complaint with our envelope sender in it is that delivery's, also when the rest is redacted",
  async (intake) => {
    await intake.bring(arf({ report: [`Original-Mail-From: <${intake.address(1)}>`] }), `fbl@${DOMAIN}`);
    const [complained] = await intake.learned();
    assert.is(complained?.type === 'Complained' && complained.data.recipient, 'eve@b.example');
    await intake.bring(arf({ returned: [`Return-Path: <${intake.address(0)}>`] }), `fbl@${DOMAIN}`);
    assert.is((await intake.learned()).length, 2);
  },
  ['bob@b.example', 'eve@b.example'],
);

over(
  'a redacted complaint about a message to several is kept for the operator',
  async (intake) => {
    const returned = [`Message-ID: <${messageIdOf()}>`];
    assert.is((await intake.bring(arf({ returned }), `fbl@${DOMAIN}`)).code, 250);
    assert.equal(await recorded(intake), []);
    const [kept] = await intake.unmatched.list(10);
    assert.match(kept?.why ?? '', 'no delivery');
    assert.is(kept?.subject, 'FW: Hello');
  },
  ['bob@b.example', 'eve@b.example'],
);

over('bounces that follow no standard', async (intake) => {
  await intake.bring(
    plain(
      [
        'From: Mail Delivery System <Mailer-Daemon@exim.example>',
        'Subject: Warning: message delayed 24 hours',
      ],
      [
        'A message that you sent has not yet been delivered to one or more of its recipients.',
        'No action is required on your part.',
      ],
    ),
  );
  assert.equal(await recorded(intake), ['DeliveryDelayed']);
  await intake.bring(qmailBounce([`Message-ID: <${messageIdOf()}>`]), `anything@${DOMAIN}`);
  const [, bounced] = await intake.learned();
  assert.is(bounced?.type === 'Bounced' && bounced.data.hard, true);
  assert.match((bounced?.type === 'Bounced' && bounced.data.diagnosticCode) || '', 'no mailbox here');
});

over('Exim names the failed recipients in a header of its own', async (intake) => {
  await intake.bring(
    plain(
      [
        'X-Failed-Recipients: bob@b.example',
        'Auto-Submitted: auto-replied',
        'From: Mail Delivery System <Mailer-Daemon@exim.example>',
        'Subject: Mail delivery failed: returning message to sender',
      ],
      [
        '  bob@b.example',
        '    host mx.b.example [192.0.2.1]',
        '    SMTP error from remote mail server after RCPT TO:<bob@b.example>:',
        '    550 No Such User Here',
      ],
    ),
  );
  const [bounced] = await intake.learned();
  assert.is(bounced?.type === 'Bounced' && bounced.data.bounceType, 'Permanent');
});

over('absence notes are no bounces and are not kept', async (intake) => {
  const notes = [
    ['From: Bob <bob@b.example>', 'Auto-Submitted: auto-replied', 'Subject: Re: Hello'],
    ['From: Bob <bob@b.example>', 'Subject: Out of Office: Hello'],
    ['From: Bob <bob@b.example>', 'Subject: =?utf-8?q?Automatische_Antwort=3A_Hallo?='],
    ['From: Bob <bob@b.example>', 'Precedence: auto_reply', 'Subject: Hello'],
  ];
  for (const header of notes)
    assert.is((await intake.bring(plain(header, ['I am away. My account 550 5.1.1 is unknown.']))).code, 250);
  assert.equal(await recorded(intake), []);
  assert.equal(await intake.unmatched.list(10), []);
});

over('a mail to the unsubscribe address unsubscribes, unless no person sent it', async (intake) => {
  const to = intake.address(0, EMAIL_ID, 'unsubscribe');
  await intake.bring(dsn(), to);
  await intake.bring(plain(['From: bob@b.example', 'Subject: Out of office'], ['Away']), to, 'bob@b.example');
  assert.equal(await recorded(intake), []);
  const mail = plain(['From: bob@b.example', 'Subject: unsubscribe'], ['']);
  assert.is((await intake.bring(mail, to, 'bob@b.example')).code, 250);
  await intake.bring(mail, to, 'bob@b.example');
  assert.equal(await recorded(intake), ['Unsubscribed']);
  assert.equal(await intake.unmatched.list(10), []);
});

over('one mail to several unsubscribe addresses unsubscribes from each', async (intake) => {
  const other = '55555555-5555-4555-8555-555555555555';
  await intake.handOver(['bob@b.example'], { emailId: other });
  const to = [EMAIL_ID, other].map((id) => intake.address(0, id, 'unsubscribe'));
  const mail = plain(['From: bob@b.example', 'Subject: unsubscribe'], ['']);
  await intake.bring(mail, to, 'bob@b.example');
  for (const id of [EMAIL_ID, other])
    assert.equal(
      (await intake.learned(id)).map(({ type }) => type),
      ['Unsubscribed'],
    );
});

over('what is no report is kept for the operator, with why', async (intake) => {
  await intake.bring(
    plain(['From: Eve <eve@b.example>', 'Subject: Question'], ['How are you?']),
    intake.address(),
    'eve@b.example',
  );
  const [kept, more] = await intake.unmatched.list(10);
  assert.is(more, undefined);
  assert.is(kept?.subject, 'Question');
  assert.is(kept?.sender, 'eve@b.example');
  assert.equal(kept?.recipients, [intake.address()]);
});

over('a forged token is refused before the mail is sent, and so is a foreign domain', async (intake) => {
  const genuine = intake.address();
  const forged = `${genuine.startsWith('a') ? 'b' : 'a'}${genuine.slice(1)}`;
  assert.is((await intake.bring(dsn(), forged)).code, 550);
  assert.is((await intake.bring(dsn(), 'bob@elsewhere.example')).code, 550);
  assert.equal(await recorded(intake), []);
  assert.equal(await intake.unmatched.list(10), []);
});

over('a genuine token of a delivery that was never made changes nothing and is kept', async (intake) => {
  const other = '55555555-5555-4555-8555-555555555555';
  assert.is((await intake.bring(dsn(), intake.address(0, other))).code, 250);
  assert.is((await intake.bring(dsn(), intake.address(7))).code, 250);
  assert.equal(await recorded(intake), []);
  assert.is((await intake.unmatched.list(10)).length, 2);
});

over('a DSN that names the delivery of another workspace speaks for its own token alone', async (intake) => {
  const other = '55555555-5555-4555-8555-555555555555';
  await intake.handOver(['eve@b.example'], { emailId: other, workspace: 'w2' });
  await intake.bring(dsn({ recipient: 'eve@b.example', returned: [`Message-ID: <${messageIdOf(other)}>`] }));
  assert.equal(await recorded(intake), ['Bounced']);
  assert.equal(await intake.learned(other), []);
});

over('while the log is away nothing is acknowledged', async (intake) => {
  intake.store.failNext(new EventStoreUnavailable('the log is away'), 1);
  assert.is((await intake.bring(dsn())).code, 451);
  assert.is((await intake.bring(dsn())).code, 250);
  assert.equal(await recorded(intake), ['Bounced']);
});

test('a report that is faster than the record of the hand-over waits for it, and comes again', async () => {
  const intake = await intakeFixture();
  try {
    await intake.handOver(['bob@b.example'], { submitted: false });
    assert.is((await intake.bring(dsn())).code, 451);
    assert.equal(await intake.learned(), []);
  } finally {
    await intake.close();
  }
});

test.run();
