import type { Dressed } from '../events/category.ts';
import type { EmailRecipient, RecipientEvent } from '../events/email.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Log } from '../ports/log.ts';
import type { Mailer, MailOutcome } from '../ports/mailer.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Claims } from './claims.ts';
import type { ClaimRule, Delivery, EmailProgress } from './emailProgress.ts';
import { turnOf } from './emailProgress.ts';
import type { DecidedEvent, EmailStream } from './emailStream.ts';
import { outcomeEvents } from './mailOutcome.ts';

export interface SubmissionParts {
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly claims: Claims<readonly DecidedEvent[]>;
  readonly rule: ClaimRule;
}

type SubmissionAttempted = Extract<RecipientEvent, { type: 'SubmissionAttempted' }>;

/** Share of its life in which a claim is acted upon: the rest is for the transaction, which has bounds of its own. */
const FRESH = 0.1;

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
 * Claims the deliveries in one append, speaks to the server for each, and records each outcome as it comes. Whoever
 * loses the race for a claim sends nothing; an outcome whose claim has passed to somebody else is dropped. `onSend`
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
  const newClaim = () => {
    const id = ids.uuid();
    // Should the log's answer get lost, the claim stands there and is known to be ours and unused.
    claims.release(id);
    return id;
  };
  const claimedAtMs = clock.monotonicMs();
  const claimed = await stream.append((progress) =>
    takeable(progress, deliveryIds, parts).map(({ recipient, attempts }) => ({
      id: newClaim(),
      type: 'SubmissionAttempted' as const,
      data: {
        deliveryId: recipient.deliveryId,
        recipient: recipient.address,
        sandbox: false,
        attempt: attempts + 1,
      },
    })),
  );
  for (const { id } of claimed) claims.forget(id);
  const results = await Promise.allSettled(
    claimed.map((claim) => submitOne(stream, claim, claimedAtMs, envelope, parts, onSend)),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function submitOne(
  stream: EmailStream,
  claim: Dressed<SubmissionAttempted>,
  claimedAtMs: number,
  envelope: Envelope,
  { mailer, clock, log, metrics, claims, rule }: SubmissionParts,
  onSend: () => void,
): Promise<void> {
  const { deliveryId } = claim.data;
  const delivery = stream.progress().deliveries.get(deliveryId);
  if (delivery === undefined) return;
  const { recipient, attempts } = delivery;
  // This process may have stood still since it claimed. The whole transaction must fit into what is left of the
  // claim, since whoever comes after it sends too.
  if (clock.monotonicMs() - claimedAtMs > rule.claimTimeoutMs * FRESH) return claims.release(claim.id);
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
  const decided = outcomeEvents(recipient, attempts, outcome, clock.nowMs());
  await recordOutcome(stream, deliveryId, claim.id, decided, claims, log);
}

/** Appends the outcome while the claim still stands; keeps it for the next run when the log cannot be written. */
export async function recordOutcome(
  stream: EmailStream,
  deliveryId: string,
  claimId: string,
  outcome: readonly DecidedEvent[],
  claims: Claims<readonly DecidedEvent[]>,
  log: Log,
): Promise<void> {
  claims.keep(claimId, outcome);
  const recorded = await stream.append(({ deliveries }) => {
    const state = deliveries.get(deliveryId)?.state;
    return state?.at === 'claimed' && state.claimId === claimId ? outcome : [];
  });
  if (recorded.length === 0) log.warn({ deliveryId }, 'a stale outcome was dropped: the claim had passed on');
  claims.forget(claimId);
}
