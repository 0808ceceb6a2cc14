import type { BounceSubType } from '../../events/email.ts';
import type { MailOutcome, RouteFault } from '../../ports/mailer.ts';
import { routeTroubleOf, type SmtpStage } from './routeTrouble.ts';

/** Who answers: a relay that takes mail for everyone, or a recipient's own server. */
export type Peer = 'relay' | 'receiver';

/** A recipient's own server that is to be left alone for a while. */
export interface Busy {
  readonly outcome: 'busy';
  readonly diagnostic: string;
}

const MAX_DIAGNOSTIC_CHARS = 1_000;

/** One line of at most 1,000 characters, for the log and the customer. */
export function diagnosticOf(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_DIAGNOSTIC_CHARS);
}

export function routeFault(trouble: RouteFault['trouble'], text: string): RouteFault {
  return { outcome: 'unsent', fault: 'route', trouble, diagnostic: diagnosticOf(text) };
}

type Verdict = readonly [bounceType: 'Permanent' | 'Transient', bounceSubType: BounceSubType];

/**
 * What a refusal means, and whose fault it is (RFC 5321 section 4.2, RFC 3463). First what says that the server takes
 * nothing from us at all; then 4yz is tried again, 5yz is a bounce. Only what is wrong with the recipient's address is
 * Permanent, since that suppresses it; policy (5.7.x), content, size, a full mailbox and a refused sender say nothing
 * of the address.
 */
export function refusalOutcome(
  code: number,
  reply: string,
  stage: SmtpStage,
  peer: Peer,
): MailOutcome | Busy {
  const diagnostic = diagnosticOf(reply);
  if (peer === 'receiver') {
    if (isBusy(code, reply)) return { outcome: 'busy', diagnostic };
  } else {
    const trouble = routeTroubleOf(code, reply, stage);
    if (trouble !== null) return routeFault(trouble, reply);
  }
  if (code < 500 || code === 503)
    return { outcome: 'deferred', fault: stage === 'RCPT TO' ? 'recipient' : 'message', diagnostic };
  const [bounceType, bounceSubType] = verdict(code, reply, stage);
  const fault = stage === 'RCPT TO' || bounceType === 'Permanent' ? 'recipient' : 'message';
  return { outcome: 'bounced', fault, bounceType, bounceSubType, diagnostic };
}

/** 421 closes the channel, and greylisting is lifted by time alone: neither has to do with the one recipient. */
function isBusy(code: number, reply: string): boolean {
  if (code === 421 || code < 400 || code > 599) return true;
  if (code > 499) return false;
  return /gr[ea]y-?\s?list|\b4\.3\.[12]\b|too many (connections|messages)|rate.?limit|throttl/i.test(reply);
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
