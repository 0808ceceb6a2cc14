import type { BounceSubType } from '../../events/email.ts';
import type { MailOutcome } from '../../ports/mailer.ts';

/** Which command a server answered. */
export type SmtpStage = 'MAIL FROM' | 'RCPT TO' | 'DATA';

const MAX_DIAGNOSTIC_CHARS = 1_000;

/** One line of at most 1,000 characters, for the log and the customer. */
export function diagnosticOf(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_DIAGNOSTIC_CHARS);
}

type Verdict = readonly [bounceType: 'Permanent' | 'Transient', bounceSubType: BounceSubType];

/**
 * What a refusal means (RFC 5321 section 4.2, RFC 3463): 4yz is tried again, 5yz is a bounce. Only what is wrong with
 * the recipient's address is Permanent, since that suppresses it; policy (5.7.x), content, size, a full mailbox and
 * a refused sender say nothing of the address.
 */
export function refusalOutcome(code: number, reply: string, stage: SmtpStage): MailOutcome {
  const diagnostic = diagnosticOf(reply);
  // 503 says that the dialogue went wrong, which another connection mends.
  if (code < 500 || code === 503) return { outcome: 'deferred', diagnostic };
  const [bounceType, bounceSubType] = verdict(code, reply, stage);
  return { outcome: 'bounced', bounceType, bounceSubType, diagnostic };
}

function verdict(code: number, reply: string, stage: SmtpStage): Verdict {
  const enhanced = /^\d{3}[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(reply);
  const known = enhanced === null ? null : enhancedVerdict(Number(enhanced[1]), Number(enhanced[2]), reply);
  if (stage === 'MAIL FROM') {
    // The sender or the size was refused, before the recipient was named.
    return known?.[1] === 'MessageTooLarge' || code === 552 ? ['Transient', 'MessageTooLarge'] : TRANSIENT;
  }
  if (known !== null) return known;
  if (code === 552) return ['Transient', 'MailboxFull'];
  if (stage === 'DATA') return ['Transient', contentSubType(reply)];
  if (code === 551 || code === 553) return ['Permanent', 'NoEmail'];
  return code === 550 ? ['Permanent', 'General'] : TRANSIENT;
}

const TRANSIENT: Verdict = ['Transient', 'General'];

/** By subject and detail of 5.subject.detail; null when the code says nothing. */
function enhancedVerdict(subject: number, detail: number, reply: string): Verdict | null {
  switch (subject) {
    case 0:
      return null;
    case 1:
      // 5.1.7 and 5.1.8 are about the sender's address, 5.1.9 about the dialogue.
      if (detail >= 7 && detail <= 9) return TRANSIENT;
      return [
        'Permanent',
        detail === 1 || detail === 3 || detail === 6 || detail === 10 ? 'NoEmail' : 'General',
      ];
    case 2:
      if (detail === 2) return ['Transient', 'MailboxFull'];
      if (detail === 3) return ['Transient', 'MessageTooLarge'];
      return ['Permanent', 'General'];
    case 3:
      return detail === 4 ? ['Transient', 'MessageTooLarge'] : TRANSIENT;
    case 4:
      // 5.4.1 is how large services say that there is no such recipient.
      return detail === 1 || detail === 4 ? ['Permanent', 'General'] : TRANSIENT;
    case 6:
    case 7:
      return ['Transient', contentSubType(reply)];
    default:
      return TRANSIENT;
  }
}

function contentSubType(reply: string): BounceSubType {
  if (/attachment|virus|malware/i.test(reply)) return 'AttachmentRejected';
  return /spam|content|\b5\.6\.\d|\b5\.7\.1\b/i.test(reply) ? 'ContentRejected' : 'General';
}
