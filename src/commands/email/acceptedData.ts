import type { EmailAccepted, EmailAttachment } from '../../events/email.ts';
import type { StoredText } from '../../events/schema.ts';
import type { Blobs } from '../../ports/blobs.ts';
import { type GivenText, inlineText, storeText } from '../kernel/storedText.ts';
import type { EmailDraft } from './emailDraft.ts';
import type { Recipients } from './recipients.ts';

/** A message's texts and attachments, where the ledger keeps them. */
export interface Contents {
  readonly html: StoredText | null;
  readonly text: StoredText | null;
  readonly variables: StoredText | null;
  readonly attachments: EmailAttachment[];
}

/** The contents as they stand in the event itself; null when some of them are for the blob store. */
export function inlineContents({ html, text, template, attachments }: EmailDraft): Contents | null {
  if (attachments.length > 0) return null;
  const kept = [html, text, template?.variables ?? null].map((part) =>
    part === null ? null : (inlineText(part) ?? 'too long'),
  );
  if (kept.includes('too long')) return null;
  const [keptHtml = null, keptText = null, variables = null] = kept as (StoredText | null)[];
  return { html: keptHtml, text: keptText, variables, attachments: [] };
}

/** Keeps the contents; those in the blob store are durable when this resolves. */
export async function storedContents(
  blobs: Blobs,
  { html, text, template, attachments }: EmailDraft,
): Promise<Contents> {
  const keep = async (part: GivenText | null) => (part === null ? null : storeText(blobs, part));
  const [keptHtml, keptText, variables, ...files] = await Promise.all([
    keep(html),
    keep(text),
    keep(template?.variables ?? null),
    ...attachments.map(async ({ content, ...about }) => ({ ...about, content: await blobs.put(content) })),
  ]);
  return { html: keptHtml, text: keptText, variables, attachments: files };
}

/** What was decided of a message before it is accepted. */
interface DecidedDraft {
  readonly draft: EmailDraft;
  readonly contents: Contents;
  readonly named: Recipients;
  /** Of those named: who is not sent to. */
  readonly suppressed: ReadonlySet<string>;
  readonly belonging: Pick<EmailAccepted, 'batch' | 'campaign'>;
}

/** The payload of `EmailAccepted`. */
export function acceptedData(
  { creditsPerRecipient }: { readonly creditsPerRecipient: number },
  { draft, contents, named, suppressed, belonging }: DecidedDraft,
): EmailAccepted {
  const { to, cc, bcc, everyone } = named;
  const isSuppressed = ({ address }: { address: string }) => suppressed.has(address);
  const recipients = suppressed.size === 0 ? everyone : everyone.filter((one) => !isSuppressed(one));
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
    ...belonging,
  };
}
