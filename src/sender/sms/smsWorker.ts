import type { Ledger } from '../../commands/kernel/ledger.ts';
import { hasOptedOut } from '../../commands/sms/smsOptOut.ts';
import type { SmsEvent } from '../../events/sms.ts';
import type { Collection } from '../../ports/documents.ts';
import type { PaceLimits } from '../../ports/pace.ts';
import type { Ports } from '../../ports/ports.ts';
import type { SmsOutboxDocument } from '../../projections/smsOutbox.ts';
import type { Permit, Worker, WorkResult } from '../../work/worker.ts';
import { type ClaimDependencies, recordOutcome, sendClaimed } from '../claim/claimedSend.ts';
import { claims, newClaim } from '../claim/claims.ts';
import { type ClaimRule, NOT_IN_THE_LOG, turnOf, whyWaits } from '../claim/claimTurn.ts';
import type { Decided } from '../claim/sendingStream.ts';
import { LOOK_AGAIN_MS, NOTHING, pacedSends } from '../pace/pacedSends.ts';
import { openSmsStream, type SmsProgress, type SmsStream } from './smsProgress.ts';
import { submitSms, unansweredSmsEvent } from './submitSms.ts';

export interface SmsWorkerDependencies extends Pick<Ports, 'carrier' | 'pace' | 'log' | 'metrics'> {
  readonly ledger: Ledger;
  readonly collection: Collection<SmsOutboxDocument>;
  limitsOf(workspace: string): Promise<PaceLimits>;
  readonly rule: ClaimRule;
}

type Claiming = ClaimDependencies<SmsEvent>;

const MAX_IN_FLIGHT = 32;
/** The rest is for others. */
const SHARE_OF_A_LANE = 0.75;
const CARRIER_CLOSED = 'the carrier takes nothing at the moment';
const LONGEST_WAIT_MS = 30_000;
/** The detail of a message that failed for it. */
const OPTED_OUT = 'the recipient told this number to stop';
/** Another process is sending: soon there is an outcome. */
const LOST_RACE_MS = 1_000;

const putOff = (ms: number, why: string) => ({ retryAfterMs: Math.min(ms, LONGEST_WAIT_MS), why });

/** Hands text messages to the carrier: claim, submission, outcome, as with email. */
export function smsWorker(dependencies: SmsWorkerDependencies): Worker<SmsOutboxDocument> {
  const { ledger, carrier, pace, limitsOf, rule, log, metrics } = dependencies;
  const { clock, ids } = ledger;
  const own = claims<readonly Decided<SmsEvent>[]>();

  /** Ends a message whose recipient has opted out of its sender. */
  const refuse = async (stream: SmsStream): Promise<WorkResult> => {
    await stream.append((progress) => {
      if (turnIn(progress).may !== 'take') return [];
      const data = { attempt: progress.attempts + 1, detail: OPTED_OUT, nextAttemptAt: null };
      return [{ type: 'SmsFailed' as const, data }];
    });
    return { position: stream.progress().position };
  };

  const turnIn = (progress: SmsProgress) => turnOf(progress, clock.nowMs(), rule, own.isReleased);

  const send = async (smsId: string, stream: SmsStream, permit: Permit, by: Claiming) => {
    const claimedAtMs = clock.monotonicMs();
    const [claim] = await stream.append((progress) => {
      if (turnIn(progress).may !== 'take') return [];
      const data = { attempt: progress.attempts + 1 };
      return [{ id: newClaim(ids, own), type: 'SmsSubmissionAttempted' as const, data }];
    });
    if (claim === undefined) return { retryAfterMs: LOST_RACE_MS, why: 'another process sends it' };
    const sent = await sendClaimed(claimed(stream, smsId, claim.id), claimedAtMs, by, () => {
      permit.use();
      return submitSms(smsId, stream, claim.id, { carrier, clock, ids, log, metrics });
    });
    return sent
      ? { position: stream.progress().position }
      : { retryAfterMs: 0, why: 'it stood still too long after its claim' };
  };

  return {
    name: 'sms',
    collection: dependencies.collection,
    maxInFlight: MAX_IN_FLIGHT,
    maxInFlightPerLane: MAX_IN_FLIGHT * SHARE_OF_A_LANE,
    async admit(workspace, wanted) {
      const closedForMs = carrier.closedForMs();
      if (closedForMs > 0)
        return { ...NOTHING, retryAfterMs: Math.min(closedForMs, LOOK_AGAIN_MS), why: CARRIER_CLOSED };
      return pacedSends(dependencies, workspace, await limitsOf(workspace), wanted);
    },
    refund: (workspace, window, unused) => pace.refund(workspace, window, unused),
    async run(smsId, _document, signal, permit) {
      const claiming = { clock, log, claims: own, rule, signal };
      const stream = await openSmsStream(ledger, smsId);
      if (stream === null) return putOff(LONGEST_WAIT_MS, NOT_IN_THE_LOG);
      const { state } = stream.progress();
      const outcome = state.at === 'claimed' ? own.outcomeOf(state.claimId) : undefined;
      if (state.at === 'claimed' && outcome !== undefined)
        await recordOutcome(claimed(stream, smsId, state.claimId), outcome, claiming);
      const turn = turnIn(stream.progress());
      if (turn.may === 'rest') return { position: stream.progress().position };
      if (turn.may === 'put off') {
        await stream.append((progress) =>
          turnIn(progress).may === 'put off' ? [unansweredSmsEvent(progress, clock.nowMs())] : [],
        );
        // It comes again by the index, in its new place.
        return { position: stream.progress().position };
      }
      if (turn.may === 'wait') return putOff(turn.ms, whyWaits(stream.progress()));
      const { data, metadata } = stream.progress().accepted;
      const parties = { sender: data.from, number: data.to };
      if (await hasOptedOut(ledger, metadata.workspace, parties)) return refuse(stream);
      const closedForMs = carrier.closedForMs();
      if (closedForMs > 0) return putOff(closedForMs, CARRIER_CLOSED);
      return send(smsId, stream, permit, claiming);
    },
  };
}

/** The message under a claim. */
const claimed = (stream: SmsStream, smsId: string, claimId: string) => ({
  ...{ stream, claimId, about: { smsId } },
  stateIn: ({ state }: SmsProgress) => state,
});
