import { InvalidArgumentError } from 'commander';
import { isEmailAddress } from '../commands/email/emailAddress.ts';
import { parseInstant } from '../commands/kernel/parseInstant.ts';
import { senderDomainName } from '../commands/workspace/senderDomainName.ts';
import { isPhoneNumber, isUuid } from '../events/fieldPatterns.ts';

// Parsers of arguments for commander: what is wrong is reported before anything is opened.

function checked(isValid: (text: string) => boolean, fault: string) {
  return (text: string): string => {
    if (!isValid(text)) throw new InvalidArgumentError(fault);
    return text;
  };
}

export const phoneNumber = checked(
  isPhoneNumber,
  'It must be a number in E.164 form, such as +4915123456789.',
);

export const addressOrNumber = checked(
  (text) => isEmailAddress(text) || isPhoneNumber(text),
  'It must be an email address, or a number in E.164 form, such as +4915123456789.',
);

export const personName = checked((text) => text.trim() !== '', 'It must be a name.');

/** As people who read the log get it, and as the console has it. */
export const reason = checked(
  (text) => text.trim() !== '' && /^\P{Cc}+$/u.test(text) && [...text].length <= 500,
  'It must be one line of 1 to 500 characters.',
);

/** Of a folder or a file: an empty text, as an unset variable of a shell leaves it, would mean the current folder. */
export const filePath = checked((text) => text.trim() !== '', 'It must be a path.');

export const emailAddress = checked(isEmailAddress, 'It must be an email address.');

/** The largest by default is one that any sum of a few of them still holds exactly. */
export function wholeNumber(least: number, most = 999_999_999_999_999) {
  const isValid = (text: string) => /^-?\d+$/.test(text) && Number(text) >= least && Number(text) <= most;
  return checked(isValid, `It must be a whole number from ${least} to ${most}.`);
}

/** Milliseconds since 1970 of a time, or of the beginning of a date in UTC; null when the text is neither. */
export const timeMs = (text: string): number | null =>
  parseInstant(text) ?? parseInstant(`${text}T00:00:00Z`);

/** A moment that is the same whenever the command is repeated, so no duration ago. */
export const instant = checked(
  (text) => timeMs(text) !== null,
  'It must be a time such as 2026-03-01T09:00:00Z, or a date for its beginning in UTC.',
);

export function uuid(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError('It must be an id (uuid).');
  return text.toLowerCase();
}

/** Of an argument that may be given several times: commander hands in what it has read before. */
export const uuids = (text: string, before: readonly string[] = []): string[] => [...before, uuid(text)];

export function senderDomain(text: string): string {
  const name = senderDomainName(text);
  if (name === null) throw new InvalidArgumentError('It must be a domain, such as mail.example.org.');
  return name;
}

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const LONGEST_MS = 100 * 365 * UNIT_MS.d;

/** `90s`, `15m`, `12h` or `30d` in milliseconds. */
export function durationMs(text: string): number {
  const [, amount, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const ms = Number(amount) * (UNIT_MS[unit as keyof typeof UNIT_MS] ?? Number.NaN);
  if (!(ms > 0) || ms > LONGEST_MS)
    throw new InvalidArgumentError('It must be a duration such as 90s, 15m, 12h or 30d.');
  return ms;
}

export function duration(text: string): string {
  durationMs(text);
  return text;
}

/** A moment as an operator names it, in milliseconds since 1970: a time, a date, or a duration before now. */
export function momentMs(text: string, nowMs: number): number {
  const ms = timeMs(text);
  if (ms !== null) return ms;
  if (/^\d+[smhd]$/.test(text)) return nowMs - durationMs(text);
  throw new InvalidArgumentError(
    'It must be a time such as 2026-03-01T09:00:00Z, a date for its beginning in UTC, or a duration ago such as 2h.',
  );
}

export function moment(text: string): string {
  momentMs(text, 0);
  return text;
}
