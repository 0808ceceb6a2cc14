import type { CarrierReceipt } from '../../ports/carrier.ts';
import type { IncomingPdu } from './incomingPdu.ts';

/** What a receipt says; `interim`: no outcome, or an unknown one. */
export type Reported =
  | { readonly is: 'receipt'; readonly receipt: CarrierReceipt }
  | { readonly is: 'interim' };

/** SMPP 3.4, 5.2.12: bits 5 to 2 of esm_class, which only the carrier can set. */
export const TYPE_BITS = 0x3c;
const RECEIPT_TYPES: ReadonlySet<number> = new Set([0x04, 0x20]);
/** SMPP 3.4, 5.3.2.12 and 5.3.2.35. */
const RECEIPTED_MESSAGE_ID = 0x001e;
const MESSAGE_STATE = 0x0427;
const DELIVERED = 2;
/** SMPP 3.4, 5.2.28. */
const FAILED: Readonly<Record<number, string>> = { 3: 'EXPIRED', 4: 'DELETED', 5: 'UNDELIV', 8: 'REJECTD' };
/** Appendix B: the states by number, each by the beginnings of its words, which carriers shorten in different ways. */
const WORDS = ['SCHE', 'ENRO|BUFF', 'DELI', 'EXPI', 'DELE', 'UNDE|FAIL', 'ACCE', 'UNKN', 'REJE', 'SKIP'];
/** The word after `id:`, unless that is empty and the next field follows. */
const ID = /\bid:\s*(?!\s|(?:sub|dlvrd|submit|done|stat|err)\b)(\S+)/i;

/** The id in its field, or empty. It ends with its NUL, or, where a carrier leaves that out, before the next field. */
export const receiptedId = ({ fields }: IncomingPdu): string =>
  /^\P{Cc}*/u.exec(fields.get(RECEIPTED_MESSAGE_ID)?.toString('latin1') ?? '')?.[0] ?? '';

/**
 * Reads a receipt by its fields, and by its words where a field is missing: words are ASCII whatever the data coding says, or
 * ASCII in UCS-2. Words alone make no receipt of a text, since anyone can send them. Null: it is no receipt; `unreadable`: one
 * that says nothing.
 */
export function receiptIn(pdu: IncomingPdu): Reported | 'unreadable' | null {
  const [words = ''] = pdu.content
    .toString('latin1')
    .replaceAll('\0', '')
    .split(/\btext:/i);
  const fieldId = receiptedId(pdu);
  const carrierId = fieldId || (ID.exec(words)?.[1] ?? '');
  const inField = pdu.fields.get(MESSAGE_STATE)?.at(-1);
  const word = /\bstat(?:e|us)?:\s*(\w+)/i.exec(words)?.[1] ?? '';
  const inWords = WORDS.findIndex((beginnings) => new RegExp(`^(?:${beginnings})`, 'i').test(word));
  const state = inField || (inWords < 0 ? inField : inWords);
  const error = /\berr:\s*(\w+)/i.exec(words)?.[1];
  const reported = carrierId === '' || state === undefined ? null : reportedBy(carrierId, state, error);
  const type = pdu.esmClass & TYPE_BITS;
  if (reported !== null && (type !== 0 || inField !== undefined || fieldId !== '')) return reported;
  return RECEIPT_TYPES.has(type) || inField !== undefined ? 'unreadable' : null;
}

function reportedBy(carrierId: string, state: number, error: string | undefined): Reported | null {
  if (state === DELIVERED)
    return { is: 'receipt', receipt: { carrierId, state: 'delivered', detail: 'DELIVRD' } };
  const failed = FAILED[state];
  if (failed === undefined) return state < WORDS.length ? { is: 'interim' } : null;
  const detail = error === undefined ? failed : `${failed} err:${error}`;
  return { is: 'receipt', receipt: { carrierId, state: 'failed', detail } };
}
