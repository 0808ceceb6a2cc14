import { type Ledger, newEvent } from '../commands/ledger.ts';
import { persist } from '../commands/persist.ts';
import { type SmsEvent, sms } from '../events/sms.ts';
import type { Carrier, SmsOutcome } from '../ports/carrier.ts';
import { instant } from '../ports/clock.ts';
import type { Collection } from '../ports/documents.ts';
import { RevisionConflict } from '../ports/eventStore.ts';
import type { Log } from '../ports/log.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Pace, PaceLimits } from '../ports/pace.ts';
import type { SmsOutboxDocument } from '../projections/smsOutbox.ts';
import type { Permit, Worker, WorkResult } from '../runtime/worker.ts';
import { smsDelayMs } from './backoff.ts';
import { claims } from './claims.ts';
import { type ClaimRule, turnOf } from './emailProgress.ts';
import { advanceSms, type SmsProgress } from './smsProgress.ts';

export interface SmsWorkerParts {
  readonly ledger: Ledger;
  readonly collection: Collection<SmsOutboxDocument>;
  readonly carrier: Carrier;
  readonly pace: Pace;
  limitsOf(workspace: string): Promise<PaceLimits>;
  readonly rule: ClaimRule;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly maxInFlight?: number;
}

const MAX_IN_FLIGHT = 32;
/** Share of a claim's life in which it is acted upon. */
const FRESH = 0.1;
const LONGEST_WAIT_MS = 30_000;

/** Hands text messages to the carrier: claim, submission, outcome, as with email. */
export function smsWorker(parts: SmsWorkerParts): Worker<SmsOutboxDocument> {
  const { ledger, carrier, pace, limitsOf, rule, log, metrics } = parts;
  const { clock, ids } = ledger;
  const own = claims<SmsEvent>();

  /** Appends behind what is known; null when somebody else was there first. */
  const append = async (smsId: string, progress: SmsProgress, event: SmsEvent & { id?: string }) => {
    const { workspace, correlation } = progress.accepted.metadata;
    const origin = { workspace, correlation, actor: 'sender', causation: progress.accepted.id };
    const dressed = newEvent(ledger, origin, event);
    const stream = sms.stream(smsId);
    try {
      const { position, revision } = await persist(clock, () =>
        ledger.store.append(stream, progress.revision, [dressed]),
      );
      return advanceSms(progress, { ...dressed, stream, revision, position });
    } catch (error) {
      if (error instanceof RevisionConflict) return null;
      throw error;
    }
  };

  /** Records an outcome while its claim stands, however often the stream has grown meanwhile. */
  const record = async (smsId: string, claimId: string, event: SmsEvent): Promise<SmsProgress | null> => {
    own.keep(claimId, event);
    for (;;) {
      const progress = await progressOf(ledger, smsId);
      if (progress?.state.at !== 'claimed' || progress.state.claimId !== claimId) {
        log.warn({ smsId }, 'a stale outcome was dropped: the claim had passed on');
        own.forget(claimId);
        return progress;
      }
      const after = await append(smsId, progress, event);
      if (after === null) continue;
      own.forget(claimId);
      return after;
    }
  };

  const send = async (smsId: string, progress: SmsProgress, permit: Permit): Promise<WorkResult> => {
    const attempt = progress.attempts + 1;
    const id = ids.uuid();
    // Should the log's answer get lost, the claim is known to be ours and unused.
    own.release(id);
    const claimedAtMs = clock.monotonicMs();
    const claimed = await append(smsId, progress, { id, type: 'SmsSubmissionAttempted', data: { attempt } });
    if (claimed?.state.at !== 'claimed') return { retryAfterMs: 1_000 };
    if (clock.monotonicMs() - claimedAtMs > rule.claimTimeoutMs * FRESH) return { retryAfterMs: 0 };
    own.forget(id);
    permit.use();
    const { from, to, text } = progress.accepted.data;
    const outcome: SmsOutcome = await carrier.submit({ smsId, from, to, text }).catch((error) => {
      log.error({ smsId, err: error }, 'the carrier failed');
      return { outcome: 'deferred', detail: 'the submission ended without an answer' };
    });
    metrics.count('postledger_sms_outcomes_total', { outcome: outcome.outcome });
    const recorded = await record(smsId, id, outcomeEvent(attempt, outcome, clock.nowMs()));
    return recorded === null ? { retryAfterMs: LONGEST_WAIT_MS } : { position: recorded.position };
  };

  return {
    name: 'sms',
    collection: parts.collection,
    maxInFlight: parts.maxInFlight ?? MAX_IN_FLIGHT,
    maxInFlightPerLane: parts.maxInFlight ?? MAX_IN_FLIGHT,
    admit: async (workspace, wanted) => pace.take(workspace, await limitsOf(workspace), wanted),
    giveBack: (workspace, window, unused) => pace.giveBack(workspace, window, unused),
    async run(smsId, _document, _signal, permit) {
      let progress = await progressOf(ledger, smsId);
      const kept = progress?.state.at === 'claimed' ? own.outcomeOf(progress.state.claimId) : undefined;
      if (progress?.state.at === 'claimed' && kept !== undefined)
        progress = await record(smsId, progress.state.claimId, kept);
      if (progress === null) return { retryAfterMs: LONGEST_WAIT_MS };
      const turn = turnOf(progress, clock.nowMs(), rule, own.isReleased);
      if (turn.may === 'rest') return { position: progress.position };
      if (turn.may === 'wait') return { retryAfterMs: Math.min(turn.ms, LONGEST_WAIT_MS) };
      return send(smsId, progress, permit);
    },
  };
}

async function progressOf({ store }: Ledger, smsId: string): Promise<SmsProgress | null> {
  return (await sms.read(store, smsId)).reduce<SmsProgress | null>(advanceSms, null);
}

function outcomeEvent(attempt: number, outcome: SmsOutcome, nowMs: number): SmsEvent {
  if (outcome.outcome === 'sent') return { type: 'SmsSent', data: { attempt, carrierId: outcome.carrierId } };
  const delayMs = outcome.outcome === 'deferred' ? smsDelayMs(attempt) : null;
  const nextAttemptAt = delayMs === null ? null : instant(nowMs + delayMs);
  return { type: 'SmsFailed', data: { attempt, detail: outcome.detail, nextAttemptAt } };
}
