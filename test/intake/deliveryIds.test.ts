import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { signedTokens } from '../../src/adapters/node/signedTokens.ts';
import { deliveryIdField } from '../../src/commands/email/deliveryId.ts';
import { kumomtaReports } from '../../src/intake/hooks/kumomta.ts';
import { sesReports } from '../../src/intake/hooks/ses.ts';
import { mailFindings } from '../../src/intake/mailFindings.ts';
import { recordReport } from '../../src/intake/recordReport.ts';
import { noMetrics } from '../support/quietLog.ts';
import { DOMAIN, EMAIL_ID, type IntakeFixture, intakeFixture } from './intakeFixture.ts';
import { qmailBounce } from './mails.ts';
import { readerOf, readReport, statusOf } from './reports.ts';

/** Reports that return the header of a message alone, whose Message-ID may be the customer's own. */
const test = suite('reports that name X-Postledger-Id');

const RAW = 'Subject: any\r\n\r\n';
const idField = (tokens: IntakeFixture['tokens'], place: number) =>
  deliveryIdField(tokens, { emailId: EMAIL_ID, recipient: place }).join(': ');

/** The events that a report adds to a message to ann, bob and a third. */
async function learnedFrom(
  returnedBy: (fixture: IntakeFixture) => string,
  recipients: Parameters<typeof readReport>[0]['recipients'],
) {
  let found = readReport({ recipients });
  const fixture = await intakeFixture({ reader: { ...readerOf(null), read: async () => found } });
  try {
    await fixture.handOver(['ann@b.example', 'bob@b.example', 'cyd@b.example']);
    found = readReport({ recipients, returned: returnedBy(fixture) });
    assert.is((await fixture.bring(RAW, `bounces@${DOMAIN}`)).code, 250);
    return { events: await fixture.learned(), kept: await fixture.unmatched.list(10) };
  } finally {
    await fixture.close();
  }
}

const failed = (address: string) => statusOf(address, 'failed');

test('the delivery that it names bounces, whatever address the report names; as one without proof', async () => {
  for (const [address, about] of [
    ['bob@b.example', undefined],
    ['robert@c.example', 'robert@c.example'],
  ] as const) {
    const { events, kept } = await learnedFrom(
      ({ tokens }) => `Message-ID: <own@shop.example>\r\n${idField(tokens, 1)}`,
      [failed(address)],
    );
    assert.is(kept.length, 0, address);
    const [bounced, more] = events;
    assert.is(more, undefined);
    if (bounced?.type !== 'Bounced') throw new Error('no bounce');
    const { recipient, proof, bounceType } = bounced.data;
    assert.equal([recipient, proof, bounceType], ['bob@b.example', 'unsigned', 'Transient']);
    assert.is(bounced.data.about, about);
  }
});

test('of several groups the recipient’s own counts', async () => {
  const { events } = await learnedFrom(
    ({ tokens }) => idField(tokens, 2),
    [statusOf('x@c.example', 'failed'), statusOf('cyd@b.example', 'delivered')],
  );
  assert.equal(
    events.map((event) => [event.type, 'recipient' in event.data && event.data.recipient]),
    [['ReportKept', 'cyd@b.example']],
  );
});

test('one that this service did not make names nothing', async () => {
  const foreign = signedTokens(Buffer.alloc(32, 6));
  const { events, kept } = await learnedFrom(() => idField(foreign, 1), [failed('bob@b.example')]);
  assert.equal([events.length, kept.length], [0, 1]);
});

test('it is read from the copy in a plain bounce', () => {
  const bounce = qmailBounce(['Subject: Hello', 'X-Postledger-Id: abcdef', 'Message-ID: <a@b>']);
  const [head = '', ...text] = bounce.split('\r\n\r\n');
  const mail = { head, subject: 'failure notice', text: text.join('\n\n').replaceAll('\r', ''), parts: [] };
  const found = mailFindings(mail, '');
  assert.equal(found.is === 'report' && found.messageIds, ['abcdef', 'a@b']);
});

test('hooks that pass the header on are matched by it, with their own proof', async () => {
  const fixture = await intakeFixture();
  try {
    const id = deliveryIdField(fixture.tokens, { emailId: EMAIL_ID, recipient: 1 })[1];
    await fixture.handOver(['ann@b.example', 'bob@b.example']);
    const [kumo] = kumomtaReports({
      type: 'Bounce',
      id: '1',
      sender: 'me@a.example',
      recipient: 'other@b.example',
      headers: { 'x-postledger-id': id },
      response: { code: 550, content: 'no such user' },
    });
    const [ses] = sesReports(
      {
        notificationType: 'Complaint',
        mail: { source: 'me@a.example', headers: [{ name: 'X-Postledger-Id', value: id }] },
        complaint: { complainedRecipients: [{ emailAddress: 'redacted@b.example' }] },
      },
      'sns-1',
    );
    assert.equal([kumo?.messageIds, ses?.messageIds.at(-1)], [[id], id]);
    if (ses === undefined) throw new Error('no report');
    const { learned, addresses, ...about } = ses;
    const outcomes = await recordReport(
      { ...fixture, suppressionOf: async () => null, metrics: noMetrics },
      { ...about, isByMail: false, source: 'ses', findings: [{ learned, addresses, about: addresses }] },
    );
    assert.equal(outcomes, ['recorded']);
    const [complained] = await fixture.learned();
    if (complained?.type !== 'Complained') throw new Error('no complaint');
    assert.equal([complained.data.recipient, complained.data.proof], ['bob@b.example', 'hook']);
  } finally {
    await fixture.close();
  }
});

test.run();
