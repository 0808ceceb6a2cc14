import { type EmailEvent, type EmailRecipient, email, type RecipientEvent } from '../../events/email.ts';
import type { EventMetadata } from '../../events/event.ts';
import { foldedStream } from '../../runtime/fold/foldedStream.ts';
import { type Decider, handle } from '../kernel/decider.ts';
import type { Ledger } from '../kernel/ledger.ts';
import { EMPTY_MAP, entryIn, type SharedMap, withEntry } from '../kernel/sharedMap.ts';
import type { DeliveryRef } from './deliveryToken.ts';

/** What a recipient did with a message, or a program did that reads mail for one. */
export type Reaction =
  | { readonly do: 'open'; readonly automated: boolean }
  | { readonly do: 'click'; readonly url: string; readonly automated: boolean }
  | { readonly do: 'unsubscribe' }
  | { readonly do: 'resubscribe' };

/** What one recipient has done, as far as it matters to what is recorded next. */
interface DeliveryReactions {
  /** Opens and clicks, those of programs too. */
  readonly recorded: number;
  readonly opened: boolean;
  readonly clicked: boolean;
  /** The last open or click. */
  readonly last: { readonly what: string; readonly atMs: number } | null;
  /** Null: is subscribed. */
  readonly unsubscribedAtMs: number | null;
}

interface ReactionsState {
  readonly accepted: {
    readonly workspace: string;
    readonly correlation: string;
    readonly eventId: string;
    readonly from: string;
    readonly recipients: readonly EmailRecipient[];
  } | null;
  readonly byDelivery: SharedMap<DeliveryReactions>;
}

type Command = Reaction & { readonly recipient: EmailRecipient; readonly nowMs: number };

/** Recorded events have an id and their metadata; what has just been decided has none yet. */
type Told = EmailEvent & { readonly id?: string; readonly metadata?: EventMetadata };

/** The same again within this time is one reaction: a program may ask for a picture several times. */
const SAME_MS = 10_000;
/** Opens and clicks of one delivery that are recorded: a link is open to anyone who has it, as often as they like. */
const MAX_RECORDED = 500;
/** How long an unsubscription can be taken back. */
export const UNDO_MS = 3_600_000;

const NOTHING: DeliveryReactions = {
  recorded: 0,
  opened: false,
  clicked: false,
  last: null,
  unsubscribedAtMs: null,
};

const reactionsDecider: Decider<ReactionsState, Command, Told> = {
  initial: { accepted: null, byDelivery: EMPTY_MAP },
  evolve: (state, event) => {
    if (event.id === undefined || event.metadata === undefined) return state;
    if (event.type === 'EmailAccepted') {
      const { workspace, correlation } = event.metadata;
      const { from, recipients } = event.data;
      return { ...state, accepted: { workspace, correlation, eventId: event.id, from, recipients } };
    }
    const { deliveryId } = event.data;
    const before = entryIn(state.byDelivery, deliveryId) ?? NOTHING;
    const after = reactionsAfter(before, event, Date.parse(event.metadata.at));
    return after === before
      ? state
      : { ...state, byDelivery: withEntry(state.byDelivery, deliveryId, after) };
  },
  decide: ({ recipient, nowMs, ...reaction }, { byDelivery }) => {
    const done = entryIn(byDelivery, recipient.deliveryId) ?? NOTHING;
    const of = { deliveryId: recipient.deliveryId, recipient: recipient.address, sandbox: recipient.sandbox };
    if (reaction.do === 'unsubscribe')
      return done.unsubscribedAtMs === null ? [{ type: 'Unsubscribed', data: of }] : [];
    if (reaction.do === 'resubscribe') {
      const since = done.unsubscribedAtMs;
      return since !== null && nowMs - since <= UNDO_MS ? [{ type: 'Resubscribed', data: of }] : [];
    }
    const isSame = done.last?.what === whatOf(reaction) && nowMs - done.last.atMs < SAME_MS;
    if (isSame || done.recorded >= MAX_RECORDED) return [];
    const repeated = !reaction.automated && (reaction.do === 'open' ? done.opened : done.clicked);
    const how = { ...(reaction.automated && { automated: true }), ...(repeated && { repeated: true }) };
    return reaction.do === 'open'
      ? [{ type: 'Opened', data: { ...of, ...how } }]
      : [{ type: 'Clicked', data: { ...of, url: reaction.url, ...how } }];
  },
};

const whatOf = (reaction: Extract<Reaction, { automated: boolean }>) =>
  `${reaction.automated} ${reaction.do} ${reaction.do === 'click' ? reaction.url : ''}`;

function reactionsAfter(before: DeliveryReactions, event: RecipientEvent, atMs: number): DeliveryReactions {
  const recorded = before.recorded + 1;
  switch (event.type) {
    case 'Opened': {
      const { automated = false } = event.data;
      const last = { what: whatOf({ do: 'open', automated }), atMs };
      return { ...before, recorded, last, opened: before.opened || !automated };
    }
    case 'Clicked': {
      const { automated = false, url } = event.data;
      const last = { what: whatOf({ do: 'click', automated, url }), atMs };
      return { ...before, recorded, last, clicked: before.clicked || !automated };
    }
    case 'Unsubscribed':
      return { ...before, unsubscribedAtMs: before.unsubscribedAtMs ?? atMs };
    case 'Resubscribed':
      return { ...before, unsubscribedAtMs: null };
    default:
      return before;
  }
}

/** A recipient of a message as a page shows it. */
export interface RecipientOfMessage {
  /** The message's From, as in its header. */
  readonly from: string;
  readonly address: string;
  /** Milliseconds since 1970; null while nobody has unsubscribed by this message. */
  readonly unsubscribedAtMs: number | null;
}

/**
 * Null when the log has no such message or recipient, as after an older backup was restored.
 * @throws EventStoreUnavailable
 */
export async function recipientOfMessage(
  { store }: Pick<Ledger, 'store'>,
  ref: DeliveryRef,
): Promise<RecipientOfMessage | null> {
  const { state } = await foldedStream(store, email.stream(ref.emailId), reactionsDecider);
  const recipient = state.accepted?.recipients[ref.recipient];
  if (state.accepted === null || recipient === undefined) return null;
  const { unsubscribedAtMs } = entryIn(state.byDelivery, recipient.deliveryId) ?? NOTHING;
  return { from: state.accepted.from, address: recipient.address, unsubscribedAtMs };
}

/**
 * Records what a recipient did; what has been recorded already is passed over. Resolves with whether there is such a
 * message and recipient.
 * @throws EventStoreUnavailable
 */
export async function recordReaction(ledger: Ledger, ref: DeliveryRef, reaction: Reaction): Promise<boolean> {
  const stream = email.stream(ref.emailId);
  const { accepted } = (await foldedStream(ledger.store, stream, reactionsDecider)).state;
  const recipient = accepted?.recipients[ref.recipient];
  if (accepted === null || recipient === undefined) return false;
  const { workspace, correlation, eventId: causation } = accepted;
  const origin = { workspace, actor: 'recipient', correlation, causation };
  await handle(ledger, origin, stream, reactionsDecider, {
    ...reaction,
    recipient,
    nowMs: ledger.clock.nowMs(),
  });
  return true;
}
