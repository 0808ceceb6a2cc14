import type { EmailEvent } from '../../events/email.ts';
import type { EmailRecipient } from '../../events/emailAccepted.ts';
import type { MaybeRecorded } from '../kernel/decider.ts';
import { EMPTY_MAP, entryIn, type ImmutableMap, withEntry } from '../kernel/immutableMap.ts';

/** The state of one recipient, as far as later reports depend on it. */
export interface Fate {
  /** Attempts begun. */
  readonly attempts: number;
  /** `claimed`: a sender is in an SMTP dialogue now, or crashed in it. */
  readonly at: 'waiting' | 'claimed' | 'delayed' | 'submitted' | 'ended';
  readonly delivered: boolean;
  readonly bounced: 'Permanent' | 'Transient' | null;
  readonly complained: boolean;
  /** Null: subscribed. */
  readonly unsubscribedAtMs: number | null;
  /** Event ids of the last reports, by which a repeated report is known. */
  readonly reports: readonly string[];
  /** Reports that were kept as evidence alone. */
  readonly kept: number;
  /** Time of the last attempt and of the last delay, in milliseconds since 1970. */
  readonly attemptedAtMs: number;
  readonly delayedAtMs: number | null;
}

/** A message's recipients and their states. */
export interface Fates {
  readonly accepted: {
    readonly eventId: string;
    readonly workspace: string;
    readonly correlation: string;
    readonly recipients: readonly EmailRecipient[];
  } | null;
  /** By delivery id. */
  readonly byDelivery: ImmutableMap<Fate>;
}

export type FateEvent = MaybeRecorded<EmailEvent>;

const UNTOUCHED: Fate = {
  attempts: 0,
  at: 'waiting',
  delivered: false,
  bounced: null,
  complained: false,
  unsubscribedAtMs: null,
  reports: [],
  kept: 0,
  attemptedAtMs: 0,
  delayedAtMs: null,
};

const MAX_REPORTS = 24;

export const NO_FATES: Fates = { accepted: null, byDelivery: EMPTY_MAP };

export function fateOf({ byDelivery }: Fates, deliveryId: string): Fate {
  return entryIn(byDelivery, deliveryId) ?? UNTOUCHED;
}

/** The states after one more event of the stream. */
export function withEvent(fates: Fates, event: FateEvent): Fates {
  if (event.type === 'EmailAccepted') {
    const { id: eventId = '', metadata } = event;
    const { workspace = '', correlation = '' } = metadata ?? {};
    return { ...fates, accepted: { eventId, workspace, correlation, recipients: event.data.recipients } };
  }
  const { deliveryId } = event.data;
  const fate = fateAfter(fateOf(fates, deliveryId), event);
  const isReport = 'source' in event.data && event.data.source !== undefined;
  const reports = isReport ? [...fate.reports, event.id ?? ''].slice(-MAX_REPORTS) : fate.reports;
  return { ...fates, byDelivery: withEntry(fates.byDelivery, deliveryId, { ...fate, reports }) };
}

function fateAfter(fate: Fate, event: Exclude<FateEvent, { type: 'EmailAccepted' }>): Fate {
  const atMs = event.metadata === undefined ? null : Date.parse(event.metadata.at);
  switch (event.type) {
    case 'SubmissionAttempted':
      return {
        ...fate,
        attempts: event.data.attempt,
        at: 'claimed',
        attemptedAtMs: atMs ?? fate.attemptedAtMs,
      };
    case 'DeliveryDelayed': {
      const delayedAtMs = atMs ?? fate.delayedAtMs;
      const at = fate.at === 'submitted' || fate.at === 'ended' ? fate.at : 'delayed';
      return { ...fate, at, delayedAtMs };
    }
    case 'Submitted':
      return { ...fate, at: 'submitted' };
    case 'Delivered':
      return { ...fate, at: 'ended', delivered: true };
    case 'Bounced': {
      const bounced = fate.bounced === 'Permanent' ? fate.bounced : event.data.bounceType;
      return { ...fate, at: 'ended', bounced };
    }
    case 'Rejected':
    case 'RenderingFailed':
      return { ...fate, at: 'ended' };
    case 'ReportKept':
      return { ...fate, kept: fate.kept + 1 };
    case 'Complained':
      return { ...fate, complained: true };
    case 'Unsubscribed':
      return { ...fate, unsubscribedAtMs: atMs ?? 0 };
    case 'Resubscribed':
      return { ...fate, unsubscribedAtMs: null };
    case 'Opened':
    case 'Clicked':
      return fate;
  }
}
