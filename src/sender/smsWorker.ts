import type { Ledger } from '../commands/ledger.ts';
import type { SmsEvent } from '../events/sms.ts';
import type { Carrier, SmsOutcome } from '../ports/carrier.ts';
import { instant } from '../ports/clock.ts';
import type { Collection } from '../ports/documents.ts';
import type { Log } from '../ports/log.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Pace, PaceLimits } from '../ports/pace.ts';
import type { SmsOutboxDocument } from '../projections/smsOutbox.ts';
import type { Permit, Worker, WorkResult } from '../runtime/worker.ts';
import { smsDelayMs } from './backoff.ts';
import { recordOutcome, sendClaimed } from './claimedSend.ts';
import { claims, newClaim } from './claims.ts';
import { type ClaimRule, turnOf } from './emailProgress.ts';
import type { Decided } from './sendingStream.ts';
import type { SmsProgress } from './smsProgress.ts';
import { openSmsStream, type SmsStream } from './smsStream.ts';

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
const LONGEST_WAIT_MS = 30_000;
/** Another process is sending: soon there is an outcome to see. */
const LOST_RACE_MS = 1_000;

/** Hands text messages to the carrier: claim, submission, outcome, as with email. */
export function smsWorker(parts: SmsWorkerParts): Worker<SmsOutboxDocument> {
  const { ledger, carrier, pace, limitsOf, rule, log, metrics } = parts;
  const { clock, ids } = ledger;
  const own = claims<readonly Decided<SmsEvent>[]>();
  const claiming = { clock, log, claims: own, rule };

  const claimed = (stream: SmsStream, smsId: string, claimId: string) => ({
    stream,
    claimId,
    stateIn: ({ state }: SmsProgress) => state,
    about: { smsId },
  });

  const submitted = async (smsId: string, progress: SmsProgress): Promise<readonly SmsEvent[]> => {
    const { from, to, text } = progress.accepted.data;
    const outcome: SmsOutcome = await carrier.submit({ smsId, from, to, text }).catch((error) => {
      log.error({ smsId, err: error }, 'the carrier failed');
      return { outcome: 'deferred', detail: 'the submission ended without an answer' };
    });
    metrics.count('postledger_sms_outcomes_total', { outcome: outcome.outcome });
    return [outcomeEvent(progress.attempts, outcome, clock.nowMs())];
  };

  const turnIn = (progress: SmsProgress) => turnOf(progress, clock.nowMs(), rule, own.isReleased);

  const send = async (smsId: string, stream: SmsStream, permit: Permit): Promise<WorkResult> => {
    const claimedAtMs = clock.monotonicMs();
    const [claim] = await stream.append((progress) => {
      if (turnIn(progress).may !== 'take') return [];
      const data = { attempt: progress.attempts + 1 };
      return [{ id: newClaim(ids, own), type: 'SmsSubmissionAttempted' as const, data }];
    });
    if (claim === undefined) return { retryAfterMs: LOST_RACE_MS };
    const sent = await sendClaimed(claimed(stream, smsId, claim.id), claimedAtMs, claiming, () => {
      permit.use();
      return submitted(smsId, stream.progress());
    });
    return sent ? { position: stream.progress().position } : { retryAfterMs: 0 };
  };

  return {
    name: 'sms',
    collection: parts.collection,
    maxInFlight: parts.maxInFlight ?? MAX_IN_FLIGHT,
    maxInFlightPerLane: parts.maxInFlight ?? MAX_IN_FLIGHT,
    admit: async (workspace, wanted) => pace.take(workspace, await limitsOf(workspace), wanted),
    giveBack: (workspace, window, unused) => pace.giveBack(workspace, window, unused),
    async run(smsId, _document, _signal, permit) {
      const stream = await openSmsStream(ledger, smsId);
      if (stream === null) return { retryAfterMs: LONGEST_WAIT_MS };
      const { state } = stream.progress();
      const kept = state.at === 'claimed' ? own.outcomeOf(state.claimId) : undefined;
      if (state.at === 'claimed' && kept !== undefined)
        await recordOutcome(claimed(stream, smsId, state.claimId), kept, claiming);
      const turn = turnIn(stream.progress());
      if (turn.may === 'rest') return { position: stream.progress().position };
      if (turn.may === 'wait') return { retryAfterMs: Math.min(turn.ms, LONGEST_WAIT_MS) };
      return send(smsId, stream, permit);
    },
  };
}

function outcomeEvent(attempt: number, outcome: SmsOutcome, nowMs: number): SmsEvent {
  if (outcome.outcome === 'sent') return { type: 'SmsSent', data: { attempt, carrierId: outcome.carrierId } };
  const delayMs = outcome.outcome === 'deferred' ? smsDelayMs(attempt) : null;
  const nextAttemptAt = delayMs === null ? null : instant(nowMs + delayMs);
  return { type: 'SmsFailed', data: { attempt, detail: outcome.detail, nextAttemptAt } };
}
