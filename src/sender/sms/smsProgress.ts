import type { Position } from '../../events/event.ts';
import type { RecordedSmsEvent } from '../../events/sms.ts';
import type { DeliveryState } from '../emailProgress.ts';

/** How far an outbound text message has come. */
export interface SmsProgress {
  readonly accepted: Extract<RecordedSmsEvent, { type: 'SmsAccepted' }>;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Segments that the carrier has taken; they are not submitted again. */
  readonly taken: number;
  /** Of the last event that the work index passes too. */
  readonly position: Position;
}

/** The progress after one more event of the stream; null before an acceptance. */
export function advanceSms(progress: SmsProgress | null, event: RecordedSmsEvent): SmsProgress | null {
  if (event.type === 'SmsAccepted') {
    return { accepted: event, state: { at: 'waiting' }, attempts: 0, taken: 0, position: event.position };
  }
  if (progress === null) return null;
  // The carrier's confirmations are nothing that the index waits for, and what comes in is another stream's.
  if (event.type === 'SmsSegmentDelivered' || event.type === 'SmsDelivered') return progress;
  if (event.type === 'SmsPartReceived' || event.type === 'SmsReceived') return progress;
  const moved = { ...progress, position: event.position };
  if (progress.state.at === 'ended') return moved;
  switch (event.type) {
    case 'SmsSubmissionAttempted': {
      const sinceMs = Date.parse(event.metadata.at);
      return {
        ...moved,
        attempts: event.data.attempt,
        state: { at: 'claimed', claimId: event.id, sinceMs },
      };
    }
    case 'SmsSegmentSent':
      return { ...moved, taken: progress.taken + 1 };
    case 'SmsSent':
      return { ...moved, state: { at: 'ended' } };
    case 'SmsFailed': {
      const { nextAttemptAt } = event.data;
      if (nextAttemptAt === null) return { ...moved, state: { at: 'ended' } };
      return { ...moved, state: { at: 'delayed', untilMs: Date.parse(nextAttemptAt) } };
    }
  }
}
