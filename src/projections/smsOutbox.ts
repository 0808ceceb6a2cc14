import { streamId } from '../events/category.ts';
import type { RecordedSmsEvent } from '../events/sms.ts';
import { WORK_INDEX, type WorkDocument } from '../ports/workDocument.ts';
import { type Projection, projection } from '../runtime/fold/projection.ts';
import { workItem } from './workItem.ts';

/** An outbound text message that the carrier has neither taken nor refused. Keyed by message id. */
export type SmsOutboxDocument = WorkDocument;

/** What the SMS sender has still to do; the lane is the workspace. */
export function smsOutbox(partitions: number): Projection<SmsOutboxDocument, RecordedSmsEvent> {
  return projection<SmsOutboxDocument, RecordedSmsEvent>({
    name: `sms_outbox_p${partitions}`,
    version: 1,
    indexes: WORK_INDEX,
    key: ({ stream }) => streamId(stream),
    on: {
      SmsAccepted: (_, event) => workItem(event, partitions, Date.parse(event.metadata.at)),
      SmsSubmissionAttempted: (document) => document,
      SmsSegmentSent: (document) => document,
      SmsSent: () => null,
      SmsFailed: (document, { data: { nextAttemptAt } }) =>
        document && nextAttemptAt !== null ? { ...document, dueAtMs: Date.parse(nextAttemptAt) } : null,
      SmsSegmentDelivered: 'passed over',
      SmsDelivered: 'passed over',
      SmsPartReceived: 'passed over',
      SmsReceived: 'passed over',
    },
  });
}
