import type { EmailRecipient } from '../../events/email.ts';
import { type BounceSubType, email, type RecipientEvent } from '../../events/email.ts';
import { uuid5 } from '../../events/uuid5.ts';
import { foldedStream } from '../../runtime/fold/foldedStream.ts';
import { type Decider, handle } from '../kernel/decider.ts';
import type { Ledger } from '../kernel/ledger.ts';
import { type Fate, type FateEvent, type Fates, fateOf, NO_FATES, withEvent } from './deliveryFate.ts';

/** Who told it: a mail in the intake (`dsn`, `arf`, `bounce`, `mailto`), or the hook of a mail service by its name. */
export type ReportSource = 'dsn' | 'arf' | 'bounce' | 'mailto' | 'ses' | 'kumomta' | 'postal';

/** What there is to learn of a delivery after its submission. */
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
   * The recipient: by its place in the acceptance, by its address in any letter case, or, where the report names none,
   * the only one that the message has.
   */
  readonly recipient: { readonly place: number } | { readonly address: string } | 'only';
  readonly learned: Learned;
  readonly source: ReportSource;
  /** The report's own name, the same each time it is told: event ids follow from it. */
  readonly reportId: string;
  readonly atMs: number;
}

/**
 * What came of a report. `known`: nothing new in it. `later`: the sender speaks to the server at this moment, so that its
 * own outcome comes first; to be told again. `refused`: it is of no delivery that was ever handed over.
 */
export type ReportOutcome = 'recorded' | 'known' | 'later' | 'refused';

type Decided = RecipientEvent & { readonly id: string };
type Judgement = { readonly outcome: ReportOutcome; readonly events: readonly Decided[] };

/** Delays of one delivery are told this far apart at least. */
const DELAYS_APART_MS = 3_600_000;

/**
 * Decides over `email-{id}` what is learned of a recipient after its submission. The same report twice is nothing; a
 * bounce after `Delivered` is told, and so is a Permanent one after a Transient one, since it suppresses.
 */
export const deliveryReportDecider: Decider<Fates, DeliveryReport, FateEvent> = {
  initial: NO_FATES,
  evolve: withEvent,
  decide: (report, fates) => judged(report, fates).events,
};

/** @throws EventStoreUnavailable; then the reporter has to tell it again, and nothing is written twice */
export async function learnOfDelivery(
  ledger: Ledger,
  report: Omit<DeliveryReport, 'atMs'>,
): Promise<ReportOutcome> {
  const stream = email.stream(report.emailId);
  const { state } = await foldedStream(ledger.store, stream, deliveryReportDecider);
  if (state.accepted === null) return 'refused';
  const { workspace, correlation, eventId: causation } = state.accepted;
  const origin = { workspace, actor: 'intake', correlation, causation };
  const told = { ...report, atMs: ledger.clock.nowMs() };
  const { before } = await handle(ledger, origin, stream, deliveryReportDecider, told);
  return judged(told, before).outcome;
}

const nothing = (outcome: Exclude<ReportOutcome, 'recorded'>): Judgement => ({ outcome, events: [] });

function judged(report: DeliveryReport, fates: Fates): Judgement {
  const recipient = recipientOf(report, fates);
  if (recipient === null || recipient.sandbox) return nothing('refused');
  const fate = fateOf(fates, recipient.deliveryId);
  // Nobody but this service knows of a message that it has not begun to hand over.
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
      // A delivery that is not handed over yet is tried again by the sender, which tells of it.
      if (fate.at !== 'submitted' || fate.delays.includes(id)) return [];
      if (fate.delayedAtMs !== null && atMs - fate.delayedAtMs < DELAYS_APART_MS) return [];
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
      // The server had taken it although its answer was lost: it need not be sent again.
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
