import { type EmailAccepted, email, type RecordedEmailEvent } from '../events/email.ts';
import type { NewEvent, Position } from '../events/envelope.ts';
import type { Blobs } from '../ports/blobs.ts';
import { RevisionConflict } from '../ports/eventStore.ts';
import { decideTemplate } from './decideTemplate.ts';
import type { EmailDraft, EmailRequest, TemplateLookup } from './emailDraft.ts';
import { type Ledger, newEvents, type Origin } from './ledger.ts';
import { recipientsOf } from './recipients.ts';
import { type Issue, Refusal } from './refusal.ts';
import { inlineText, storeText } from './storedText.ts';

/** What accepting a message needs beside the ledger. */
export interface Accepting {
  readonly ledger: Ledger;
  readonly blobs: Blobs;
  readonly templates: TemplateLookup;
  /** Of the addresses those that the workspace does not send to. */
  suppressedAmong(workspace: string, addresses: readonly string[]): Promise<ReadonlySet<string>>;
  readonly sandboxDomain: string;
  readonly creditsPerRecipient: number;
}

/** Where a message belongs beside standing for itself. */
export type Belonging = Pick<EmailAccepted, 'batch' | 'campaign'>;

export const ON_ITS_OWN: Belonging = { batch: null, campaign: null };

/** A message of the ledger, just taken in or found there. */
export interface AcceptedEmail {
  readonly id: string;
  readonly data: EmailAccepted;
  /** When it was accepted. */
  readonly at: string;
  readonly position: Position;
  /** False when the id had been accepted before: then `data` is what was accepted then. */
  readonly isNew: boolean;
}

/**
 * Accepts what a customer asks for under the id that its idempotency key gives. A replay gets what was accepted
 * first; refusals that hang on time or state (`refusedNow`, an unknown template) are for new messages only.
 * @throws Refusal `invalid`, EventStoreUnavailable, BlobsUnavailable, DocumentsUnavailable
 */
export async function acceptEmail(
  accepting: Accepting,
  origin: Origin,
  id: string,
  request: EmailRequest,
  refusedNow: readonly Issue[] = [],
): Promise<AcceptedEmail> {
  try {
    if (refusedNow.length > 0) throw new Refusal('invalid', refusedNow);
    const draft = isDecided(request) ? request : await decideTemplate(accepting.templates, origin, request);
    return await acceptDraft(accepting, origin, id, draft);
  } catch (error) {
    const before = error instanceof Refusal ? await findAccepted(accepting.ledger, id) : null;
    if (before === null) throw error;
    return before;
  }
}

/** Without a template nothing is left to be looked up. */
function isDecided(request: EmailRequest): request is EmailRequest & EmailDraft {
  return request.template === null && request.subject !== null;
}

/**
 * Accepts a fully decided message: charge, receipt and idempotency in one append. Contents too large for an event are
 * durable before it. Under an id that was accepted before, nothing is written and the first message answers.
 */
export async function acceptDraft(
  accepting: Accepting,
  origin: Origin,
  id: string,
  draft: EmailDraft,
  belonging: Belonging = ON_ITS_OWN,
): Promise<AcceptedEmail> {
  return appendPrepared(accepting.ledger, await prepareDraft(accepting, origin, id, draft, belonging));
}

/** A message that only its append is missing of. */
export interface PreparedEmail {
  readonly id: string;
  readonly data: EmailAccepted;
  /** The one event, with an id of its own: appended again it is recognised. */
  readonly events: readonly NewEvent[];
}

/** Does everything for a message that may take its time: blobs are durable, recipients checked. Appends nothing. */
export async function prepareDraft(
  accepting: Accepting,
  origin: Origin,
  id: string,
  draft: EmailDraft,
  belonging: Belonging,
): Promise<PreparedEmail> {
  const data = await acceptedData(accepting, origin.workspace, id, draft, belonging);
  return { id, data, events: newEvents(accepting.ledger, origin, [{ type: 'EmailAccepted', data }]) };
}

/** Hands the append to the store within this very turn of the event loop. May be repeated after a fault. */
export async function appendPrepared(
  ledger: Ledger,
  { id, data, events }: PreparedEmail,
): Promise<AcceptedEmail> {
  const at = events[0]?.metadata.at ?? '';
  try {
    const { position } = await ledger.store.append(email.stream(id), 'no-stream', events);
    return { id, data, at, position, isNew: true };
  } catch (error) {
    const before = error instanceof RevisionConflict ? await findAccepted(ledger, id) : null;
    if (before === null) throw error;
    return before;
  }
}

/** What was accepted under the id; null when nothing was. */
export async function findAccepted(
  { store }: Pick<Ledger, 'store'>,
  id: string,
): Promise<AcceptedEmail | null> {
  const [first] = (await store.readStream(email.stream(id), { limit: 1 })) as readonly RecordedEmailEvent[];
  if (first?.type !== 'EmailAccepted') return null;
  return { id, data: first.data, at: first.metadata.at, position: first.position, isNew: false };
}

async function acceptedData(
  { blobs, suppressedAmong, sandboxDomain, creditsPerRecipient }: Accepting,
  workspace: string,
  id: string,
  draft: EmailDraft,
  belonging: Belonging,
): Promise<EmailAccepted> {
  const { to, cc, bcc, everyone } = recipientsOf(id, draft, sandboxDomain);
  const keep = (text: string | null) => (text === null ? null : (inlineText(text) ?? storeText(blobs, text)));
  const [suppressed, html, text, variables, ...attachments] = await Promise.all([
    suppressedAmong(
      workspace,
      everyone.map(({ address }) => address),
    ),
    keep(draft.html),
    keep(draft.text),
    keep(draft.template?.variables ?? null),
    ...draft.attachments.map(async ({ content, ...about }) => ({
      ...about,
      content: await blobs.put(content),
    })),
  ]);
  const recipients =
    suppressed.size === 0 ? everyone : everyone.filter((one) => !suppressed.has(one.address));
  return {
    from: draft.from,
    to,
    cc,
    bcc,
    replyTo: [...draft.replyTo],
    subject: draft.subject,
    html,
    text,
    template: draft.template && {
      templateId: draft.template.templateId,
      revision: draft.template.revision,
      variables,
    },
    headers: { ...draft.headers },
    attachments,
    tags: [...draft.tags],
    scheduledFor: draft.scheduledFor,
    batchId: draft.batchId,
    messageStream: draft.messageStream,
    trackOpens: draft.trackOpens,
    trackClicks: draft.trackClicks,
    recipients,
    suppressedRecipients: everyone.flatMap(({ address }) => (suppressed.has(address) ? [address] : [])),
    credits: recipients.length * creditsPerRecipient,
    ...belonging,
  };
}
