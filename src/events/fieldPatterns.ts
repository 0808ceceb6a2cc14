/**
 * Patterns of fields as sources of regular expressions, each written once. The schemas of events and API and the checks
 * of commands and adapters are built from them.
 */

/** A uuid (RFC 9562, section 4) as the ledger stores it: in lower case. */
export const UUID_PATTERN = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';

/** A uuid as callers may write it, in any letter case. */
export const GIVEN_UUID_PATTERN =
  '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';

/** A telephone number in E.164, as spec section 2.3 writes it. */
export const E164_PATTERN = '^\\+[1-9]\\d{1,14}$';

/** An instant as the service writes it: ISO 8601 with milliseconds, UTC. */
export const INSTANT_PATTERN = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$';

/** A UTC day, YYYY-MM-DD. */
export const DAY_PATTERN = '^\\d{4}-\\d\\d-\\d\\d$';

/** CR, LF, NUL and other control characters (C0, DEL, C1, line and paragraph separator): the inside of a class. */
const CONTROL_CHARACTERS = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029';

/** A text that may go into a header: it has no character that ends the line. */
export const ONE_LINE_PATTERN = `^[^${CONTROL_CHARACTERS}]*$`;

const givenUuid = new RegExp(GIVEN_UUID_PATTERN);
const e164 = new RegExp(E164_PATTERN);
const control = new RegExp(`[${CONTROL_CHARACTERS}]`);
const controls = new RegExp(`[${CONTROL_CHARACTERS}]+`, 'g');

/** In any letter case. */
export function isUuid(text: string): boolean {
  return givenUuid.test(text);
}

export function isPhoneNumber(text: string): boolean {
  return e164.test(text);
}

/** Whether the text has a character that would end a header line or is otherwise unsafe there. */
export function hasControlCharacter(text: string): boolean {
  return control.test(text);
}

/** The text in one line: control characters become a space, and none is left at either end. Other blank characters stay. */
export function inOneLine(text: string): string {
  const line = text.replace(controls, ' ');
  let [from, to] = [0, line.length];
  while (line[from] === ' ') from++;
  while (to > from && line[to - 1] === ' ') to--;
  return line.slice(from, to);
}

/** The beginning of a text, of at most so many UTF-16 units: a pair of surrogates is not cut in two. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most);
}

/** The UTC day of an instant, YYYY-MM-DD. */
export function dayOf(instant: string): string {
  return instant.slice(0, 10);
}
