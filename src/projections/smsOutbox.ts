import { streamId } from '../events/category.ts';
import { partitionOf } from '../events/partitionOf.ts';
import type { RecordedSmsEvent } from '../events/sms.ts';
import { WORK_INDEX, type WorkDocument } from '../ports/workDocument.ts';
import type { Projection } from '../runtime/projection.ts';

/** An outbound text message that the carrier has neither taken nor refused. Keyed by message id. */
export type SmsOutboxDocument = WorkDocument;

type Event = Exclude<RecordedSmsEvent, { type: 'SmsReceived' | 'SmsDelivered' }>;

/** What the SMS sender has still to do; the lane is the workspace. */
export function smsOutbox(partitions: number): Projection<SmsOutboxDocument, Event> {
  return {
    name: `sms_outbox_p${partitions}`,
    version: 1,
    types: ['SmsAccepted', 'SmsSubmissionAttempted', 'SmsSent', 'SmsFailed'],
    indexes: WORK_INDEX,
    key: ({ stream }) => streamId(stream),
    fold: (document, event) => {
      switch (event.type) {
        case 'SmsAccepted':
          return {
            partition: partitionOf(streamId(event.stream), partitions),
            lane: event.metadata.workspace,
            dueAtMs: Date.parse(event.metadata.at),
          };
        case 'SmsSubmissionAttempted':
          return document;
        case 'SmsSent':
          return null;
        case 'SmsFailed': {
          const { nextAttemptAt } = event.data;
          return document && nextAttemptAt !== null
            ? { ...document, dueAtMs: Date.parse(nextAttemptAt) }
            : null;
        }
      }
    },
  };
}
