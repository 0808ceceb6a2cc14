import { divideSms } from '../../commands/sms/smsSegments.ts';
import type { WithMetadata } from '../../events/category.ts';
import type { SmsEvent } from '../../events/sms.ts';
import type { OutgoingSms, SmsOutcome } from '../../ports/carrier.ts';
import { instant } from '../../ports/clock.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Decided } from '../claim/sendingStream.ts';
import { smsDelayMs } from '../retryDelays.ts';
import type { SmsProgress, SmsStream } from './smsProgress.ts';

export type SubmitSmsDependencies = Pick<Ports, 'carrier' | 'clock' | 'ids' | 'log' | 'metrics'>;

/**
 * Hands a claimed message to the carrier, each segment recorded as it is taken, so that another attempt goes on after
 * it. Resolves with what is still to be recorded.
 */
export async function submitSms(
  smsId: string,
  stream: SmsStream,
  claimId: string,
  { carrier, clock, ids, log, metrics }: SubmitSmsDependencies,
): Promise<readonly Decided<SmsEvent>[]> {
  const { attempts } = stream.progress();
  const unrecorded: Decided<SmsEvent>[] = [];
  const onSegment = async (carrierId: string | null) => {
    const data = { attempt: attempts, carrierId };
    // With an id of its own: if the log's answer is lost, the segment may be in the log, and must not be counted again.
    const taken: Decided<SmsEvent> = { id: ids.uuid(), type: 'SmsSegmentSent', data };
    unrecorded.push(taken);
    const recorded: readonly WithMetadata<SmsEvent>[] = await stream.append(({ state }) =>
      state.at === 'claimed' && state.claimId === claimId ? [taken] : [],
    );
    if (recorded.length === 0) throw new Error('the claim has passed to another sender');
    unrecorded.pop();
  };
  const outcome: SmsOutcome = await carrier
    .submit(outgoing(smsId, stream.progress()), onSegment)
    .catch((error) => {
      log.error({ smsId, err: error }, 'the carrier failed');
      return { outcome: 'deferred', detail: 'the submission ended without an answer' };
    });
  metrics.count('postledger_sms_outcomes_total', { outcome: outcome.outcome });
  return [...unrecorded, outcomeEvent(attempts, outcome, clock.nowMs())];
}

function outgoing(smsId: string, { accepted, taken }: SmsProgress): OutgoingSms {
  const { from, to, text } = accepted.data;
  const division = divideSms(text);
  if (division === null) throw new Error(`the accepted message ${smsId} cannot be divided`);
  return { smsId, from, to, text, taken, ...division };
}

function outcomeEvent(attempt: number, outcome: SmsOutcome, nowMs: number): SmsEvent {
  if (outcome.outcome === 'sent') return { type: 'SmsSent', data: { attempt, carrierId: outcome.carrierId } };
  const delayMs = outcome.outcome === 'deferred' ? smsDelayMs(attempt) : null;
  return {
    type: 'SmsFailed',
    data: { attempt, detail: outcome.detail, nextAttemptAt: after(delayMs, nowMs) },
  };
}

/** The event of a message whose sender ended before it had the answer: tried again at once, then as after a deferral. */
export function unansweredSmsEvent({ attempts, unanswered }: SmsProgress, nowMs: number): SmsEvent {
  const nextAttemptAt = after(unanswered === 0 ? 0 : smsDelayMs(attempts), nowMs);
  const detail = 'the answer is unknown';
  return { type: 'SmsFailed', data: { attempt: attempts, detail, nextAttemptAt, unanswered: true } };
}

const after = (delayMs: number | null, nowMs: number) => (delayMs === null ? null : instant(nowMs + delayMs));
