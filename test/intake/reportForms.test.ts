import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readMail } from '../../src/adapters/intake/readMail.ts';
import { takeMail } from '../../src/intake/takeMail.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';
import { type IntakeFixture, intakeFixture } from './intakeFixture.ts';
import { type ReportForm, reportForms } from './reportForms.ts';

const test = suite('forms of reports');

const idOf = (n: number) => `44444444-4444-4444-8444-${String(n).padStart(12, '0')}`;

/** What becomes of a message when the report comes to its signed address, and the diagnosis. */
async function meaningOf(intake: IntakeFixture, { recipient, mail }: ReportForm, n: number) {
  const emailId = idOf(n);
  await intake.handOver([recipient], { emailId });
  const { ledger, tokens, known, unmatched } = intake;
  const outcome = await takeMail(
    {
      ...{ ledger, tokens, known, unmatched, log: quietLog, metrics: noMetrics },
      suppressionOf: async () => null,
      reader: { read: (raw) => readMail(raw), verify: async () => false, close: async () => {} },
      feedbackProof: async () => 'unsigned' as const,
    },
    {
      sender: '',
      recipients: [intake.address(0, emailId)],
      raw: Buffer.from(mail.replaceAll('\n', '\r\n')),
      remoteAddress: '192.0.2.1',
    },
  );
  const [event] = await intake.learned(emailId);
  if (event === undefined) return { means: outcome, says: '' };
  if (event.type === 'DeliveryDelayed') return { means: 'delayed', says: event.data.diagnosticCode };
  if (event.type !== 'Bounced') return { means: event.type, says: '' };
  const { bounceType, bounceSubType, diagnosticCode } = event.data;
  const isFull = bounceType === 'Transient' && bounceSubType === 'MailboxFull';
  return { means: isFull ? 'MailboxFull' : bounceType, says: diagnosticCode };
}

test('each means for its recipient what it says, and says why', async () => {
  const intake = await intakeFixture();
  const wrong: string[] = [];
  try {
    for (const [n, form] of reportForms.entries()) {
      const { means, says } = await meaningOf(intake, form, n);
      const isSaid = means === 'nothing' || means === 'kept' || (says ?? '').includes(form.says ?? '');
      const isShown = says !== null && (says !== '' || means === 'nothing' || means === 'kept');
      if (means !== form.means || !isSaid || !isShown)
        wrong.push(`${form.of}: ${means}, not ${form.means}: ${says}`);
    }
  } finally {
    await intake.close();
  }
  assert.is(wrong.join('\n'), '');
  assert.ok(reportForms.length >= 60);
});

test.run();
