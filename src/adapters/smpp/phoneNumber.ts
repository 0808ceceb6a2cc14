// The largest of the package's tables: the smaller ones take some short codes for numbers.
import { isValidPhoneNumber } from 'libphonenumber-js/max';
import type { IncomingSms } from '../../ports/carrier.ts';
import type { SmppNumber } from './incomingPdu.ts';

/** SMPP 3.4, 5.2.5. */
const UNKNOWN = 0;
const INTERNATIONAL = 1;
const NATIONAL = 2;

/**
 * A number in E.164 where its type is international, or is not given and it begins with 00 or is a valid number of a country;
 * as the carrier wrote it otherwise.
 */
export function numberOf({ ton, text }: SmppNumber): Pick<IncomingSms, 'from' | 'isNational'> {
  const [, prefix, digits = ''] = /^(\+|00)?([1-9]\d{1,14})$/.exec(text) ?? [];
  const number = `+${digits}`;
  const isInternational =
    ton === INTERNATIONAL || (ton === UNKNOWN && (prefix !== undefined || isValidPhoneNumber(number)));
  if (digits !== '' && isInternational) return { from: number, isNational: false };
  return { from: text, isNational: [UNKNOWN, INTERNATIONAL, NATIONAL].includes(ton) && /^\d+$/.test(text) };
}
