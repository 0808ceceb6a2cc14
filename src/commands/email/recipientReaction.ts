import { type EmailEvent, email, type RecipientEvent } from '../../events/email.ts';
import type { EmailRecipient } from '../../events/emailAccepted.ts';
import type { AgentClass, AutomatedBy, UnsubscribeWay } from '../../events/emailEvidence.ts';
import { recipientFields } from '../../events/recipientFields.ts';
import { foldedStream } from '../../follow/fold/foldedStream.ts';
import { type Decider, handle, type MaybeRecorded } from '../kernel/decider.ts';
import { EMPTY_MAP, entryIn, type ImmutableMap, withEntry } from '../kernel/immutableMap.ts';
import type { Ledger } from '../kernel/ledger.ts';
import type { DeliveryRef } from './deliveryToken.ts';
import {
  isUnsubscribed,
  MAX_UNDONE,
  mayUndo,
  type Suppression,
  type SuppressionOf,
  suppressionNow,
  type Unsubscribing,
} from './unsubscribing.ts';

/** Who made a request. `automatedBy`: what shows that it is a program; null: nothing does. */
export interface Agent {
  readonly agent: AgentClass;
  readonly automatedBy: AutomatedBy | null;
}

/** What a recipient did with a message, or a program that reads the recipient's mail. */
export type Reaction =
  | ({ readonly do: 'open' } & Agent)
  | ({ readonly do: 'click'; readonly url: string } & Agent)
  | { readonly do: 'unsubscribe'; readonly way: UnsubscribeWay }
  | { readonly do: 'resubscribe' };

/** What one recipient has done, as far as later reactions depend on it. */
interface DeliveryReactions extends Unsubscribing {
  /** Recorded opens and clicks, including those of programs. */
  readonly recorded: number;
  readonly opened: boolean;
  readonly clicked: boolean;
  /** The last open or click. */
  readonly last: { readonly what: string; readonly atMs: number } | null;
}

interface ReactionsState {
  readonly accepted: {
    readonly workspace: string;
    readonly correlation: string;
    readonly eventId: string;
    readonly from: string;
    readonly recipients: readonly EmailRecipient[];
  } | null;
  readonly byDelivery: ImmutableMap<DeliveryReactions>;
}

type Command = Reaction & {
  readonly recipient: EmailRecipient;
  readonly nowMs: number;
  /** Asked for an unsubscription and its undo alone. */
  readonly suppression: Suppression | null;
};

/** Equal reactions within this time count once: a program may load the picture several times. */
const SAME_MS = 10_000;
/** Most opens and clicks recorded for one delivery: anyone who has a link can follow it any number of times. */
const MAX_RECORDED = 500;

const NOTHING: DeliveryReactions = {
  recorded: 0,
  opened: false,
  clicked: false,
  last: null,
  unsubscribedAtMs: null,
  undone: 0,
};

const reactionsDecider: Decider<ReactionsState, Command, MaybeRecorded<EmailEvent>> = {
  initial: { accepted: null, byDelivery: EMPTY_MAP },
  // A wish is kept by the recipient's `suppressionId`.
  mayLackParts: true,
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
  decide: ({ recipient, nowMs, suppression, ...reaction }, { byDelivery }) => {
    const done = entryIn(byDelivery, recipient.deliveryId) ?? NOTHING;
    const of = recipientFields(recipient);
    if (reaction.do === 'unsubscribe')
      return isUnsubscribed(done, nowMs, suppression !== null)
        ? []
        : [{ type: 'Unsubscribed', data: { ...of, way: reaction.way } }];
    if (reaction.do === 'resubscribe')
      return mayUndo(done, nowMs, recipient, suppression) ? [{ type: 'Resubscribed', data: of }] : [];
    const { agent, automatedBy } = reaction;
    const automated = automatedBy !== null;
    const isSame = done.last?.what === keyOf({ ...reaction, automated }) && nowMs - done.last.atMs < SAME_MS;
    if (isSame || done.recorded >= MAX_RECORDED) return [];
    const repeated = !automated && (reaction.do === 'open' ? done.opened : done.clicked);
    const how = { agent, ...(automated && { automated, automatedBy }), ...(repeated && { repeated }) };
    return reaction.do === 'open'
      ? [{ type: 'Opened', data: { ...of, ...how } }]
      : [{ type: 'Clicked', data: { ...of, url: reaction.url, ...how } }];
  },
};

