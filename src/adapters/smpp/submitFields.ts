import { gsmBytes } from '../../events/gsmAlphabet.ts';
import type { OutgoingSms } from '../../ports/carrier.ts';

const INTERNATIONAL = 1;
const ISDN = 1;
/** SMPP 3.4, 5.2.19: the carrier's default alphabet, and UCS-2. */
const DATA_CODING = { gsm7: 0x00, ucs2: 0x08 };
/** SMPP 3.4, 5.2.12: the text begins with a user data header. */
const WITH_HEADER = 0x40;
/** SMPP 3.4, 5.2.17: a receipt of the final outcome. */
const FINAL_RECEIPT = 1;

/** The fields of `submit_sm` (SMPP 3.4, 4.4.1) for the segment at `index`, from 0. */
export function submitFields(
  { from, to, smsId, coding, segments }: OutgoingSms,
  index: number,
): Record<string, unknown> {
  const text = encoded(segments[index] ?? '', coding);
  const isDivided = segments.length > 1;
  return {
    source_addr_ton: INTERNATIONAL,
    source_addr_npi: ISDN,
    source_addr: bare(from),
    dest_addr_ton: INTERNATIONAL,
    dest_addr_npi: ISDN,
    destination_addr: bare(to),
    data_coding: DATA_CODING[coding],
    registered_delivery: FINAL_RECEIPT,
    esm_class: isDivided ? WITH_HEADER : 0,
    short_message: isDivided ? Buffer.concat([header(smsId, index, segments.length), text]) : text,
  };
}

const bare = (number: string) => number.replace(/^\+/, '');

function encoded(text: string, coding: OutgoingSms['coding']): Buffer {
  if (coding === 'ucs2') return Buffer.from(text, 'utf16le').swap16();
  const bytes = gsmBytes(text);
  if (bytes === null) throw new Error('a segment has a character that its coding lacks');
  return Buffer.from(bytes);
}

/**
 * User data header of a concatenated message (3GPP TS 23.040, 9.2.3.24.1). The reference comes from the message's id, so
 * that a repeated segment is the same segment.
 */
function header(smsId: string, index: number, of: number): Buffer {
  return Buffer.from([0x05, 0x00, 0x03, Number.parseInt(smsId.slice(-2), 16), of, index + 1]);
}
