import type { BounceVerdict } from '../../mail/bounceTexts.ts';
import { classifyBounce } from '../../mail/classifyBounce.ts';
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
  const { bounceType, bounceSubType } = verdict(code, reply, stage);
  const fault = stage === 'RCPT TO' || bounceType === 'Permanent' ? 'recipient' : 'message';
  return { outcome: 'bounced', fault, bounceType, bounceSubType, diagnostic };
}

/** 421 closes the channel, and greylisting is lifted by time alone: neither has to do with the one recipient. */
function isBusy(code: number, reply: string): boolean {
  if (code === 421 || code < 400 || code > 599) return true;
  if (code > 499) return false;
  return /gr[ea]y-?\s?list|\b4\.3\.[12]\b|too many (connections|messages)|rate.?limit|throttl/i.test(reply);
}

function verdict(code: number, reply: string, stage: SmtpStage): BounceVerdict {
  const found = classifyBounce({ code, enhanced: null, text: reply });
  if (stage !== 'MAIL FROM') return found;
  // The sender or the size was refused, before the recipient was named.
  return found.bounceSubType === 'MessageTooLarge' || code === 552
    ? { bounceType: 'Transient', bounceSubType: 'MessageTooLarge' }
    : { bounceType: 'Transient', bounceSubType: 'General' };
}
