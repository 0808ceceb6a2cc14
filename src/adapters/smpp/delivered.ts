import { gsmSeptetsOf } from '../../events/gsmAlphabet.ts';
import type { CarrierReceipt, IncomingSms } from '../../ports/carrier.ts';

/** The content of a `deliver_sm` (SMPP 3.4, 4.6.1); `nothing`: an interim state, or a report without enough information. */
export type Delivered =
  | { readonly is: 'message'; readonly message: IncomingSms }
  | { readonly is: 'receipt'; readonly receipt: CarrierReceipt }
  | { readonly is: 'nothing'; readonly why: string };

type Fields = Readonly<Record<string, unknown>>;

/** SMPP 3.4, 5.2.12: bits 5 to 2 of esm_class. */
const TYPE_BITS = 0x3c;
const RECEIPT = 0x04;
const DELIVERED = 2;
const FAILED: Readonly<Record<number, string>> = { 3: 'EXPIRED', 4: 'DELETED', 5: 'UNDELIV', 8: 'REJECTD' };
/** Appendix B: the states as a receipt's text has them. */
const STATES: Readonly<Record<string, number>> = {
  DELIVRD: 2,
  EXPIRED: 3,
  DELETED: 4,
  UNDELIV: 5,
  REJECTD: 8,
};

export function deliveredOf(pdu: Fields): Delivered {
  const type = numberIn(pdu, 'esm_class') & TYPE_BITS;
  if (type === RECEIPT) return receiptOf(pdu);
  if (type !== 0) return { is: 'nothing', why: 'neither a message nor a receipt' };
  const content = contentOf(pdu);
  if (typeof content.text !== 'string') return { is: 'nothing', why: 'a message that is no text' };
  return {
    is: 'message',
    message: {
      carrierId: textIn(pdu, 'receipted_message_id') || null,
      from: numberFrom(textIn(pdu, 'source_addr')),
      to: numberFrom(textIn(pdu, 'destination_addr')),
      text: content.text,
      part: partIn(content.header) ?? partOf(pdu),
    },
  };
}

function receiptOf(pdu: Fields): Delivered {
  const report = asciiOf(contentOf(pdu).text);
  const carrierId = textIn(pdu, 'receipted_message_id') || (/\bid:\s*(\S+)/i.exec(report)?.[1] ?? '');
  if (carrierId === '') return { is: 'nothing', why: 'a receipt without an id' };
  const word = /\bstat:\s*(\w+)/i.exec(report)?.[1]?.toUpperCase() ?? '';
  const state = numberIn(pdu, 'message_state') || (STATES[word] ?? 0);
  const error = /\berr:\s*(\w+)/i.exec(report)?.[1];
  if (state === DELIVERED)
    return { is: 'receipt', receipt: { carrierId, state: 'delivered', detail: 'DELIVRD' } };
  const failed = FAILED[state];
  if (failed === undefined) return { is: 'nothing', why: 'a receipt of an interim state' };
  const detail = error === undefined ? failed : `${failed} err:${error}`;
  return { is: 'receipt', receipt: { carrierId, state: 'failed', detail } };
}

interface Content {
  readonly text: unknown;
  readonly header: readonly Buffer[];
}

/** The package decodes a text by its data coding, and separates its header. */
function contentOf(pdu: Fields): Content {
  const short = asContent(pdu.short_message);
  return short.text === '' ? asContent(pdu.message_payload ?? '') : short;
}

function asContent(value: unknown): Content {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value))
    return { text: value, header: [] };
  const { message, udh } = value as { message?: unknown; udh?: unknown };
  const isEmpty = Buffer.isBuffer(message) && message.length === 0;
  return { text: isEmpty ? '' : message, header: Array.isArray(udh) ? udh.filter(Buffer.isBuffer) : [] };
}

/**
 * A receipt's text, which is ASCII, also where its data coding says otherwise. The package reads it as GSM 03.38, in which the bytes of `@`, `_` and
 * others are letters, or leaves it in bytes.
 */
function asciiOf(text: unknown): string {
  if (Buffer.isBuffer(text)) return text.toString('latin1');
  if (typeof text !== 'string') return '';
  return text.replace(/\P{ASCII}/gu, (letter) => {
    const [septet, ...more] = gsmSeptetsOf(letter) ?? [];
    return septet === undefined || more.length > 0 ? letter : String.fromCharCode(septet);
  });
}

/** 3GPP TS 23.040, 9.2.3.24.1 and 9.2.3.24.8: a reference of one byte or two, the number of parts, this part's number. */
function partIn(header: readonly Buffer[]): IncomingSms['part'] {
  for (const element of header) {
    if (element[0] === 0x00 && element.length === 5)
      return checked(element.readUInt8(2), element.readUInt8(4), element.readUInt8(3));
    if (element[0] === 0x08 && element.length === 6)
      return checked(element.readUInt16BE(2), element.readUInt8(5), element.readUInt8(4));
  }
  return null;
}

function partOf(pdu: Fields): IncomingSms['part'] {
  const of = numberIn(pdu, 'sar_total_segments');
  return checked(numberIn(pdu, 'sar_msg_ref_num'), numberIn(pdu, 'sar_segment_seqnum'), of);
}

function checked(reference: number, number: number, of: number): IncomingSms['part'] {
  return of > 1 && number >= 1 && number <= of ? { reference, number, of } : null;
}

/** In E.164 where it has digits only, also after the prefix 00 of international calls; a name or other text stays unchanged. */
function numberFrom(address: string): string {
  const digits = /^(?:00)?(\d+)$/.exec(address)?.[1];
  return digits === undefined ? address : `+${digits}`;
}

function numberIn(pdu: Fields, name: string): number {
  const value = pdu[name];
  return typeof value === 'number' ? value : 0;
}

/** A text ends with its NUL. Where a carrier leaves that out, the package reads on into the next field, whose tag begins with a control character. */
function textIn(pdu: Fields, name: string): string {
  const value = pdu[name];
  const text = Buffer.isBuffer(value) ? value.toString('latin1') : value;
  return typeof text === 'string' ? (/^\P{Cc}*/u.exec(text)?.[0] ?? '') : '';
}
