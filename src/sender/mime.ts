import { domainToASCII } from 'node:url';
import { parseMailbox } from '../commands/emailAddress.ts';
import type { EmailAccepted } from '../events/email.ts';
import { inOneLine } from '../events/fieldForms.ts';
import type { ComposedAttachment, HeaderMailbox, MessageContent } from '../ports/composer.ts';
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
 * The same for every attempt at this recipient, so that a receiver can see that it has the message already: the
 * customer's own (`/v3/mail/send` takes one, since mailers make it before they hand a message over), else ours.
 */
export function deliveryMessageId(deliveryId: string, accepted: EmailAccepted): string {
  return ownMessageId(accepted.headers) ?? messageIdOf(deliveryId, accepted.from);
}

export function messageIdOf(deliveryId: string, from: string): string {
  return `<${deliveryId}@${idDomain(headerMailbox(from).address)}>`;
}

/**
 * The message without anything of a single recipient: those of bcc stand nowhere in it, and its Message-ID is the
 * email's, to be replaced by `forDelivery`. The date is that of the message, not of the attempt.
 */
export function messageOf(
  emailId: string,
  accepted: EmailAccepted,
  acceptedAtMs: number,
  body: MessageBody,
): MessageContent {
  const scheduledMs = accepted.scheduledFor === null ? acceptedAtMs : Date.parse(accepted.scheduledFor);
  return {
    messageId: messageIdOf(emailId, accepted.from),
    dateMs: Math.max(acceptedAtMs, scheduledMs),
    from: headerMailbox(accepted.from),
    to: accepted.to.map(headerMailbox),
    cc: accepted.cc.map(headerMailbox),
    replyTo: accepted.replyTo.map(headerMailbox),
    subject: inOneLine(body.subject),
    html: body.html,
    text: body.text,
    headers: customHeaders(accepted.headers),
    attachments: body.attachments.map((attachment) => ({
      ...attachment,
      filename: inOneLine(attachment.filename) || 'attachment',
      type: inOneLine(attachment.type),
      contentId: contentIdText(attachment.contentId),
    })),
    boundarySeed: emailId.replaceAll('-', ''),
  };
}

/** The header with what it was folded into; no folded line of another header can begin like it. */
const MESSAGE_ID = /\r\nMessage-ID:.*(?:\r\n[ \t].*)*/;

/**
 * The composed message for one recipient: its own Message-ID, and where mail can be unsubscribed from, the headers
 * of one-click unsubscription (RFC 8058).
 */
export function forDelivery(composed: Buffer, messageId: string, unsubscribeUrl: string | null): Buffer {
  const head = composed.toString('latin1', 0, composed.indexOf('\r\n\r\n') + 2);
  const own = MESSAGE_ID.exec(head);
  if (own === null) throw new Error('the composed message has no Message-ID');
  const [start, end] = [own.index + 2, own.index + own[0].length];
  const lines = [`Message-ID: ${messageId}`];
  if (unsubscribeUrl !== null) {
    lines.push(`List-Unsubscribe: <${unsubscribeUrl}>`, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  }
  return Buffer.concat([
    composed.subarray(0, start),
    Buffer.from(lines.join('\r\n')),
    composed.subarray(end),
  ]);
}
