import { domainToASCII } from 'node:url';
import { parseMailbox } from '../../commands/email/emailAddress.ts';
import type { EmailAccepted } from '../../events/email.ts';
import { inOneLine } from '../../events/fieldForms.ts';
import type { ComposedAttachment, HeaderMailbox, MessageContent } from '../../ports/composer.ts';
import { contentIdText, customHeaders, ownMessageId } from './headers.ts';

/** The content of a message as it stands after rendering. */
export interface MessageBody {
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  readonly attachments: readonly ComposedAttachment[];
}

/** A mailbox of the log for a header: one, whatever the text looks like. */
export function headerMailbox(text: string): HeaderMailbox {
  const line = inOneLine(text);
  const mailbox = parseMailbox(line);
  if (mailbox !== null) return mailbox;
  const [, name = '', address = line] = /^(.*)<([^<>]+)>$/.exec(line) ?? [];
  return { name: name.trim() || null, address: address.trim() };
}

/** The domain behind an address, as it may stand in a Message-ID. */
function idDomain(address: string): string {
  const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1).toLowerCase());
  return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(domain) ? domain : 'localhost';
}

/**
 * The same at every attempt and for every recipient, so that a receiver can see that it has the message already, and
 * those of To and Cc answer in one thread: the customer's own (`/v3/mail/send` takes one, since mailers make it before
 * they hand a message over), else ours.
 */
export function messageIdOf(emailId: string, accepted: Pick<EmailAccepted, 'from' | 'headers'>): string {
  return ownMessageId(accepted.headers) ?? `<${emailId}@${idDomain(headerMailbox(accepted.from).address)}>`;
}

/**
 * The message without anything of a single recipient: those of bcc stand nowhere in it. The date is that of
 * the message, not of the attempt.
 */
export function messageOf(
  emailId: string,
  accepted: EmailAccepted,
  acceptedAtMs: number,
  body: MessageBody,
): MessageContent {
  const scheduledMs = accepted.scheduledFor === null ? acceptedAtMs : Date.parse(accepted.scheduledFor);
  return {
    messageId: messageIdOf(emailId, accepted),
    dateMs: Math.max(acceptedAtMs, scheduledMs),
    from: headerMailbox(accepted.from),
    to: accepted.to.map(headerMailbox),
    cc: accepted.cc.map(headerMailbox),
    replyTo: accepted.replyTo.map(headerMailbox),
    subject: inOneLine(body.subject),
    html: body.html,
    text: body.text,
    headers: customHeaders(accepted.headers, accepted.messageStream),
    attachments: body.attachments.map((attachment) => ({
      ...attachment,
      filename: inOneLine(attachment.filename) || 'attachment',
      type: inOneLine(attachment.type),
      contentId: contentIdText(attachment.contentId),
    })),
    boundarySeed: emailId.replaceAll('-', ''),
  };
}
