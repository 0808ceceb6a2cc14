import { streamId } from '../events/category.ts';
import type { RecordedSmsEvent } from '../events/sms.ts';
import { projection } from '../follow/fold/projection.ts';
import type { Collection } from '../ports/documents.ts';

/** The message of a segment that the carrier took. Keyed by the carrier's id as `plainId` writes it; the latest use of it counts. */
export interface SmsCarrierIdDocument {
  readonly smsId: string;
}

type Event = Extract<RecordedSmsEvent, { type: 'SmsSegmentSent' | 'SmsSent' }>;

export const smsCarrierIds = projection<SmsCarrierIdDocument, Event>({
  name: 'sms_carrier_ids',
  version: 2,
  indexes: {},
  key: ({ data: { carrierId } }) => carrierId && plainId(carrierId),
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

const NUMBER = /^[0-9a-f]{1,64}$/i;

/** An id that may be a number, without leading zeros and in lower case; every other one as it is. */
function plainId(carrierId: string): string {
  return NUMBER.test(carrierId) ? carrierId.replace(/^0+(?=.)/, '').toLowerCase() : carrierId;
}

/** SMPP 3.4, appendix B: the id of a receipt may be decimal where the submission's answer was hexadecimal, or the reverse. */
function spellingsOf(carrierId: string): readonly string[] {
  const plain = plainId(carrierId);
  const spellings = [plain];
  if (/^\d{1,20}$/.test(plain)) spellings.push(BigInt(plain).toString(16));
  if (/^[0-9a-f]{1,16}$/.test(plain)) spellings.push(BigInt(`0x${plain}`).toString(10));
  // The previous version, which answers until this one is built, has the ids as the carrier wrote them.
  return [...new Set([...spellings, carrierId])];
}
