import type { RecordedSmsEvent } from '../events/sms.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import { dueAt, workIndex, workItem } from './workIndex.ts';

/** An outbound text message that the carrier has neither taken nor refused. Keyed by message id. */
export type SmsOutboxDocument = WorkDocument;

/** The work of the SMS sender; the lane is the workspace. */
export const smsOutbox = (partitions: number) =>
  workIndex<SmsOutboxDocument, RecordedSmsEvent>(
    { name: 'sms_outbox', version: 2, foldedBy: 'sender', partitions },
    {
      SmsAccepted: (_, event) => workItem(event, partitions, dueAt(event, null)),
      SmsSubmissionAttempted: (document) => document,
      SmsSegmentSent: (document) => document,
      SmsSent: () => null,
      SmsFailed: (document, event) => {
        const { nextAttemptAt } = event.data;
        return document && nextAttemptAt !== null ? { ...document, ...dueAt(event, nextAttemptAt) } : null;
      },
      SmsSegmentDelivered: 'ignored',
      SmsDelivered: 'ignored',
      SmsPartReceived: 'ignored',
      SmsReceived: 'ignored',
    },
  );
