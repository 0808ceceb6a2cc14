import { addressKey } from '../../events/addressForms.ts';
import type { Complete } from '../../events/category.ts';
import type { EmailAccepted, EmailAttachment, EmailRecipient } from '../../events/emailAccepted.ts';
import type { KeptMail, StoredText } from '../../events/schema.ts';
import { suppressionIdOf } from '../../events/suppression.ts';
import type { SecretNames } from '../../events/uuid5.ts';
import type { Blobs } from '../../ports/blobs.ts';
import { type GivenText, inlineMail, inlineText, storeText } from '../kernel/storedText.ts';
import { parseMailbox } from './emailAddress.ts';
import type { EmailDraft } from './emailDraft.ts';
import { deliveryIdOf } from './emailIds.ts';

/** A message's texts and attachments in the form of the event. */
export interface AcceptedContents {
  readonly html: StoredText | null;
  readonly text: StoredText | null;
  readonly variables: StoredText | null;
  readonly attachments: EmailAttachment[];
  readonly raw?: KeptMail;
}

/** The contents inside the event itself; null when some of them belong into the blob store. */
export function inlineContents({
  html,
  text,
  template,
  attachments,
  raw,
}: EmailDraft): AcceptedContents | null {
  if (attachments.length > 0) return null;
  if (raw !== undefined) {
    const inline = inlineMail(raw);
    return inline && { html: null, text: null, variables: null, attachments: [], raw: keptMail(raw, inline) };
  }
  const stored = [html, text, template?.variables ?? null].map((part) =>
    part === null ? null : (inlineText(part) ?? 'too long'),
  );
  if (stored.includes('too long')) return null;
  const [storedHtml = null, storedText = null, variables = null] = stored as (StoredText | null)[];
  return { html: storedHtml, text: storedText, variables, attachments: [] };
}

/** Stores the contents; those in the blob store are durable when this resolves. */
export async function storedContents(
  blobs: Blobs,
  { html, text, template, attachments, raw }: EmailDraft,
): Promise<AcceptedContents> {
  const kept = raw && keptMail(raw, inlineMail(raw) ?? { blob: await blobs.put(raw) });
  const store = async (part: GivenText | null) => (part === null ? null : storeText(blobs, part));
  const [storedHtml, storedText, variables, ...files] = await Promise.all([
    store(html),
    store(text),
    store(template?.variables ?? null),
    ...attachments.map(async ({ content, ...about }) => ({ ...about, content: await blobs.put(content) })),
  ]);
  return { html: storedHtml, text: storedText, variables, attachments: files, ...(kept && { raw: kept }) };
}

function keptMail(raw: Uint8Array, content: StoredText): KeptMail {
  const headEnd = Buffer.from(raw.buffer, raw.byteOffset, raw.length).indexOf('\r\n\r\n');
  return { content, bytes: raw.length, headBytes: headEnd < 0 ? raw.length : headEnd + 4 };
}

/** All recipients of a message, each once, and the header lists without duplicates. */
export interface Recipients {
  readonly to: string[];
  readonly cc: string[];
  readonly bcc: string[];
  readonly everyone: Omit<EmailRecipient, 'deliveryId'>[];
}

/** The bare address of a header value. */
function addressIn(mailbox: string): string {
  if (!mailbox.includes('<')) return mailbox;
  const parsed = parseMailbox(mailbox);
  // To send to the whole text would be to send to no one.
  if (parsed === null) throw new TypeError('a recipient is no mailbox');
  return parsed.address;
}

/**
 * A recipient who is named twice, by `addressKey`, gets one message: as `to` before `cc` before `bcc`. A recipient at
 * the sandbox domain is simulated.
 */
export function recipientsOf(
  names: SecretNames,
  workspace: string,
  draft: Pick<EmailDraft, 'to' | 'cc' | 'bcc'>,
  sandboxDomain: string,
): Recipients {
  const seen = new Set<string>();
  const everyone: Recipients['everyone'] = [];
  const sandboxEnd = addressKey(`@${sandboxDomain}`);
  const once = (kind: EmailRecipient['kind']): string[] =>
    draft[kind].filter((mailbox) => {
      const address = addressIn(mailbox);
      const key = addressKey(address);
      if (seen.has(key)) return false;
      seen.add(key);
      const suppressionId = suppressionIdOf(names, workspace, address);
      everyone.push({ suppressionId, address, kind, sandbox: key.endsWith(sandboxEnd) });
      return true;
    });
  return { to: once('to'), cc: once('cc'), bcc: once('bcc'), everyone };
}

/** The batch and campaign of a message. */
export type MessageContext = Pick<EmailAccepted, 'batch' | 'campaign'>;

/** What was decided about a message before it is accepted. */
interface DecidedMessage {
  readonly id: string;
  readonly draft: EmailDraft;
  readonly contents: AcceptedContents;
  readonly recipients: Recipients;
  /** The `suppressionId`s of the suppressed ones among them. */
  readonly suppressed: ReadonlySet<string>;
  readonly context: MessageContext;
}

/** The payload of `EmailAccepted`. */
export function acceptedData(
  { creditsPerRecipient }: { readonly creditsPerRecipient: number },
  { id, draft, contents, recipients: { to, cc, bcc, everyone }, suppressed, context }: DecidedMessage,
): Complete<EmailAccepted> {
  const isSuppressed = ({ suppressionId }: { suppressionId: string }) => suppressed.has(suppressionId);
  const reached = suppressed.size === 0 ? everyone : everyone.filter((one) => !isSuppressed(one));
  const recipients = reached.map((one, place) => ({ deliveryId: deliveryIdOf(id, place), ...one }));
  return {
    from: draft.from,
    to,
    cc,
    bcc,
    replyTo: [...draft.replyTo],
    subject: draft.subject,
    html: contents.html,
    text: contents.text,
    template: draft.template && {
      templateId: draft.template.templateId,
      revision: draft.template.revision,
      variables: contents.variables,
    },
    headers: { ...draft.headers },
    attachments: contents.attachments,
    raw: contents.raw,
    tags: [...draft.tags],
    scheduledFor: draft.scheduledFor,
    batchId: draft.batchId,
    messageStream: draft.messageStream,
    trackOpens: draft.trackOpens,
    trackClicks: draft.trackClicks,
    recipients,
    suppressedRecipients:
      suppressed.size === 0 ? [] : everyone.filter(isSuppressed).map(({ address }) => address),
    credits: recipients.length * creditsPerRecipient,
    batch: context.batch,
    campaign: context.campaign,
    requestHash: draft.requestHash,
  };
}
