import { type BounceVerdict, HARD, lessFinal, OTHER_REASON, permanent, transient } from './bounceVerdict.ts';

/** The codes of SMTP replies: basic ones (RFC 5321, section 4.2), and enhanced ones (RFC 3463) as `class.subject.detail`. */
export interface SmtpCodes {
  /** 400 to 599. */
  readonly basic: readonly number[];
  /** Of the classes 4 and 5, without `x.0.0`, which says only that it failed. */
  readonly enhanced: readonly string[];
}

/** After a word it may be a number of things: `at most 450 messages`. */
const NO_QUANTITY = String.raw`(?!(?<=\w \d{3}) (?:days|hours|minutes|seconds|messages|e?-?mails|recipients|users|connections|characters|bytes|[kmg]i?b|per|of)\b)`;
/**
 * Where replies begin, at a space or a mark, and in no name, address or version: `550 5.1.1`, `#5.1.1`, `(#5.1.1)` as
 * qmail writes it.
 */
const CODES = new RegExp(
  String.raw`(?<![\w.])(?:([45]\.[0-7]\.\d{1,3})(?!\.?\d)|(?<![/=])(4[2-5]\d|5[0-5]\d)(?=[\s:;,)\]'"-]|\.(?!\d)|$)${NO_QUANTITY})`,
  'g',
);

/** The codes in a text. */
export function codesIn(text: string): SmtpCodes {
  const [basic, enhanced] = [new Set<number>(), new Set<string>()];
  for (const [, status, code] of text.matchAll(CODES)) {
    if (code !== undefined) basic.add(Number(code));
    else if (status !== undefined && saysMore(status)) enhanced.add(status);
  }
  return { basic: [...basic], enhanced: [...enhanced] };
}

/** All codes of a refusal: a basic one and the enhanced one next to it, or the gateway's status, are one code. */
export function codesOf(code: number | null, status: string | null, text: string): SmtpCodes {
  const { basic, enhanced } = codesIn(text);
  return {
    basic: code === null || code < 400 || basic.includes(code) ? basic : [code, ...basic],
    enhanced:
      status === null || !saysMore(status) || enhanced.includes(status) ? enhanced : [status, ...enhanced],
  };
}

const saysMore = (status: string) => /^[45]\.(?!0\.0$)/.test(status);

/** Whether a text has letters other than its codes. */
export function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replace(CODES, ' '));
}

/** By subject and detail: these are about the address, also where the message was refused. */
const OF_THE_ADDRESS: Readonly<Record<string, BounceVerdict>> = {
  '1.1': permanent('NoEmail'),
  '1.2': permanent('General'),
  '1.3': permanent('NoEmail'),
  '1.6': permanent('NoEmail'),
  '1.10': permanent('NoEmail'),
  // Exchange's own, for a domain that the DNS does not know.
  '4.310': permanent('General'),
};

/** These are never about the address. */
const OF_OTHERS: Readonly<Record<string, BounceVerdict>> = {
  // These three are about the sender.
  '1.7': OTHER_REASON,
  '1.8': OTHER_REASON,
  '1.9': OTHER_REASON,
  '2.2': transient('MailboxFull'),
  '2.3': transient('MessageTooLarge'),
  '3.4': transient('MessageTooLarge'),
};

/** These are about the address unless it was accepted before. */
const AT_RCPT: Readonly<Record<string, BounceVerdict>> = {
  '1.0': HARD,
  '1.4': permanent('General'),
  '2.1': permanent('General'),
  '4.4': permanent('General'),
  550: HARD,
  551: permanent('NoEmail'),
  552: transient('MailboxFull'),
  553: HARD,
};

const OF_ALL = { ...OF_THE_ADDRESS, ...OF_OTHERS, ...AT_RCPT };

/** Codes of a host or domain that takes no mail at all (RFC 7504; RFC 7505): they outweigh what stands next to them. */
export const takesNoMail = ({ basic }: SmtpCodes) => basic.includes(521) || basic.includes(556);

export const isTemporary = ({ basic, enhanced }: SmtpCodes) =>
  basic.some((code) => code < 500) || enhanced.some((status) => status.startsWith('4'));

export const isPolicy = ({ enhanced }: SmtpCodes) => enhanced.some((status) => /^\d\.7\./.test(status));

const detailsOf = ({ enhanced }: SmtpCodes) => enhanced.map((status) => status.slice(2));
const verdictIn = (table: Readonly<Record<string, BounceVerdict>>) => (codes: SmtpCodes) =>
  lessFinal(detailsOf(codes).flatMap((detail) => table[detail] ?? []));

/** The verdict of a code that is never about the address; null: there is none. */
export const ofOthers = verdictIn(OF_OTHERS);

/** The verdict of a code that is about the address in every phase; null: there is none. */
export const ofTheAddress = verdictIn(OF_THE_ADDRESS);

/** What the codes mean where nothing else is known: of several the less final. A code that is in no table says nothing. */
export function verdictOfCodes(codes: SmtpCodes): BounceVerdict {
  const details = detailsOf(codes);
  // The server's own 552 says more than the status that a gateway gave it.
  const counting =
    details.length === 0 ? codes.basic : [...details, ...codes.basic.filter((one) => one === 552)];
  return lessFinal(counting.map((code) => OF_ALL[code] ?? OTHER_REASON)) ?? OTHER_REASON;
}
