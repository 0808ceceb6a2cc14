import { dayOf } from '../../events/fieldPatterns.ts';

/**
 * ISO 8601, extended form: a date, `T`, a time and `Z` or a numeric offset. Seconds may be missing; of a fraction only
 * the first three digits count.
 */
const INSTANT =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,12}))?)?(?:Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)$/;

const DAY_MS = 86_400_000;
const FIRST_MS = Date.parse('0000-01-01T00:00:00.000Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Milliseconds since 1970 of a text such as `2026-03-01T09:00:00+01:00`. Null when the text has another form, the calendar
 * has no such day, or the instant is outside the years 0000 to 9999 in UTC.
 */
export function parseInstant(text: string): number | null {
  const match = INSTANT.exec(text);
  if (match === null) return null;
  const [, year = '', month = '', day = '', hour, minute, second = '0', fraction = '', ...offset] = match;
  const [sign, offsetHour, offsetMinute] = offset;
  // A month or a day that doesn't exist gives another date, or NaN.
  const dateMs = Date.parse(`${year}-${month}-01T00:00:00.000Z`) + (Number(day) - 1) * DAY_MS;
  if (Number.isNaN(dateMs) || dateOf(dateMs) !== `${year}-${month}-${day}`) return null;
  const offsetMinutes = (sign === '-' ? -1 : 1) * (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0));
  const minutes = Number(hour) * 60 + Number(minute) - offsetMinutes;
  const ms = dateMs + minutes * 60_000 + Number(second) * 1_000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  return ms < FIRST_MS || ms > LAST_MS ? null : ms;
}

function dateOf(ms: number): string {
  return ms > LAST_MS ? '' : dayOf(new Date(ms).toISOString());
}
