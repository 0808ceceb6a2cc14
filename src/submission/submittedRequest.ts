import { readEmail, readEmailOfMail } from '../api/emails/emailRequest.ts';
import { recipientsSizeIssues } from '../api/emails/emailRules.ts';
import { ATTACHMENT_CONTENT_MAX } from '../api/emails/emailSchema.ts';
import { readBytes } from '../api/reading/reader.ts';
import { formatMailbox, isEmailAddress } from '../commands/email/emailAddress.ts';
import type { EmailRequest } from '../commands/email/emailDraft.ts';
import type { Issue } from '../commands/kernel/refusal.ts';
import { addressKey } from '../events/addressForms.ts';
import { inOneLine } from '../events/fieldPatterns.ts';
import { headerNameFault } from '../events/headerNames.ts';
import { isMessageId } from '../events/messageId.ts';
import type { ReadAttachment, ReadField, ReadMailbox, ReadMessage } from '../ports/readMessage.ts';
import { type Control, controlOf, isControl } from './controlHeaders.ts';
import { identityOf } from './submissionIdentity.ts';

/**
 * A mail as a call would request it, or all that is wrong with it, as paths into the body of such a call, or an answer of its
 * own that refuses it.
 */
export type SubmittedRequest =
  | {
      /**
       * Without a template the mail is sent as it came: `raw`, which the reader's thread leaves out where it did not
       * change.
       */
      readonly request: EmailRequest;
      /** The mailboxes of its field Sender. */
      readonly senders: readonly string[];
      /** What its id is made of; null: it cannot be recognised when it comes again. */
      readonly identity: readonly string[] | null;
    }
  | { readonly issues: readonly Issue[] }
  | { readonly refused: readonly [code: number, text: string] };

/** Fields Received of a mail (RFC 5321, section 6.3, says that they show a circle). */
const MAX_HOPS = 50;

export interface SubmissionEnvelope {
  readonly recipients: readonly string[];
  /** What is counted where the mail does not say. */
  readonly track: readonly string[];
}

/**
 * Reads a message by the very reader of `POST /v1/emails`. Its recipients are those of the envelope: those that a header
 * names keep their place there, and the others are bcc. Large texts take their time: it runs in the parser's thread.
 */
export function submittedRequest(
  message: ReadMessage,
  raw: Buffer,
  { recipients, track }: SubmissionEnvelope,
): SubmittedRequest {
  const hops = message.fields.filter(({ name }) => /^received$/i.test(name)).length;
  if (hops > MAX_HOPS) return { refused: [554, '5.4.6 Too many hops: the mail goes in a circle'] };
  const control = controlOf(message.fields);
  const { to, cc, bcc } = recipientsOf(message, recipients);
  const [sender] = message.from;
  const isKept = !('template_id' in control.body || 'template_friendly_name' in control.body);
  const body = {
    ...(isKept
      ? {
          subject: subjectOf(message),
          track_opens: track.includes('opens'),
          track_clicks: track.includes('clicks'),
        }
      : composedOf(message, control)),
    ...control.body,
    ...(sender && { from: mailboxOf(sender) }),
    // A call must name a recipient: where no header names one, others stand in while it is checked.
    to: to.length > 0 ? to.map(addressOf) : cc.length > 0 ? cc.map(addressOf) : bcc,
    ...(cc.length > 0 && { cc: cc.map(addressOf) }),
    ...(to.length > 0 && bcc.length > 0 && { bcc }),
  };
  const read = readBytes(isKept ? readEmailOfMail : readEmail, Buffer.from(jsonOf(body, control.variables)));
  const named = {
    ...{ to: to.map(mailboxOf), cc: cc.map(mailboxOf), bcc },
    replyTo: message.replyTo.map(mailboxOf),
  };
  // The names of recipients come in only here.
  const ofBody = 'issues' in read ? read.issues : recipientsSizeIssues({ ...named, reply_to: named.replyTo });
  const issues = [...control.issues, ...ownIssues(message, isKept), ...ofBody];
  if (issues.length > 0 || !('value' in read)) return { issues };
  const attachments = read.value.attachments.map((one, at) => ({
    ...one,
    content: message.attachments[at]?.content ?? one.content,
  }));
  return {
    request: { ...read.value, ...named, ...(isKept ? { raw } : { attachments }) },
    senders: message.sender.map(mailboxOf),
    identity: identityOf({ message, recipients, idempotencyKey: control.idempotencyKey }),
  };
}

