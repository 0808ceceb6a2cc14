import type { Dressed } from '../../events/category.ts';
import { type EmailAccepted, type EmailEvent, email } from '../../events/email.ts';
import type { Position } from '../../events/event.ts';
import type { Ports } from '../../ports/ports.ts';
import { appendOnce, firstOf, type Once, unlessRefused } from '../kernel/appendOnce.ts';
import { type Ledger, newEvent, type Origin } from '../kernel/ledger.ts';
import { oneAtATime } from '../kernel/oneAtATime.ts';
import { type Issue, Refusal } from '../kernel/refusal.ts';
import { decideTemplate } from '../template/decideTemplate.ts';
import { acceptedData, type Contents, inlineContents, storedContents } from './acceptedData.ts';
import type { EmailDraft, EmailRequest, TemplateLookup } from './emailDraft.ts';
import { recipientsOf } from './recipients.ts';

/** What accepting a message needs beside the ledger. */
export interface Accepting extends Pick<Ports, 'blobs'> {
  readonly ledger: Ledger;
  readonly templates: TemplateLookup;
  /** Of the addresses those that the workspace does not send to; at once where it is known that there are none. */
  suppressedAmong(
    workspace: string,
    addresses: readonly string[],
  ): ReadonlySet<string> | Promise<ReadonlySet<string>>;
  readonly sandboxDomain: string;
  readonly creditsPerRecipient: number;
}

/** Where a message belongs beside standing for itself. */
export type Belonging = Pick<EmailAccepted, 'batch' | 'campaign'>;

const ON_ITS_OWN: Belonging = { batch: null, campaign: null };

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
export function acceptEmail(
  accepting: Accepting,
  origin: Origin,
  id: string,
  request: EmailRequest,
  refusedNow: readonly Issue[] = [],
): Promise<AcceptedEmail> {
  // Nothing is refused of what is decided already; most messages are, and each wait costs them a turn.
  if (isDecided(request) && refusedNow.length === 0) return acceptDraft(accepting, origin, id, request);
  return unlessRefused(
    async () => {
      if (refusedNow.length > 0) throw new Refusal('invalid', refusedNow);
      const draft = isDecided(request) ? request : await decideTemplate(accepting.templates, origin, request);
      return acceptDraft(accepting, origin, id, draft);
    },
    () => findAccepted(accepting.ledger, id),
  );
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
  const { ledger } = accepting;
  const inline = inlineContents(draft);
  const prepareNow = () => prepare(accepting, origin, { id, draft, inline, belonging });
  if (inline !== null) {
    const prepared = prepareNow();
    // Each wait costs a turn of its own, which most messages have no use for.
    return appendPrepared(ledger, prepared instanceof Promise ? await prepared : prepared);
  }
  // What a replay brings may differ from what was accepted: it must leave no contents that nothing refers to.
  return oneAtATime(ledger.store, id, async () => {
    const before = await findAccepted(ledger, id);
    return before ?? appendPrepared(ledger, await prepareNow());
  });
}

type AcceptedEvent = Extract<EmailEvent, { type: 'EmailAccepted' }>;

/** A message that only its append is missing of. */
export interface PreparedEmail {
  readonly id: string;
  /** With an id of its own: appended again it is recognised. */
  readonly event: Dressed<AcceptedEvent>;
}

/** Does everything for a message that may take its time: blobs are durable, recipients checked. Appends nothing. */
export async function prepareDraft(
  accepting: Accepting,
  origin: Origin,
  id: string,
  draft: EmailDraft,
  belonging: Belonging,
): Promise<PreparedEmail> {
  return prepare(accepting, origin, { id, draft, inline: inlineContents(draft), belonging });
}

interface Drafted {
  readonly id: string;
  readonly draft: EmailDraft;
  readonly inline: Contents | null;
  readonly belonging: Belonging;
}

/** Prepares at once where nothing has to be stored and it is known that nobody is suppressed. */
function prepare(
  accepting: Accepting,
  origin: Origin,
  { id, draft, inline, belonging }: Drafted,
): PreparedEmail | Promise<PreparedEmail> {
  const { ledger, blobs, sandboxDomain } = accepting;
  const named = recipientsOf(id, draft, sandboxDomain);
  const addresses = named.everyone.map(({ address }) => address);
  const asked = accepting.suppressedAmong(origin.workspace, addresses);
  const of = (contents: Contents, suppressed: ReadonlySet<string>): PreparedEmail => {
    const data = acceptedData(accepting, { draft, contents, named, suppressed, belonging });
    return { id, event: newEvent(ledger, origin, { type: 'EmailAccepted', data }) };
  };
  if (inline !== null && !(asked instanceof Promise)) return of(inline, asked);
  return Promise.all([inline ?? storedContents(blobs, draft), asked]).then((parts) => of(...parts));
}

/** Hands the append to the store within this very turn of the event loop. May be repeated after a fault. */
export async function appendPrepared(
  { store }: Ledger,
  { id, event }: PreparedEmail,
): Promise<AcceptedEmail> {
  return acceptedEmail(id, await appendOnce<AcceptedEvent>(store, email.stream(id), event));
}

/** What was accepted under the id; null when nothing was. */
export async function findAccepted(
  { store }: Pick<Ledger, 'store'>,
  id: string,
): Promise<AcceptedEmail | null> {
  const first = await firstOf<AcceptedEvent>(store, email.stream(id), 'EmailAccepted');
  return first && acceptedEmail(id, { first, isNew: false });
}

function acceptedEmail(id: string, { first, isNew }: Once<AcceptedEvent>): AcceptedEmail {
  return { id, data: first.data, at: first.metadata.at, position: first.position, isNew };
}
