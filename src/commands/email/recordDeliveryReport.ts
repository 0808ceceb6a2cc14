import { type BounceSubType, type EmailRecipient, email, type RecipientEvent } from '../../events/email.ts';
import { uuid5 } from '../../events/uuid5.ts';
import { foldedStream } from '../../runtime/fold/foldedStream.ts';
import { type Decider, handle } from '../kernel/decider.ts';
import type { Ledger } from '../kernel/ledger.ts';
import { type Fate, type FateEvent, type Fates, fateOf, NO_FATES, withEvent } from './deliveryFate.ts';

/** Origin of a report: a received mail (`dsn`, `arf`, `bounce`, `mailto`), or the hook of a mail service. */
export type ReportSource = 'dsn' | 'arf' | 'bounce' | 'mailto' | 'ses' | 'kumomta' | 'postal';

/** What a report says about a delivery after its submission. */
export type Learned =
  | {
      readonly is: 'bounced';
      readonly bounceType: 'Permanent' | 'Transient';
      readonly bounceSubType: BounceSubType;
      readonly diagnosticCode: string | null;
    }
  | { readonly is: 'delayed'; readonly diagnosticCode: string | null }
  | { readonly is: 'delivered'; readonly response: string | null }
  | { readonly is: 'complained' }
  | { readonly is: 'unsubscribed' };

export interface DeliveryReport {
  readonly emailId: string;
  /**
   * The recipient: by its place in the acceptance, by its address in any letter case, or, when the report names none, the
   * only recipient of the message.
   */
  readonly recipient: { readonly place: number } | { readonly address: string } | 'only';
  readonly learned: Learned;
  readonly source: ReportSource;
  /** The report's own id, the same each time it arrives: event ids are derived from it. */
  readonly reportId: string;
  readonly atMs: number;
}

/**
 * Result of a report. `known`: it says nothing new. `later`: the sender is in an SMTP dialogue now, and its own outcome
 * must come first; the report must be sent again. `refused`: its delivery was never handed over.
 */
export type ReportOutcome = 'recorded' | 'known' | 'later' | 'refused';

type Decided = RecipientEvent & { readonly id: string };
type Judgement = { readonly outcome: ReportOutcome; readonly events: readonly Decided[] };

/** Least time between two recorded delays of one delivery. */
const DELAY_INTERVAL_MS = 3_600_000;

/**
 * Decides over `email-{id}` what a report adds after the submission. A repeated report adds nothing. A bounce after
 * `Delivered` is recorded, and so is a Permanent one after a Transient one, since it suppresses the address.
 */
export const deliveryReportDecider: Decider<Fates, DeliveryReport, FateEvent> = {
  initial: NO_FATES,
  evolve: withEvent,
  decide: (report, fates) => judged(report, fates).events,
};

/** @throws EventStoreUnavailable; then the report must be sent again, and nothing is written twice */
export async function recordDeliveryReport(
  ledger: Ledger,
  report: Omit<DeliveryReport, 'atMs'>,
): Promise<ReportOutcome> {
  const stream = email.stream(report.emailId);
  const { state } = await foldedStream(ledger.store, stream, deliveryReportDecider);
  if (state.accepted === null) return 'refused';
  const { workspace, correlation, eventId: causation } = state.accepted;
  const origin = { workspace, actor: 'intake', correlation, causation };
  const received = { ...report, atMs: ledger.clock.nowMs() };
  const { before } = await handle(ledger, origin, stream, deliveryReportDecider, received);
  return judged(received, before).outcome;
}

const nothing = (outcome: Exclude<ReportOutcome, 'recorded'>): Judgement => ({ outcome, events: [] });

function judged(report: DeliveryReport, fates: Fates): Judgement {
  const recipient = recipientOf(report, fates);
  if (recipient === null || recipient.sandbox) return nothing('refused');
  const fate = fateOf(fates, recipient.deliveryId);
  // Before the first attempt no other server can know of the message.
  if (fate.attempts === 0) return nothing('refused');
  if (fate.at === 'claimed') return nothing('later');
  const idOf = (type: string) => uuid5('delivery report', recipient.deliveryId, type, report.reportId);
  const events = eventsOf(report, recipient, fate, idOf);
  return events.length === 0 ? nothing('known') : { outcome: 'recorded', events };
}

function recipientOf({ recipient }: DeliveryReport, { accepted }: Fates): EmailRecipient | null {
  const recipients = accepted?.recipients ?? [];
  if (recipient === 'only') return recipients.length === 1 ? (recipients[0] ?? null) : null;
  if ('place' in recipient) return recipients[recipient.place] ?? null;
  const address = recipient.address.toLowerCase();
  return recipients.find((one) => one.address.toLowerCase() === address) ?? null;
}

function eventsOf(
  { learned, source, atMs }: DeliveryReport,
  { deliveryId, address }: EmailRecipient,
  fate: Fate,
  idOf: (type: string) => string,
): Decided[] {
  const of = { deliveryId, recipient: address, sandbox: false };
  switch (learned.is) {
    case 'bounced': {
      const { bounceType, bounceSubType, diagnosticCode } = learned;
      if (fate.bounced === 'Permanent' || fate.bounced === bounceType) return [];
      if (fate.bounced !== null && bounceType === 'Transient') return [];
      const data = { ...of, bounceType, bounceSubType, diagnosticCode, source };
      return [{ id: idOf('Bounced'), type: 'Bounced', data }];
    }
    case 'delayed': {
      const id = idOf('DeliveryDelayed');
      // A delivery that is not handed over yet is retried by the sender, which records its own delays.
      if (fate.at !== 'submitted' || fate.delays.includes(id)) return [];
      if (fate.delayedAtMs !== null && atMs - fate.delayedAtMs < DELAY_INTERVAL_MS) return [];
      const { diagnosticCode } = learned;
      const data = { ...of, attempt: fate.attempts, diagnosticCode, nextAttemptAt: null, source };
      return [{ id, type: 'DeliveryDelayed', data }];
    }
    case 'delivered': {
      if (fate.delivered || fate.bounced !== null) return [];
      const delivered = {
        id: idOf('Delivered'),
        type: 'Delivered',
        data: { ...of, response: learned.response, source },
      } as const;
      if (fate.at !== 'delayed') return [delivered];
      // The server accepted it although its answer was lost: it must not be sent again.
      return [{ id: idOf('Submitted'), type: 'Submitted', data: { ...of, response: null } }, delivered];
    }
    case 'complained':
      return fate.complained ? [] : [{ id: idOf('Complained'), type: 'Complained', data: { ...of, source } }];
    case 'unsubscribed':
      return fate.unsubscribed
        ? []
        : [{ id: idOf('Unsubscribed'), type: 'Unsubscribed', data: { ...of, source } }];
  }
}
