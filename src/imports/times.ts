import { parseInstant } from '../commands/kernel/parseInstant.ts';

/** `2026-03-01 09:00:00.123456 +0000 UTC` (Go), and the same with less of it; without a zone it is UTC. */
const SPACED =
  /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d?:\d\d(?::\d\d(?:\.\d{1,12})?)?))?(?: ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?))?(?: [A-Z]{2,5})?$/;
/** RFC 5322, section 3.3, as servers write it. */
const RFC_5322 =
  /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d(?::\d\d)? (?:GMT|UTC|UT|[+-]\d{4})$/;
const FIRST_MS_DIGITS = 12;

/**
 * Milliseconds since 1970 of a time as exports write it: ISO 8601, a date (its beginning in UTC), the same with a space,
 * RFC 5322, seconds or milliseconds since 1970. Null where the text is none of these: day and month cannot be told apart in
 * `3/4/2026`.
 */
export function timeIn(text: string): number | null {
  if (/^\d{9,13}(\.\d+)?$/.test(text)) {
    const [whole = ''] = text.split('.');
    return Math.round(Number(text) * (whole.length >= FIRST_MS_DIGITS ? 1 : 1_000));
  }
  if (RFC_5322.test(text)) return Number.isNaN(Date.parse(text)) ? null : Date.parse(text);
  const [, day, time = '00:00', zone = 'Z'] = SPACED.exec(text) ?? [];
  if (day === undefined) return null;
  const hours = /^\d:/.test(time) ? `0${time}` : time;
  return parseInstant(`${day}T${hours}${/^[A-Z]/.test(zone) ? 'Z' : zone}`);
}