const keyOf = (reaction: { do: 'open' | 'click'; automated: boolean; url?: string }) =>
  `${reaction.automated} ${reaction.do} ${reaction.url ?? ''}`;

function reactionsAfter(before: DeliveryReactions, event: RecipientEvent, atMs: number): DeliveryReactions {
  const recorded = before.recorded + 1;
  switch (event.type) {
    case 'Opened': {
      const { automated = false } = event.data;
      const last = { what: keyOf({ do: 'open', automated }), atMs };
      return { ...before, recorded, last, opened: before.opened || !automated };
    }
    case 'Clicked': {
      const { automated = false, url } = event.data;
      const last = { what: keyOf({ do: 'click', automated, url }), atMs };
      return { ...before, recorded, last, clicked: before.clicked || !automated };
    }
    case 'Unsubscribed':
      return { ...before, unsubscribedAtMs: atMs };
    case 'Resubscribed':
      return { ...before, unsubscribedAtMs: null, undone: before.undone + 1 };
    case 'SubmissionAttempted':
    case 'Submitted':
    case 'Delivered':
    case 'DeliveryDelayed':
    case 'Bounced':
    case 'Complained':
    case 'ReportKept':
    case 'Rejected':
    case 'RenderingFailed':
      return before;
  }
}

/** A recipient of a message, for the unsubscribe page. */
export interface RecipientOfMessage {
  /** The message's From header. */
  readonly from: string;
  readonly address: string;
  /** By this message. */
  readonly isUnsubscribed: boolean;
  readonly mayUndo: boolean;
  /** Suppressed by something else: the link of another message, a bounce, a complaint or an operator. */
  readonly isHeldByOther: boolean;
  /** The link takes nothing back: it was undone so often that it stays, or something else suppresses. */
  readonly isFinal: boolean;
}

/**
 * Null when the log has no such message or recipient, for example after an older backup was restored.
 * @throws EventStoreUnavailable
 */
export async function recipientOfMessage(
  { store, clock }: Pick<Ledger, 'store' | 'clock'>,
  ref: DeliveryRef,
  suppressionOf: SuppressionOf,
): Promise<RecipientOfMessage | null> {
  const { state } = await foldedStream(store, email.stream(ref.emailId), reactionsDecider);
  const recipient = state.accepted?.recipients[ref.recipient];
  if (state.accepted === null || recipient === undefined) return null;
  const done = entryIn(state.byDelivery, recipient.deliveryId) ?? NOTHING;
  const nowMs = clock.nowMs();
  const suppression = await suppressionNow(recipient, suppressionOf);
  const isHeldByOther = suppression !== null && suppression.unsubscribedFrom !== recipient.deliveryId;
  return {
    from: state.accepted.from,
    address: recipient.address,
    isUnsubscribed: isUnsubscribed(done, nowMs, suppression !== null),
    mayUndo: mayUndo(done, nowMs, recipient, suppression),
    isHeldByOther,
    isFinal: isHeldByOther || done.undone >= MAX_UNDONE,
  };
}

/**
 * Records a reaction, unless it is recorded already. Resolves with whether the message and the recipient exist.
 * @throws EventStoreUnavailable
 */
export async function recordReaction(
  ledger: Ledger,
  ref: DeliveryRef,
  reaction: Reaction,
  suppressionOf: SuppressionOf,
): Promise<boolean> {
  const stream = email.stream(ref.emailId);
  const { accepted, byDelivery } = (await foldedStream(ledger.store, stream, reactionsDecider)).state;
  const recipient = accepted?.recipients[ref.recipient];
  if (accepted === null || recipient === undefined) return false;
  const { workspace, correlation, eventId: causation } = accepted;
  const origin = { workspace, actor: 'recipient', correlation, causation };
  // A first unsubscription needs the log alone: no read model that is away may lose it.
  const isFirst = (entryIn(byDelivery, recipient.deliveryId) ?? NOTHING).unsubscribedAtMs === null;
  const asks = !isFirst && (reaction.do === 'unsubscribe' || reaction.do === 'resubscribe');
  const suppression = asks ? await suppressionNow(recipient, suppressionOf) : null;
  const command = { ...reaction, recipient, nowMs: ledger.clock.nowMs(), suppression };
  await handle(ledger, origin, stream, reactionsDecider, command);
  return true;
}