const addressOf = ({ address }: ReadMailbox) => address;
const mailboxOf = ({ name, address }: ReadMailbox) =>
  formatMailbox({ name: inOneLine(name) || null, address });

/** Each recipient of the envelope once, with the name that a header gives it. */
function recipientsOf(message: ReadMessage, envelope: readonly string[]) {
  const left = new Map(envelope.map((address) => [addressKey(address), address]));
  const named = (mailboxes: readonly ReadMailbox[]) =>
    mailboxes.filter(({ address }) => left.delete(addressKey(address)));
  const [to, cc] = [named(message.to), named(message.cc)];
  return { to, cc, bcc: [...left.values()] };
}

const subjectOf = ({ fields }: ReadMessage) =>
  fields.findLast(({ name }) => name.toLowerCase() === 'subject')?.value ?? '';

/** What a template is sent with. A library of mail writes empty texts where it was given none: they count as absent. */
function composedOf(message: ReadMessage, control: Control) {
  const texts = Object.entries({ subject: subjectOf(message), text: message.text, html: message.html });
  return {
    ...Object.fromEntries(texts.filter(([, value]) => value.trim() !== '')),
    headers: headersOf(message, control),
    attachments: message.attachments.map(formOf),
  };
}

/** The headers that a call could set; of repeated ones the values are joined. */
function headersOf({ fields }: ReadMessage, { body }: Control): Readonly<Record<string, string>> {
  const stream = body.message_stream === 'broadcast' ? 'broadcast' : 'transactional';
  const headers = new Map<string, ReadField>();
  for (const { name, value } of fields) {
    if (isControl({ name }) || headerNameFault(name, stream) !== null) continue;
    if (name.toLowerCase() === 'message-id' && !isMessageId(value)) continue;
    const before = headers.get(name.toLowerCase());
    headers.set(
      name.toLowerCase(),
      before ? { ...before, value: `${before.value}, ${value}` } : { name, value },
    );
  }
  return Object.fromEntries([...headers.values()].map(({ name, value }) => [name, value]));
}

/** Bytes that base64 of the maximum length decodes to. */
const CONTENT_MAX = (ATTACHMENT_CONTENT_MAX / 4) * 3;
/** Stands for bytes that need no decoding, which the request gets afterwards. */
const ONE_BYTE = 'AA==';

function formOf({ filename, type, contentId, disposition, content }: ReadAttachment, at: number) {
  return {
    filename: inOneLine(filename) || `attachment-${at + 1}`,
    type,
    ...(contentId !== null && { contentId }),
    disposition,
    content: content.length === 0 ? '' : ONE_BYTE,
  };
}

/** What the reader of a call cannot see. */
function ownIssues({ from, replyTo, attachments }: ReadMessage, isKept: boolean): Issue[] {
  const issues: Issue[] = [];
  if (from.length > 1) issues.push({ path: '/from', message: 'must be one address' });
  if (!replyTo.every(({ address }) => isEmailAddress(address)))
    issues.push({ path: '/reply_to', message: 'must be an email address' });
  for (const [at, { content }] of attachments.entries())
    if (!isKept && content.length > CONTENT_MAX)
      issues.push({ path: `/attachments/${at}/content`, message: `must have at most ${CONTENT_MAX} bytes` });
  return issues;
}

/** The variables are put in as they came, so that their numbers keep all digits; they are known to be JSON. */
function jsonOf(body: object, variables: string | null): string {
  const json = JSON.stringify(body);
  return variables === null ? json : `${json.slice(0, -1)},"variables":${variables}}`;
}
