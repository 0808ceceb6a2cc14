import { streamId } from '../events/category.ts';
import type { RecordedSmsEvent } from '../events/sms.ts';
import type { Collection } from '../ports/documents.ts';
import { projection } from '../runtime/fold/projection.ts';

/** The message of a segment that the carrier took. Keyed by the carrier's id; the latest use of it counts. */
export interface SmsCarrierIdDocument {
  readonly smsId: string;
}

type Event = Extract<RecordedSmsEvent, { type: 'SmsSegmentSent' | 'SmsSent' }>;

export const smsCarrierIds = projection<SmsCarrierIdDocument, Event>({
  name: 'sms_carrier_ids',
  version: 1,
  indexes: {},
  key: ({ data: { carrierId } }) => carrierId,
  on: { SmsSegmentSent: idOf, SmsSent: idOf },
});

function idOf(document: SmsCarrierIdDocument | null, { stream }: Event): SmsCarrierIdDocument {
  const smsId = streamId(stream);
  return document?.smsId === smsId ? document : { smsId };
}

/** Finds the message of a carrier's id, in any spelling that a receipt may have; null when there is none. */
export async function segmentOfCarrierId(
  collection: Collection<SmsCarrierIdDocument>,
  carrierId: string,
): Promise<{ readonly smsId: string; readonly carrierId: string } | null> {
  const spellings = spellingsOf(carrierId);
  const found = await collection.getMany(spellings);
  for (const spelling of spellings) {
    const smsId = found.get(spelling)?.document.smsId;
    if (smsId !== undefined) return { smsId, carrierId: spelling };
  }
  return null;
}

/** SMPP 3.4, appendix B: the id of a receipt may be decimal where the submission's answer was hexadecimal, or the reverse. */
function spellingsOf(carrierId: string): readonly string[] {
  const spellings = [carrierId];
  const bare = carrierId.replace(/^0+(?=.)/, '');
  spellings.push(bare);
  if (/^\d{1,20}$/.test(bare))
    spellings.push(BigInt(bare).toString(16), BigInt(bare).toString(16).toUpperCase());
  if (/^[0-9a-f]{1,16}$/i.test(bare)) spellings.push(BigInt(`0x${bare}`).toString(10));
  return [...new Set(spellings)];
}
