import type { MailReader, ReadMail } from '../../src/ports/mailReader.ts';

/** Reports as they come out of the mail reader, for tests in which nothing depends on how a mail is taken apart. */

/** What a delivery status says of one recipient. */
export function statusOf(recipient: string, action: string, more: readonly string[] = []): string {
  const status = action === 'failed' ? '5.1.1' : '2.0.0';
  return [`Final-Recipient: rfc822; ${recipient}`, `Action: ${action}`, `Status: ${status}`, ...more].join(
    '\n',
  );
}

interface ReportParts {
  /** One group of the delivery status each. */
  readonly recipients: readonly string[];
  readonly envelopeId?: string;
  /** Header of the message that is returned. */
  readonly returned?: string;
}

/** A delivery status notification (RFC 3464). */
export function readReport({ recipients, envelopeId, returned = 'Subject: Hello' }: ReportParts): ReadMail {
  const ofMail = ['Reporting-MTA: dns; mx.b.example'];
  if (envelopeId !== undefined) ofMail.push(`Original-Envelope-Id: ${envelopeId}`);
  const content = [ofMail.join('\n'), ...recipients].join('\n\n');
  return {
    head: 'Message-ID: <1@mx.b.example>',
    subject: 'Undelivered Mail',
    text: '',
    parts: [
      { type: 'message/delivery-status', content },
      { type: 'text/rfc822-headers', content: returned },
    ],
  };
}

/** A reader that finds the same in every mail; null: it can read none. */
export function readerOf(found: ReadMail | null): MailReader {
  return { read: async () => found, verify: async () => false, close: async () => {} };
}
