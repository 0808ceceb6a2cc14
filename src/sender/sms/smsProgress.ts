import type { Ledger } from '../../commands/kernel/ledger.ts';
import type { Position } from '../../events/event.ts';
import { type RecordedSmsEvent, type SmsEvent, sms } from '../../events/sms.ts';
import { type Fold, foldedStream } from '../../follow/fold/foldedStream.ts';
import type { DeliveryState } from '../claim/claimTurn.ts';
import { type SendingStream, sendingStream } from '../claim/sendingStream.ts';

/** How far an outbound text message has come. */
export interface SmsProgress {
  readonly accepted: Extract<RecordedSmsEvent, { type: 'SmsAccepted' }>;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** How often a sender ended between a claim and its outcome. */
  readonly unanswered: number;
  /** Segments that the carrier has taken; they are not submitted again. */
  readonly taken: number;
  /** Event id of the last of them; null: none is taken. */
  readonly lastTakenId: string | null;
  /** Of the last event that the work index handles too. */
  readonly position: Position;
}

const UNTRIED = {
  state: { at: 'waiting' },
  attempts: 0,
  unanswered: 0,
  taken: 0,
  lastTakenId: null,
} as const;

/** The progress after one more event of the stream; null before an acceptance. */
function advanceSms(progress: SmsProgress | null, event: RecordedSmsEvent): SmsProgress | null {
  if (event.type === 'SmsAccepted') {
    return { ...UNTRIED, accepted: event, position: event.position };
  }
  if (progress === null) return null;
  // The index does not wait for the carrier's confirmations, and inbound messages have streams of their own.
  if (event.type === 'SmsSegmentDelivered' || event.type === 'SmsDelivered') return progress;
  if (event.type === 'SmsPartReceived' || event.type === 'SmsReceived') return progress;
  const moved = { ...progress, position: event.position };
  if (progress.state.at === 'ended') return moved;
  switch (event.type) {
    case 'SmsSubmissionAttempted': {
      const { id: claimId, metadata, data } = event;
      const state = { at: 'claimed', claimId, sinceMs: Date.parse(metadata.at) } as const;
      return { ...moved, attempts: data.attempt, state };
    }
    case 'SmsSegmentSent':
      return { ...moved, taken: progress.taken + 1, lastTakenId: event.id };
    case 'SmsSent':
      return { ...moved, state: { at: 'ended' } };
    case 'SmsFailed': {
      const { nextAttemptAt } = event.data;
      if (nextAttemptAt === null) return { ...moved, state: { at: 'ended' } };
      const unanswered = progress.unanswered + (event.data.unanswered ? 1 : 0);
      return { ...moved, unanswered, state: { at: 'delayed', untilMs: Date.parse(nextAttemptAt) } };
    }
  }
}

export type SmsStream = SendingStream<SmsProgress, SmsEvent>;

/** One object for all streams: `foldedStream` caches by it. */
const progressFold: Fold<SmsProgress | null, RecordedSmsEvent> = { initial: null, evolve: advanceSms };

/**
 * Null when there is no such outbound message. A segment that the stream has under its event id already, because the log's answer
 * was lost, is not appended again.
 */
export async function openSmsStream(ledger: Ledger, smsId: string): Promise<SmsStream | null> {
  const stream = sms.stream(smsId);
  const { state: progress, last } = await foldedStream(ledger.store, stream, progressFold);
  if (progress === null || last === null) return null;
  const { id: causation, metadata } = progress.accepted;
  const { workspace, correlation } = metadata;
  const sending = sendingStream<SmsProgress, SmsEvent>(ledger, {
    stream,
    origin: { workspace, correlation, causation, actor: 'sender' },
    from: { progress, revision: last.revision },
    advance: (before, event) => advanceSms(before, event) ?? before,
    readFrom: (fromRevision) => sms.read(ledger.store, smsId, { fromRevision }),
  });
  return {
    ...sending,
    append: (decide, signal) =>
      sending.append(
        (before) => decide(before).filter(({ id }) => id === undefined || id !== before.lastTakenId),
        signal,
      ),
  };
}
