import type { Ports } from '../../ports/ports.ts';
import { type Claims, FRESH } from './claims.ts';
import type { ClaimRule, DeliveryState } from './claimTurn.ts';
import type { Decided, SendingStream, SentEvent } from './sendingStream.ts';

/** One delivery of a message whose claim has just been appended, or was before. */
export interface ClaimedDelivery<Progress, Event extends SentEvent> {
  readonly stream: SendingStream<Progress, Event>;
  readonly claimId: string;
  /** How far the delivery has come; undefined: there is none such. */
  stateIn(progress: Progress): DeliveryState | undefined;
  /** Names the delivery in the log. */
  readonly about: Readonly<Record<string, string>>;
}

export interface ClaimDependencies<Event> extends Pick<Ports, 'clock' | 'log'> {
  readonly claims: Claims<readonly Decided<Event>[]>;
  readonly rule: ClaimRule;
  /** Aborts when the service stops. */
  readonly signal: AbortSignal;
}

/**
 * Sends under a claim that was made at `claimedAtMs`, and records the outcome. False when the process stood still since
 * then: the whole transaction must fit into the rest of the claim, or the next sender to claim it would send too. False
 * also when `send` resolves with null: nothing was sent. In both cases the claim is given up, and also when `send` rejects,
 * which it does only before anything was sent.
 */
export async function sendClaimed<Progress, Event extends SentEvent>(
  delivery: ClaimedDelivery<Progress, Event>,
  claimedAtMs: number,
  parts: ClaimDependencies<Event>,
  send: () => Promise<readonly Decided<Event>[] | null>,
): Promise<boolean> {
  const { clock, claims, rule } = parts;
  if (clock.monotonicMs() - claimedAtMs > rule.claimTimeoutMs * FRESH) {
    claims.release(delivery.claimId);
    return false;
  }
  claims.forget(delivery.claimId);
  const outcome = await send().catch((error) => {
    claims.release(delivery.claimId);
    throw error;
  });
  if (outcome === null) {
    claims.release(delivery.claimId);
    return false;
  }
  await recordOutcome(delivery, outcome, parts);
  return true;
}

/**
 * Appends the outcome while the claim is valid. It has happened: while the log cannot be written this tries again until the
 * service stops, since another run needs a grant, which it may not get for hours. What fails otherwise is remembered for that run.
 */
export async function recordOutcome<Progress, Event extends SentEvent>(
  { stream, claimId, stateIn, about }: ClaimedDelivery<Progress, Event>,
  outcome: readonly Decided<Event>[],
  { claims, log, signal }: Pick<ClaimDependencies<Event>, 'claims' | 'log' | 'signal'>,
): Promise<void> {
  claims.remember(claimId, outcome);
  const recorded = await stream.append((progress) => {
    const state = stateIn(progress);
    return state?.at === 'claimed' && state.claimId === claimId ? outcome : [];
  }, signal);
  if (recorded.length === 0) log.warn(about, 'a stale outcome was dropped: the claim had passed on');
  claims.forget(claimId);
}
