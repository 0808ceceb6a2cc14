import type { RecordedSmsEvent } from '../events/sms.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import { workIndex, workItem } from './workIndex.ts';

/** An inbound message with missing parts. Keyed by message id; the lane is the workspace. */
export type SmsPartsDocument = WorkDocument;

type Event = Extract<RecordedSmsEvent, { type: 'SmsPartReceived' | 'SmsReceived' }>;

/** How long to wait for the parts of a message: carriers retry for about as long. */
const PARTS_WAIT_MS = 60 * 60_000;

/** Messages that are reported without their missing parts when these do not arrive in time. */
export const smsParts = (partitions: number) =>
  workIndex<SmsPartsDocument, Event>(
    { name: 'sms_parts', version: 1, foldedBy: 'sender', partitions },
    {
      SmsPartReceived: (_, event) =>
        workItem(event, partitions, { dueAtMs: Date.parse(event.metadata.at) + PARTS_WAIT_MS }),
      SmsReceived: () => null,
    },
  );
