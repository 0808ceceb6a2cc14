import { domainToASCII } from 'node:url';
import { parseMailbox } from '../../commands/email/emailAddress.ts';
import { domainOf } from '../../events/addressForms.ts';
import type { EmailAccepted } from '../../events/emailAccepted.ts';
import { inOneLine } from '../../events/fieldPatterns.ts';
import { headerNameFault } from '../../events/headerNames.ts';
import { isMessageId } from '../../events/messageId.ts';
import type { HeaderMailbox, MessageContent } from '../../ports/composer.ts';

/** The content of a message after rendering. */
export type MessageBody = Pick<MessageContent, 'subject' | 'html' | 'text' | 'attachments'>;

/** A mailbox of the log for a header: always exactly one, from any text. */
export function headerMailbox(text: string): HeaderMailbox {
  const line = inOneLine(text);
  const mailbox = parseMailbox(line);
  if (mailbox !== null) return mailbox;
  const [, name = '', address = line] = /^(.*)<([^<>]+)>$/.exec(line) ?? [];
  return { name: name.trim() || null, address: address.trim() };
}

/** The domain of an address, as a Message-ID may have it. */
function idDomain(address: string): string {
  const domain = domainToASCII(domainOf(address).toLowerCase());
  return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(domain) ? domain : 'localhost';
}

/**
 * The same at every attempt and for every recipient, so that a receiver can see that it has the message already, and
 * those of To and Cc answer in one thread: the customer's own, else one of this service with this local part.
 */
export function messageIdOf(localPart: string, accepted: Pick<EmailAccepted, 'from' | 'headers'>): string {
  const [, own = ''] =
    Object.entries(accepted.headers).find(([name]) => name.toLowerCase() === 'message-id') ?? [];
  return isMessageId(own) ? own : `<${localPart}@${idDomain(headerMailbox(accepted.from).address)}>`;
}

/** When a message is sent at the earliest: its date, at every attempt. */
export function sentAtMs(
  { scheduledFor }: Pick<EmailAccepted, 'scheduledFor'>,
  acceptedAtMs: number,
): number {
  return Math.max(acceptedAtMs, scheduledFor === null ? 0 : Date.parse(scheduledFor));
}

/**
 * The message without anything of a single recipient: those of bcc are not named in it. The date is that of the message,
 * not of the attempt. The service refuses bad headers when it takes a message in; this is the second check, and the only
 * one for what a template renders.
 * @param idLocalPart of the Message-ID, where the customer gives none of their own
 */
export function messageOf(
  emailId: string,
  accepted: EmailAccepted,
  acceptedAtMs: number,
  body: MessageBody,
  idLocalPart: string,
): MessageContent {
  return {
    messageId: messageIdOf(idLocalPart, accepted),
    dateMs: sentAtMs(accepted, acceptedAtMs),
    from: headerMailbox(accepted.from),
    to: accepted.to.map(headerMailbox),
    cc: accepted.cc.map(headerMailbox),
    replyTo: accepted.replyTo.map(headerMailbox),
    subject: inOneLine(body.subject),
    html: body.html,
    text: body.text,
    headers: Object.entries(accepted.headers)
      .filter(
        ([name]) =>
          name.toLowerCase() !== 'message-id' && headerNameFault(name, accepted.messageStream) === null,
      )
      .map(([name, value]) => [name, inOneLine(value)]),
    attachments: body.attachments.map((attachment) => ({
      ...attachment,
      filename: inOneLine(attachment.filename) || 'attachment',
      type: inOneLine(attachment.type),
      contentId: contentIdText(attachment.contentId),
    })),
    boundarySeed: emailId.replaceAll('-', ''),
  };
}

/** A content id that may stand between angle brackets (RFC 2392); null when nothing is left of it. */
function contentIdText(contentId: string | null): string | null {
  const text = contentId?.replace(/[^\x21-\x7e]|[<>]/g, '') ?? '';
  return text === '' ? null : text;
}
