import type { IncomingSms } from '../../ports/carrier.ts';
import { type IncomingPdu, incomingPdu, userData } from './incomingPdu.ts';
import { completedNumber, numberOf } from './phoneNumber.ts';
import { type Reported, receiptedId, receiptIn, TYPE_BITS } from './receipt.ts';
import { textIn } from './textCoding.ts';

/** The content of a `deliver_sm` or `data_sm`. */
export type Delivered =
  | { readonly is: 'message'; readonly message: IncomingSms }
  | Reported
  | { readonly is: 'unreadable'; readonly why: string };

/** What cannot be read as a text or a receipt is `unreadable`. */
export function deliveredOf(bytes: Buffer): Delivered {
  const pdu = incomingPdu(bytes);
  if (pdu === null) return unreadable('not in the form of a deliver_sm or data_sm');
  const reported = receiptIn(pdu);
  if (reported === 'unreadable') return unreadable('a receipt without an id and a known state');
  if (reported !== null) return reported;
  const data = userData(pdu);
  if (data === null) return unreadable('a text with a broken header');
  const text = textIn(pdu.dataCoding, data.body, data.header);
  if (text === null) return unreadable(`no text that is known, by data coding ${pdu.dataCoding}`);
  // Of a type of its own is what answers a message, which may be in words.
  if (text === '' && (pdu.esmClass & TYPE_BITS) !== 0) return unreadable('neither a text nor a receipt');
  const [from, to] = [numberOf(pdu.from), numberOf(pdu.to)];
  const message = {
    carrierId: receiptedId(pdu) || null,
    from,
    completedFrom: from === pdu.from.text ? completedNumber(pdu.from, to) : null,
    to,
    text,
    part: partIn(data.header) ?? partOf(pdu),
  };
  return { is: 'message', message };
}

const unreadable = (why: string): Delivered => ({ is: 'unreadable', why });

/** 3GPP TS 23.040, 9.2.3.24.1 and 9.2.3.24.8: a reference of one byte or two, the number of parts, this part's number. */
function partIn(header: ReadonlyMap<number, Buffer>): IncomingSms['part'] {
  const [narrow, wide] = [header.get(0x00), header.get(0x08)];
  if (narrow?.length === 3) return checked(narrow.readUInt8(), narrow.readUInt8(2), narrow.readUInt8(1));
  if (wide?.length === 4) return checked(wide.readUInt16BE(), wide.readUInt8(3), wide.readUInt8(2));
  return null;
}

/** SMPP 3.4, 5.3.2.22 to 5.3.2.24. */
function partOf({ fields }: IncomingPdu): IncomingSms['part'] {
  const reference = Number.parseInt(fields.get(0x020c)?.toString('hex') ?? '', 16) || 0;
  return checked(reference, fields.get(0x020f)?.at(-1) ?? 0, fields.get(0x020e)?.at(-1) ?? 0);
}

function checked(reference: number, number: number, of: number): IncomingSms['part'] {
  return of > 1 && number >= 1 && number <= of ? { reference, number, of } : null;
}
