import { type SmsEvent, sms } from '../../events/sms.ts';
import type { CarrierReceipt } from '../../ports/carrier.ts';
import { firstEventOf } from '../kernel/appendOnce.ts';
import { type Decider, handle } from '../kernel/decider.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';

type SmsAccepted = Extract<SmsEvent, { type: 'SmsAccepted' }>;

/** What the carrier has confirmed of an outbound message. */
interface Confirmed {
  readonly segments: number;
  readonly attempt: number;
  readonly delivered: readonly string[];
  readonly ended: boolean;
}

/**
 * What a carrier's receipt adds: a message is delivered when all its segments are, and failed when one is. A repeated
 * receipt adds nothing, nor does one after the end.
 */
export const smsReceiptDecider: Decider<Confirmed | null, CarrierReceipt, SmsEvent> = {
  initial: null,
  evolve(state, event) {
    if (event.type === 'SmsAccepted')
      return { segments: event.data.segments, attempt: 1, delivered: [], ended: false };
    if (state === null) return null;
    switch (event.type) {
      case 'SmsSubmissionAttempted':
        return { ...state, attempt: event.data.attempt };
      case 'SmsSegmentDelivered':
        return { ...state, delivered: [...state.delivered, event.data.carrierId] };
      case 'SmsDelivered':
        return { ...state, ended: true };
      case 'SmsFailed':
        return { ...state, ended: state.ended || event.data.nextAttemptAt === null };
      case 'SmsSegmentSent':
      case 'SmsSent':
      case 'SmsPartReceived':
      case 'SmsReceived':
        return state;
    }
  },
  decide({ carrierId, state: reported, detail }, state) {
    if (state === null || state.ended || state.delivered.includes(carrierId)) return [];
    if (reported === 'failed')
      return [{ type: 'SmsFailed', data: { attempt: state.attempt, detail, nextAttemptAt: null } }];
    if (state.delivered.length + 1 < state.segments)
      return [{ type: 'SmsSegmentDelivered', data: { carrierId, detail } }];
    return [{ type: 'SmsDelivered', data: { detail } }];
  },
};

/** Records a receipt of the message `smsId`, once. */
export async function recordSmsReceipt(
  ledger: Ledger,
  smsId: string,
  receipt: CarrierReceipt,
): Promise<void> {
  const stream = sms.stream(smsId);
  const accepted = await firstEventOf<SmsAccepted>(ledger.store, stream, 'SmsAccepted');
  if (accepted === null) return;
  const { workspace, correlation } = accepted.metadata;
  const origin: Origin = { workspace, correlation, causation: accepted.id, actor: 'recipient' };
  await handle(ledger, origin, stream, smsReceiptDecider, receipt);
}
