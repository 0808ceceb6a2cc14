import { beginningOf, inOneLine } from '../events/fieldPatterns.ts';
import { type BounceVerdict, permanent, refusedPart, transient, verdictOfText } from './bounceTexts.ts';

/** The codes of an SMTP reply: the basic one (RFC 5321, section 4.2) and the enhanced one (RFC 3463), as far as given. */
interface SmtpCodes {
  /** 200 to 599. */
  readonly code: number | null;
  /** `class.subject.detail`. */
  readonly enhanced: string | null;
}

const MAX_DIAGNOSTIC_CHARS = 1_000;

/** A server's words for the log and the customer: one line of at most 1,000 characters. */
export function diagnosticOf(text: string): string {
  return beginningOf(inOneLine(text), MAX_DIAGNOSTIC_CHARS);
}

/** A refusal as reported: codes are null where they were not given in addition to the words. */
export interface SmtpRefusal extends SmtpCodes {
  readonly text: string;
  /** Whether the server had accepted the recipient before: then it refused the message, unless it names the address. */
  readonly isOfMessage?: boolean;
}

/**
 * What a refusal means for the address (RFC 5321, section 4.2; RFC 3463; RFC 7504; RFC 7505). First the codes with one
 * meaning everywhere, then the words, then the other codes, which say nothing about an address that was accepted before.
 * 5.7.x is a policy and never Permanent; neither is a temporary refusal (4yz), nor a refusal because of size, content, the
 * sender or the route.
 */
export function classifyBounce({ code, enhanced, text, isOfMessage = false }: SmtpRefusal): BounceVerdict {
  const inText = codesIn(text);
  const statuses = [enhanced, inText.enhanced].filter((status) => status !== null);
  if (statuses.some((status) => /^\d\.7\./.test(status))) return transient(refusedPart(text));
  // `5.0.0` says only that it failed: a code in the words says more.
  const status = statuses.find((one) => !/^\d\.0\.0$/.test(one)) ?? null;
  const [, kind, subject, detail] = /^(\d)\.(\d+)\.(\d+)$/.exec(status ?? '') ?? [];
  const basic = code ?? inText.code;
  const known = subject === undefined ? null : (CODES[`${subject}.${detail}`] ?? null);
  const isTemporary = kind === undefined ? basic !== null && basic < 500 : kind === '4';
  if (isTemporary) return transientOnly(known ?? verdictOfText(text));
  const found = known ?? verdictOfText(text);
  if (found !== null) return found;
  const isByStatus = subject !== undefined && basic !== 521 && basic !== 556;
  if (isByStatus && subject === '6') return transient(refusedPart(text));
  const weak = isByStatus ? WEAK_CODES[`${subject}.${detail}`] : BASIC_CODES.get(basic ?? 0);
  return isOfMessage ? transientOnly(weak ?? null) : (weak ?? OTHER_REASON);
}

const OTHER_REASON = transient('General');

/** By subject and detail: the meaning for any words. */
const CODES: Readonly<Record<string, BounceVerdict>> = {
  '1.1': permanent('NoEmail'),
  '1.2': permanent('General'),
  '1.3': permanent('NoEmail'),
  '1.6': permanent('NoEmail'),
  '1.10': permanent('NoEmail'),
  // These three are about the sender.
  '1.7': transient('General'),
  '1.8': transient('General'),
  '1.9': transient('General'),
  '2.2': transient('MailboxFull'),
  '2.3': transient('MessageTooLarge'),
  '3.4': transient('MessageTooLarge'),
  // Exchange's own, for a domain that the DNS does not know.
  '4.310': permanent('General'),
};

/** The meaning when the words say nothing that is known. */
const WEAK_CODES: Readonly<Record<string, BounceVerdict>> = {
  '1.0': permanent('General'),
  '1.4': permanent('General'),
  '2.1': permanent('General'),
  '4.4': permanent('General'),
};

const BASIC_CODES: ReadonlyMap<number, BounceVerdict> = new Map([
  [521, permanent('General')],
  [550, permanent('General')],
  [551, permanent('NoEmail')],
  [552, transient('MailboxFull')],
  [553, permanent('NoEmail')],
  [556, permanent('General')],
]);

/** A temporary refusal is never Permanent; a reason that may end, such as a full mailbox, stays. */
function transientOnly(verdict: BounceVerdict | null): BounceVerdict {
  return verdict === null || verdict.bounceType === 'Permanent' ? OTHER_REASON : verdict;
}

const ENHANCED = String.raw`[245]\.\d{1,3}\.\d{1,3}`;
/** `550 5.1.1 …`, `550-5.1.1 …`, `smtp;550 5.1.1 …`: the beginning of a reply, anywhere in a text. */
const REPLY = new RegExp(String.raw`(?:^|[^\d.])([2-5][0-5]\d)(?:[ -]+|$)(?:#?(${ENHANCED})(?![\d.]*\d))?`);
/** `(#5.1.1)` as qmail writes it, or the bare code. */
const BARE = new RegExp(String.raw`(?:^|[\s(#:;])(${ENHANCED})(?![\d.]*\d)`);

/** The first codes in a text. */
export function codesIn(text: string): SmtpCodes {
  const reply = REPLY.exec(text);
  const enhanced = reply?.[2] ?? BARE.exec(text)?.[1] ?? null;
  return { code: reply?.[1] === undefined ? null : Number(reply[1]), enhanced };
}
