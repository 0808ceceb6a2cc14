import { streamId } from '../events/category.ts';
import type { RecordedSmsEvent } from '../events/sms.ts';
import { WORK_INDEX, type WorkDocument } from '../ports/workDocument.ts';
import { type Projection, projection } from '../runtime/fold/projection.ts';
import { workItem } from './workItem.ts';

/** An inbound message of which parts are missing. Keyed by message id; the lane is the workspace. */
export type SmsPartsDocument = WorkDocument;

type Event = Extract<RecordedSmsEvent, { type: 'SmsPartReceived' | 'SmsReceived' }>;

/** How long the parts of a message are waited for: carriers keep what they could not hand over for about as long. */
const PARTS_WAIT_MS = 60 * 60_000;

/** Messages that are told without their missing parts when these don't come in time. */
export function smsParts(partitions: number): Projection<SmsPartsDocument, Event> {
  return projection<SmsPartsDocument, Event>({
    name: `sms_parts_p${partitions}`,
    version: 1,
    indexes: WORK_INDEX,
    key: ({ stream }) => streamId(stream),
    on: {
      SmsPartReceived: (_, event) =>
        workItem(event, partitions, Date.parse(event.metadata.at) + PARTS_WAIT_MS),
      SmsReceived: () => null,
    },
  });
}
