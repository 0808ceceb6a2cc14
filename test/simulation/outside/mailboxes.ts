import type { OutgoingMail } from '../../../src/ports/mailer.ts';

/** A mail as a recipient has it, with the envelope it came in. */
export interface MailCopy {
  readonly sender: string;
  readonly recipient: string;
  /** Without angle brackets. */
  readonly messageId: string;
  readonly raw: Buffer;
}

/** What every recipient in the world has got, the last copy of each message. */
export interface Mailboxes {
  put(mail: OutgoingMail): void;
  /** A recipient's copy of a message of that id; null when it has not come. */
  copyOf(emailId: string, recipient: string): MailCopy | null;
}

export function mailboxes(): Mailboxes {
  const copies = new Map<string, MailCopy>();
  const nameOf = (emailId: string, recipient: string) => `${emailId} ${recipient.toLowerCase()}`;
  return {
    put({ sender, recipient, raw }) {
      const messageId = headerOf(raw, 'message-id').replace(/[<>]/g, '');
      const [emailId = ''] = messageId.split('.');
      copies.set(nameOf(emailId, recipient), { sender, recipient, messageId, raw });
    },
    copyOf: (emailId, recipient) => copies.get(nameOf(emailId, recipient)) ?? null,
  };
}

/** The text of a header field, unfolded; empty where the mail has none. */
export function headerOf(raw: Buffer, name: string): string {
  const head = raw.toString('latin1', 0, raw.indexOf('\r\n\r\n') + 2).replace(/\r\n[ \t]+/g, ' ');
  const start = `${name}:`;
  const line = head.split('\r\n').find((one) => one.toLowerCase().startsWith(start));
  return line?.slice(start.length).trim() ?? '';
}

/** All links to the service in a mail, with the soft line ends of quoted-printable taken out. */
export function linksIn(raw: Buffer, base: string): readonly string[] {
  const text = raw
    .toString('latin1')
    .replace(/=\r\n|\r\n[ \t]+/g, '')
    .replaceAll('=3D', '=');
  const links = text.split(base).slice(1);
  return links.map((rest) => `${base}${/^[\w/-]*/.exec(rest)?.[0] ?? ''}`);
}
