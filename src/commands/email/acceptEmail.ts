import type { WithMetadata } from '../../events/category.ts';
import { type EmailEvent, email } from '../../events/email.ts';
import type { EmailAccepted } from '../../events/emailAccepted.ts';
import type { Position } from '../../events/event.ts';
import type { Ports } from '../../ports/ports.ts';
import { appendOnce, firstEventOf, type Once, unlessRefused } from '../kernel/appendOnce.ts';
import { type Ledger, newEvent, type Origin } from '../kernel/ledger.ts';
import { oneAtATime } from '../kernel/oneAtATime.ts';
import { type Issue, Refusal } from '../kernel/refusal.ts';
import {
  type AcceptedContents,
  acceptedData,
  inlineContents,
  type MessageContext,
  recipientsOf,
  storedContents,
} from './acceptedData.ts';
import { type DraftDependencies, decideDraft } from './decideDraft.ts';
import type { EmailDraft, EmailRequest } from './emailDraft.ts';

/** What is needed to accept a message. */
export interface AcceptDependencies extends DraftDependencies, Pick<Ports, 'blobs'> {
  readonly ledger: Ledger;
  /** The suppressed ones, by `suppressionIdOf`; not a promise when it is known at once that there are none. */
  suppressedAmong(suppressionIds: readonly string[]): ReadonlySet<string> | Promise<ReadonlySet<string>>;
  readonly sandboxDomain: string;
  readonly creditsPerRecipient: number;
}

const STANDALONE: MessageContext = { batch: null, campaign: null };

/** An accepted message, either new or found in the log. */
export interface AcceptedEmail {
  readonly id: string;
  readonly data: EmailAccepted;
  /** When it was accepted. */
  readonly at: string;
  readonly position: Position;
  /** False when the id was accepted before: then `data` is that of the first message. */
  readonly isNew: boolean;
}

/**
 * Accepts a customer's message under the id of its idempotency key. A replay gets the message that was accepted first;
 * refusals that depend on time or state (`refusedNow`, an unknown template) are for new messages only.
 * @throws Refusal `invalid`, EventStoreUnavailable, BlobsUnavailable, DocumentsUnavailable
 */
export function acceptEmail(
  accepting: AcceptDependencies,
  origin: Origin,
  id: string,
  request: EmailRequest,
  refusedNow: readonly Issue[] = [],
): Promise<AcceptedEmail> {
  // Not begun for what is refused anyway: a look-up that fails and that nothing awaits would end the process.
  const isForeign = refusedNow.length === 0 && accepting.isForeignSender(origin.workspace, request.from);
  // A request without a template can't be refused here. Most messages have none, and each wait costs them a turn.
  if (isForeign === false && isDecided(request) && refusedNow.length === 0)
    return acceptDraft(accepting, origin, id, request);
  return unlessRefused(
    async () => {
      if (refusedNow.length > 0) throw new Refusal('invalid', refusedNow);
      const draft = await decideDraft({ ...accepting, isForeignSender: () => isForeign }, origin, request);
      return acceptDraft(accepting, origin, id, draft);
    },
    () => findAccepted(accepting.ledger, id),
  );
}

/** Without a template there is nothing to look up. */
function isDecided(request: EmailRequest): request is EmailRequest & EmailDraft {
  return request.template === null && request.subject !== null;
}

/**
 * Accepts a fully decided message: charge, receipt and idempotency in one append. Contents too large for an event are
 * durable before it. When the id was accepted before, nothing is written and the first message is the result.
 */
export function acceptDraft(
  accepting: AcceptDependencies,
  origin: Origin,
  id: string,
  draft: EmailDraft,
  context: MessageContext = STANDALONE,
): Promise<AcceptedEmail> {
  const { ledger } = accepting;
  const inline = inlineContents(draft);
  const prepareNow = () => prepare(accepting, origin, { id, draft, inline, context });
  if (inline !== null) {
    const prepared = prepareNow();
    // Awaiting costs a turn of the event loop, which most messages don't need.
    return prepared instanceof Promise
      ? prepared.then((later) => appendPrepared(ledger, later))
      : appendPrepared(ledger, prepared);
  }
  // A replay may have other contents than the accepted message: they must not stay in the blob store unreferenced.
  return oneAtATime(ledger.store, id, async () => {
    const before = await findAccepted(ledger, id);
    return before ?? appendPrepared(ledger, await prepareNow());
  });
}

type AcceptedEvent = Extract<EmailEvent, { type: 'EmailAccepted' }>;

/** A message that is ready to be appended. */
export interface PreparedEmail {
  readonly id: string;
  /** Its id is fixed, so that a repeated append is recognised. */
  readonly event: WithMetadata<AcceptedEvent>;
}

/** Does the slow work for a message: stores its blobs and checks its recipients. Appends nothing. */
export async function prepareDraft(
  accepting: AcceptDependencies,
  origin: Origin,
  id: string,
  draft: EmailDraft,
  context: MessageContext,
): Promise<PreparedEmail> {
  return prepare(accepting, origin, { id, draft, inline: inlineContents(draft), context });
}

interface Drafted {
  readonly id: string;
  readonly draft: EmailDraft;
  readonly inline: AcceptedContents | null;
  readonly context: MessageContext;
}

/** Not a promise when nothing has to be stored and it is known at once that no recipient is suppressed. */
function prepare(
  accepting: AcceptDependencies,
  origin: Origin,
  { id, draft, inline, context }: Drafted,
): PreparedEmail | Promise<PreparedEmail> {
  const { ledger, blobs, sandboxDomain } = accepting;
  const recipients = recipientsOf(ledger.ids, origin.workspace, draft, sandboxDomain);
  const suppression = accepting.suppressedAmong(
    recipients.everyone.map(({ suppressionId }) => suppressionId),
  );
  const prepared = (contents: AcceptedContents, suppressed: ReadonlySet<string>): PreparedEmail => {
    const data = acceptedData(accepting, { id, draft, contents, recipients, suppressed, context });
    return { id, event: newEvent(ledger, origin, { type: 'EmailAccepted', data }) };
  };
  if (inline !== null && !(suppression instanceof Promise)) return prepared(inline, suppression);
  return Promise.all([inline ?? storedContents(blobs, draft), suppression]).then((all) => prepared(...all));
}

/** Calls the store in the same turn of the event loop. May be repeated after a failure. */
export async function appendPrepared(
  { store }: Ledger,
  { id, event }: PreparedEmail,
): Promise<AcceptedEmail> {
  return acceptedEmail(id, await appendOnce<AcceptedEvent>(store, email.stream(id), event));
}

/** The message accepted under the id, or null. */
export async function findAccepted(
  { store }: Pick<Ledger, 'store'>,
  id: string,
): Promise<AcceptedEmail | null> {
  const first = await firstEventOf<AcceptedEvent>(store, email.stream(id), 'EmailAccepted');
  return first && acceptedEmail(id, { first, isNew: false });
}

function acceptedEmail(id: string, { first, isNew }: Once<AcceptedEvent>): AcceptedEmail {
  return { id, data: first.data, at: first.metadata.at, position: first.position, isNew };
}
