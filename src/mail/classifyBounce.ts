import { beginningOf, inOneLine } from '../events/fieldPatterns.ts';
import {
  codesOf,
  hasWords,
  isPolicy,
  isTemporary,
  ofOthers,
  ofTheAddress,
  type SmtpCodes,
  takesNoMail,
  verdictOfCodes,
} from './bounceCodes.ts';
import { phaseIn, type SmtpPhase, withoutPhase } from './bouncePhase.ts';
import { refusedPart, ruleOfWords, type WordRule } from './bounceTexts.ts';
import { type BounceVerdict, OTHER_REASON, permanent, transient, transientOnly } from './bounceVerdict.ts';
import { MAX_CHARS, wordsOf } from './bounceWords.ts';

const MAX_DIAGNOSTIC_CHARS = 1_000;

/** A server's words for the log and the customer: one line of at most 1,000 characters. */
export function diagnosticOf(text: string): string {
  return beginningOf(inOneLine(text), MAX_DIAGNOSTIC_CHARS);
}

/** A refusal as reported. */
export interface SmtpRefusal {
  /** The basic code (RFC 5321, section 4.2), 200 to 599; null: not given in addition to the words. */
  readonly code: number | null;
  /** The enhanced code (RFC 3463) as `class.subject.detail`, or the status that a gateway reports; null: not given. */
  readonly enhanced: string | null;
  /** One reply or several, in one line or many, with or without their codes; of several the less final counts. */
  readonly text: string;
  /** Where it is known; else the words may say it. */
  readonly phase?: SmtpPhase | null;
}

/** What the rules look at. */
interface Refusal {
  readonly words: string;
  readonly said: WordRule | null;
  readonly codes: SmtpCodes;
  readonly phase: SmtpPhase | null;
}

interface BounceRule {
  /** For the table in docs/bounces.md. */
  readonly says: string;
  /** Null: the rule says nothing about this one. */
  readonly verdictOf: (refusal: Refusal) => BounceVerdict | null;
}

/** In order: the first rule that says something decides. Words count before codes, except those of a policy or a delay. */
export const BOUNCE_RULES: readonly BounceRule[] = [
  {
    says: 'a code of a policy (x.7.x), anywhere in it',
    verdictOf: ({ codes, words }) => (isPolicy(codes) ? refusedPart(words) : null),
  },
  {
    says: 'a temporary code (4yz, 4.x.x), anywhere in it',
    verdictOf: ({ codes, said }) =>
      isTemporary(codes) ? transientOnly(said?.verdict ?? verdictOfCodes(codes)) : null,
  },
  {
    says: 'a refusal before RCPT, other than by 521 or 556',
    verdictOf: ({ phase, codes, said }) =>
      phase === 'before RCPT' && !takesNoMail(codes) ? beforeRcpt(said, codes) : null,
  },
  {
    says: 'words about anything but the address',
    verdictOf: ({ said }) => (said?.about === 'another' ? said.verdict : null),
  },
  {
    says: 'a code of the sender (x.1.7 to x.1.9), a full mailbox (x.2.2) or the size (x.2.3, x.3.4)',
    verdictOf: ({ codes }) => (takesNoMail(codes) ? null : ofOthers(codes)),
  },
  {
    says: 'words about the address; about its domain not after DATA',
    verdictOf: ({ said, codes, phase }) =>
      said?.about === 'address' || (said?.about === 'domain' && phase !== 'after RCPT')
        ? (ofTheAddress(codes) ?? said.verdict)
        : null,
  },
  {
    says: 'after DATA: only a code of the address (x.1.1, x.1.2, x.1.3, x.1.6, x.1.10)',
    verdictOf: ({ phase, codes, said }) =>
      phase === 'after RCPT'
        ? ((isPermanent(verdictOfCodes(codes)) ? ofTheAddress(codes) : null) ??
          transientOnly(said?.verdict ?? verdictOfCodes(codes)))
        : null,
  },
  {
    says: '521 or 556: the host or domain takes no mail, with any enhanced code next to it',
    verdictOf: ({ codes }) => (takesNoMail(codes) ? permanent('General') : null),
  },
  {
    says: 'words that say that it was refused or not delivered, and not why',
    verdictOf: ({ said }) => (said?.about === 'nothing' ? said.verdict : null),
  },
  {
    says: '550 to RCPT without words and without an enhanced code',
    verdictOf: ({ codes, words, phase }) =>
      phase === 'RCPT' && isBare550(codes) && !hasWords(withoutPhase(words)) ? permanent('General') : null,
  },
  { says: 'the codes; of several the less final', verdictOf: ({ codes }) => verdictOfCodes(codes) },
];

const isPermanent = ({ bounceType }: BounceVerdict) => bounceType === 'Permanent';

const isBare550 = ({ basic, enhanced }: SmtpCodes) =>
  enhanced.length === 0 && basic.every((code) => code === 550) && basic.length > 0;

/** The recipient's mailbox was not named yet, so neither its size nor its room was meant. */
function beforeRcpt(said: WordRule | null, { basic }: SmtpCodes): BounceVerdict {
  const { bounceSubType } = transientOnly(said?.verdict ?? null);
  if (basic.includes(552)) return transient('MessageTooLarge');
  return transient(bounceSubType === 'MailboxFull' ? 'General' : bounceSubType);
}

/**
 * What a refusal means for the address (RFC 5321, section 4.2; RFC 3463; RFC 7504; RFC 7505), by `BOUNCE_RULES`. Only a
 * Permanent one says that the address takes no mail; `hard` is a Transient one of which a second may show the same.
 */
export function classifyBounce(refusal: SmtpRefusal): BounceVerdict {
  return decisionOn(refusal).verdict;
}

/** The same, with the rule that decides. */
export function decisionOn({ code, enhanced, text, phase: known = null }: SmtpRefusal): {
  readonly by: BounceRule | null;
  readonly verdict: BounceVerdict;
} {
  const words = wordsOf(text);
  const codes = codesOf(code, enhanced, text.slice(0, MAX_CHARS));
  const refusal = { words, said: ruleOfWords(words), codes, phase: phaseIn(words, known) };
  for (const by of BOUNCE_RULES) {
    const verdict = by.verdictOf(refusal);
    if (verdict !== null) return { by, verdict };
  }
  return { by: null, verdict: OTHER_REASON };
}
