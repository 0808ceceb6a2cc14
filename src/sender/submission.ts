import type { Dressed } from '../events/category.ts';
import type { EmailRecipient, RecipientEvent } from '../events/email.ts';
import type { Ids } from '../ports/ids.ts';
import type { Mailer, MailOutcome } from '../ports/mailer.ts';
import type { Metrics } from '../ports/metrics.ts';
import { type ClaimedDelivery, type ClaimParts, sendClaimed } from './claimedSend.ts';
import { newClaim } from './claims.ts';
import type { Delivery, EmailProgress } from './emailProgress.ts';
import { turnOf } from './emailProgress.ts';
import type { EmailStream } from './emailStream.ts';
import { outcomeEvents } from './mailOutcome.ts';

export interface SubmissionParts extends ClaimParts<RecipientEvent> {
  readonly mailer: Mailer;
  readonly ids: Ids;
  readonly metrics: Metrics;
}

type SubmissionAttempted = Extract<RecipientEvent, { type: 'SubmissionAttempted' }>;

/** What one recipient's server is to be given. */
export interface Envelope {
  readonly sender: string;
  raw(recipient: EmailRecipient): Buffer;
}

/** Of the given deliveries those that may be taken now, as they stand. */
export function takeable(
  progress: EmailProgress,
  deliveryIds: readonly string[],
  { clock, claims, rule }: Pick<SubmissionParts, 'clock' | 'claims' | 'rule'>,
): Delivery[] {
  const nowMs = clock.nowMs();
  return deliveryIds.flatMap((id) => {
    const delivery = progress.deliveries.get(id);
    if (delivery === undefined) return [];
    return turnOf(delivery, nowMs, rule, claims.isReleased).may === 'take' ? [delivery] : [];
  });
}

/**
 * Claims the deliveries in one append, speaks to the server for each, and records each outcome as it comes. The
 * loser of the race for a claim sends nothing; an outcome whose claim has passed to another process is dropped. `onSend`
 * is called before each transaction.
 */
export async function submit(
  stream: EmailStream,
  deliveryIds: readonly string[],
  envelope: Envelope,
  parts: SubmissionParts,
  onSend: () => void,
): Promise<void> {
  const { claims, ids, clock } = parts;
  const claimedAtMs = clock.monotonicMs();
  const claimed = await stream.append((progress) =>
    takeable(progress, deliveryIds, parts).map(({ recipient, attempts }) => ({
      id: newClaim(ids, claims),
      type: 'SubmissionAttempted' as const,
      data: {
        deliveryId: recipient.deliveryId,
        recipient: recipient.address,
        sandbox: false,
        attempt: attempts + 1,
      },
    })),
  );
  const results = await Promise.allSettled(
    claimed.map((claim) =>
      sendClaimed(claimedDelivery(stream, claim.data.deliveryId, claim.id), claimedAtMs, parts, () =>
        sendOne(stream, claim, envelope, parts, onSend),
      ),
    ),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
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

async function sendOne(
  stream: EmailStream,
  { data: { deliveryId } }: Dressed<SubmissionAttempted>,
  envelope: Envelope,
  { mailer, clock, log, metrics }: SubmissionParts,
  onSend: () => void,
): Promise<readonly RecipientEvent[]> {
  const delivery = stream.progress().deliveries.get(deliveryId);
  if (delivery === undefined) throw new Error(`the delivery ${deliveryId} was claimed and is not there`);
  const { recipient, attempts } = delivery;
  const startedAtMs = clock.monotonicMs();
  onSend();
  const outcome: MailOutcome = await mailer
    .send({ sender: envelope.sender, recipient: recipient.address, raw: envelope.raw(recipient), deliveryId })
    .catch((error) => {
      log.error({ deliveryId, err: error }, 'the mailer failed');
      return { outcome: 'deferred', diagnostic: 'the transaction ended without an answer' };
    });
  metrics.timing('postledger_mail_transaction_ms', clock.monotonicMs() - startedAtMs);
  metrics.count('postledger_mail_outcomes_total', { outcome: outcome.outcome });
  return outcomeEvents(recipient, attempts, outcome, clock.nowMs());
}
