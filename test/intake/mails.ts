/** Mails as servers send them, made of their parts: what a test does not name is as it is in an honest one. */

const CRLF = '\r\n';
const lines = (...all: readonly string[]) => all.join(CRLF) + CRLF;

export interface DsnParts {
  readonly messageId?: string;
  readonly action?: string;
  readonly status?: string;
  readonly diagnostic?: string | null;
  readonly recipient?: string;
  readonly originalRecipient?: string;
  readonly envelopeId?: string;
  readonly text?: string;
  /** Header of the message that is returned. */
  readonly returned?: readonly string[];
  /** Further groups of the delivery status, whole. */
  readonly more?: readonly string[];
}

/** A delivery status notification (RFC 3464), as Postfix writes it. */
export function dsn(parts: DsnParts = {}): string {
  const { action = 'failed', status = '5.1.1', recipient = 'bob@b.example' } = parts;
  const { diagnostic = 'smtp; 550 5.1.1 <bob@b.example>: Recipient address rejected: User unknown' } = parts;
  return lines(
    'Return-Path: <>',
    `Message-ID: <${parts.messageId ?? '20260101.1@mx.b.example'}>`,
    'From: MAILER-DAEMON@mx.b.example (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="=_r"',
    '',
    '--=_r',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    parts.text ?? 'This is the mail system at host mx.b.example.',
    '',
    '--=_r',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.b.example',
    ...(parts.envelopeId === undefined ? [] : [`Original-Envelope-Id: ${parts.envelopeId}`]),
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    ...(parts.originalRecipient === undefined
      ? []
      : [`Original-Recipient: rfc822;${parts.originalRecipient}`]),
    `Action: ${action}`,
    `Status: ${status}`,
    ...(diagnostic === null ? [] : [`Diagnostic-Code: ${diagnostic}`]),
    '',
    ...(parts.more ?? []),
    '--=_r',
    'Content-Type: text/rfc822-headers',
    '',
    ...(parts.returned ?? ['Subject: Hello']),
    '',
    '--=_r--',
  );
}

/** A complaint (RFC 5965). */
export function arf({
  type = 'abuse',
  report = [] as readonly string[],
  returned = ['Subject: Hello'] as readonly string[],
} = {}): string {
  return lines(
    'From: <complaints@isp.example>',
    'Message-ID: <fbl.1@isp.example>',
    'Subject: FW: Hello',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="=_f"',
    '',
    '--=_f',
    'Content-Type: text/plain',
    '',
    'This is an email abuse report.',
    '',
    '--=_f',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    ...report,
    '',
    '--=_f',
    'Content-Type: message/rfc822',
    '',
    ...returned,
    '',
    'Hello Bob',
    '--=_f--',
  );
}

/** A mail of one text. */
export function plain(header: readonly string[], text: readonly string[]): string {
  return lines(...header, '', ...text);
}

/** What qmail sends back. */
export function qmailBounce(copy: readonly string[] = []): string {
  return plain(
    ['From: MAILER-DAEMON@q.example', 'Subject: failure notice'],
    [
      'Hi. This is the qmail-send program at q.example.',
      "I'm afraid I wasn't able to deliver your message to the following addresses.",
      "This is a permanent error; I've given up. Sorry it didn't work out.",
      '',
      '<bob@b.example>:',
      'Sorry, no mailbox here by that name. (#5.1.1)',
      '',
      '--- Below this line is a copy of the message.',
      '',
      ...copy,
    ],
  );
}
