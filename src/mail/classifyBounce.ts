import { type BounceVerdict, permanent, refusedPart, transient, verdictOfText } from './bounceTexts.ts';
import { codesIn, type SmtpCodes } from './smtpCodes.ts';

/** A refusal as it was told: codes where they were given beside the words, else null. */
export interface SmtpRefusal extends SmtpCodes {
  readonly text: string;
}

/**
 * What a refusal means for the address (RFC 5321, section 4.2; RFC 3463; RFC 7504; RFC 7505). First the codes that
 * everybody uses for one thing, then the words, then what is left of the codes. 5.7.x is a policy and never Permanent;
 * neither is a refusal for now (4yz), nor one that is about size, content, the sender or the way.
 */
export function classifyBounce({ code, enhanced, text }: SmtpRefusal): BounceVerdict {
  const found = codesIn(text);
  const statuses = [enhanced, found.enhanced].filter((status) => status !== null);
  if (statuses.some((status) => /^\d\.7\./.test(status))) return transient(refusedPart(text));
  // `5.0.0` says only that it failed: a code in the words knows more.
  const status = statuses.find((one) => !/^\d\.0\.0$/.test(one)) ?? null;
  const [, kind, subject, detail] = /^(\d)\.(\d+)\.(\d+)$/.exec(status ?? '') ?? [];
  const basic = code ?? found.code;
  const known = subject === undefined ? null : (CODES[`${subject}.${detail}`] ?? null);
  const forNow = kind === undefined ? basic !== null && basic < 500 : kind === '4';
  if (forNow) return forTheTime(known ?? verdictOfText(text));
  if (known !== null) return known;
  const told = verdictOfText(text);
  if (told !== null) return told;
  if (subject !== undefined && basic !== 521 && basic !== 556) {
    return WEAK_CODES[`${subject}.${detail}`] ?? (subject === '6' ? transient(refusedPart(text)) : OTHERWISE);
  }
  return BASIC_CODES.get(basic ?? 0) ?? OTHERWISE;
}

const OTHERWISE = transient('General');

/** By subject and detail: what stands whatever the words are. */
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

/** What stands when the words say nothing that is known. */
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

/** A refusal for now keeps what it is about where that may pass, as a mailbox that is full. */
function forTheTime(verdict: BounceVerdict | null): BounceVerdict {
  return verdict === null || verdict.bounceType === 'Permanent' ? OTHERWISE : verdict;
}
