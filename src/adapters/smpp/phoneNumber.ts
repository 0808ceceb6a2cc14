// The largest of the package's tables: the smaller ones take some short codes for numbers.
import { isValidPhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { SmppNumber } from './incomingPdu.ts';

/** SMPP 3.4, 5.2.5. */
const UNKNOWN = 0;
const INTERNATIONAL = 1;
const NATIONAL = 2;

const INTERNATIONAL_FORM = /^(\+|00)?([1-9]\d{1,14})$/;

/**
 * A number in E.164 where its type is international, or is not given and it begins with 00 or is a valid number of a country;
 * as the carrier wrote it otherwise.
 */
export function numberOf({ ton, text }: SmppNumber): string {
  const [, prefix, digits] = INTERNATIONAL_FORM.exec(text) ?? [];
  if (digits === undefined) return text;
  const number = `+${digits}`;
  const isInternational =
    ton === INTERNATIONAL || (ton === UNKNOWN && (prefix !== undefined || isValidPhoneNumber(number)));
  return isInternational ? number : text;
}

/** A number without its country as one of the country of `to`, which may lack its +, in E.164; null where it is none. */
export function completedNumber({ ton, text }: SmppNumber, to: string): string | null {
  if (![UNKNOWN, INTERNATIONAL, NATIONAL].includes(ton) || !/^\d+$/.test(text)) return null;
  const defaultCallingCode = parsePhoneNumberFromString(to.replace(/^\+?/, '+'))?.countryCallingCode;
  if (defaultCallingCode === undefined) return null;
  const found = parsePhoneNumberFromString(text, { defaultCallingCode });
  return found?.isValid() ? found.number : null;
}
