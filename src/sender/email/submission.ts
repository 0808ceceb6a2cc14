import type { KnownAddresses } from '../../commands/email/recordDeliveryReport.ts';
import { asciiAddress } from '../../events/addressForms.ts';
import { streamId, type WithMetadata } from '../../events/category.ts';
import type { RecipientEvent } from '../../events/email.ts';
import type { EmailRecipient } from '../../events/emailAccepted.ts';
import { recipientFields } from '../../events/recipientFields.ts';
import type { MailOutcome, OutgoingMail } from '../../ports/mailer.ts';
import type { Ports } from '../../ports/ports.ts';
import { type ClaimDependencies, type ClaimedDelivery, sendClaimed } from '../claim/claimedSend.ts';
import { newClaim } from '../claim/claims.ts';
import { turnOf } from '../claim/claimTurn.ts';
import type { MailRoute, RoutePass } from '../route/mailRoute.ts';
import { type Delivery, type EmailProgress, withoutReleased } from './emailProgress.ts';
import type { EmailStream } from './emailStream.ts';
import { outcomeEvents } from './mailOutcome.ts';
import { withEvidence } from './repeatedRefusal.ts';

export interface SubmissionDependencies
  extends ClaimDependencies<RecipientEvent>,
    Pick<Ports, 'mailer' | 'ids' | 'metrics'> {
  readonly route: MailRoute;
  readonly known: Pick<KnownAddresses, 'get'>;
}

type SubmissionAttempted = Extract<RecipientEvent, { type: 'SubmissionAttempted' }>;

/** What one recipient's server is to be given. */
export interface Envelope {
  sender(recipient: EmailRecipient): string;
  /** Whether reports to the sender come back to the service. */
  readonly reportsComeBack: boolean;
  /** As in `Handover`. */
  readonly dkim: readonly string[];
  /** As in `Submitted`. */
  readonly subject?: string;
  message(recipient: EmailRecipient): Pick<OutgoingMail, 'raw' | 'sevenBit'>;
}

/** What a run of sends reports and asks. */
export interface SendsWatch {
  /** A send has used its grant of the pace, with success or without. */
  consume(deliveryId: string): void;
  /** Whether other messages wait for the memory that this one takes. */
  othersWait(): boolean;
}

/** Those of the deliveries that may be taken now; claims under which nothing was sent do not count. */
export function takeable(
  progress: EmailProgress,
  deliveryIds: readonly string[],
  { clock, claims, rule }: Pick<SubmissionDependencies, 'clock' | 'claims' | 'rule'>,
): Delivery[] {
  const nowMs = clock.nowMs();
  return deliveryIds.flatMap((id) => {
    const delivery = progress.deliveries.get(id);
    if (delivery === undefined) return [];
    const isFree = turnOf(delivery, nowMs, rule, claims.isReleased).may === 'take';
    return isFree ? [withoutReleased(delivery, claims.isReleased)] : [];
  });
}

/**
 * Claims the deliveries in one append, speaks to the server for each, and records each outcome as it comes. The
 * loser of the race for a claim sends nothing; an outcome whose claim has passed to another process is dropped. Resolves
 * with false when the route did not take them all: then the others wait, and have lost nothing.
 */
export async function submit(
  stream: EmailStream,
  deliveryIds: readonly string[],
  envelope: Envelope,
  parts: SubmissionDependencies,
  watch: Pick<SendsWatch, 'consume'>,
): Promise<boolean> {
  const { claims, ids, clock, route } = parts;
  const pass = await route.enter(deliveryIds.length);
  try {
    if (pass.granted === 0) return false;
    const claimedAtMs = clock.monotonicMs();
    const claimed = await stream.append((progress) =>
      takeable(progress, deliveryIds.slice(0, pass.granted), parts).map(({ recipient, attempts }) => ({
        id: newClaim(ids, claims),
        type: 'SubmissionAttempted' as const,
        data: { ...recipientFields(recipient), attempt: attempts + 1 },
      })),
    );
    let isTaken = pass.granted === deliveryIds.length;
    const results = await Promise.allSettled(
      claimed.map((claim) =>
        sendClaimed(
          claimedDelivery(stream, claim.data.deliveryId, claim.id),
          claimedAtMs,
          parts,
          async () => {
            const events = await sendOne(stream, claim, envelope, parts, pass);
            if (events === null) isTaken = false;
            else watch.consume(claim.data.deliveryId);
            return events;
          },
        ),
      ),
    );
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return isTaken;
  } finally {
    pass.leave();
  }
}

/** One recipient's delivery under a claim. */
export function claimedDelivery(
  stream: EmailStream,
  deliveryId: string,
  claimId: string,
): ClaimedDelivery<EmailProgress, RecipientEvent> {
  const stateIn = ({ deliveries }: EmailProgress) => deliveries.get(deliveryId)?.state;
  return { stream, claimId, stateIn, about: { deliveryId } };
}

/** Null when it was not sent: the route did not take it, or no connection was free. */
async function sendOne(
  stream: EmailStream,
  { data: { deliveryId } }: WithMetadata<SubmissionAttempted>,
  envelope: Envelope,
  { mailer, clock, ids, known, log, metrics }: SubmissionDependencies,
  pass: RoutePass,
): Promise<readonly RecipientEvent[] | null> {
  const delivery = stream.progress().deliveries.get(deliveryId);
  if (delivery === undefined) throw new Error(`the delivery ${deliveryId} was claimed and is not there`);
  const { recipient } = delivery;
  const { workspace } = stream.accepted.metadata;
  const mail = {
    sender: asciiAddress(envelope.sender(recipient)),
    reportsComeBack: envelope.reportsComeBack,
    recipient: asciiAddress(recipient.address),
    ...envelope.message(recipient),
    deliveryId,
    workspace,
  };
  const startedAtMs = clock.monotonicMs();
  const answer: MailOutcome = await mailer.send(mail).catch((error) => {
    log.error({ deliveryId, err: error }, 'the mailer failed');
    const diagnostic = 'the transaction ended without an answer';
    return { outcome: 'deferred', fault: 'message', diagnostic };
  });
  const outcome = pass.ended(deliveryId, answer);
  metrics.timing('postledger_mail_transaction_seconds', clock.monotonicMs() - startedAtMs);
  metrics.count('postledger_mail_outcomes_total', { outcome: outcome.outcome });
  if (outcome.outcome === 'unsent' || outcome.outcome === 'waiting') return null;
  const { dkim, subject } = envelope;
  const sentAs = { sender: mail.sender, dkim, ...(subject !== undefined && { subject }) };
  const nowMs = clock.nowMs();
  const about = { emailId: streamId(stream.accepted.stream), suppressionId: recipient.suppressionId };
  const judged = await withEvidence(outcome, about, { known, nowMs, log });
  return outcomeEvents(delivery, judged, sentAs, { ids, nowMs });
}
