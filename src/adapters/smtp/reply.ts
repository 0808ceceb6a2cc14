import type { SmtpPhase } from '../../mail/bouncePhase.ts';
import { withoutAddresses } from '../../mail/bounceWords.ts';
import { classifyBounce, diagnosticOf } from '../../mail/classifyBounce.ts';
import type { MailOutcome, RouteFault, RouteTrouble } from '../../ports/mailer.ts';

/** The command that a server answered; DATA includes the message. */
export type SmtpStage = 'MAIL FROM' | 'RCPT TO' | 'DATA';

/** The server that answers: a relay for all mail, or a recipient's own server. */
export type Peer = 'relay' | 'receiver';

/** A recipient's own server should rest for a while, for all its domains. */
export interface Busy {
  readonly outcome: 'busy';
  readonly diagnostic: string;
}

export function routeFault(trouble: RouteFault['trouble'], text: string): RouteFault {
  return { outcome: 'unsent', fault: 'route', trouble, diagnostic: diagnosticOf(text) };
}

/**
 * What a refusal means, and whose fault it is (RFC 5321 section 4.2, RFC 3463). First the refusals of all our mail; then
 * 4yz is retried, 5yz is a bounce, unless it is for want of TLS. Only a wrong recipient address is Permanent, since that suppresses the address; policy
 * (5.7.x), content, size, a full mailbox and a refused sender say nothing about the address.
 */
export function refusalOutcome(
  code: number,
  reply: string,
  stage: SmtpStage,
  peer: Peer,
): MailOutcome | Busy {
  const diagnostic = diagnosticOf(reply);
  const greylists = isGreylisting(code, reply);
  if (peer === 'receiver') {
    if (!greylists && isBusy(code, reply)) return { outcome: 'busy', diagnostic };
  } else {
    const trouble = routeTroubleOf(code, reply, stage);
    if (trouble !== null) return routeFault(trouble, reply);
  }
  if (greylists) return { outcome: 'deferred', fault: 'greylisting', diagnostic };
  // A receiver's TLS failed for now, or it would have been used.
  if (code < 500 || code === 503 || requiresTls(reply))
    return { outcome: 'deferred', fault: stage === 'RCPT TO' ? 'recipient' : 'message', diagnostic };
  const verdict = classifyBounce({ code, enhanced: null, text: reply, phase: PHASES[stage] });
  const fault = stage === 'RCPT TO' || verdict.bounceType === 'Permanent' ? 'recipient' : 'message';
  return { outcome: 'bounced', fault, ...verdict, diagnostic };
}

const PHASES: Readonly<Record<SmtpStage, SmtpPhase>> = {
  'MAIL FROM': 'before RCPT',
  'RCPT TO': 'RCPT',
  DATA: 'after RCPT',
};

const GREYLISTED = /gr[ea]y-?\s?list/i;
const BUSY = /\b4\.3\.[12]\b|too many (connections|messages)|rate.?limit|throttl/i;

/** It ends by time only, for each sender and recipient by itself: it says nothing about other mail, with any code. */
function isGreylisting(code: number, reply: string): boolean {
  return code >= 400 && code < 500 && GREYLISTED.test(withoutAddresses(reply));
}

/** 421 closes the channel, which is not about the one recipient. */
function isBusy(code: number, reply: string): boolean {
  if (code === 421 || code < 400 || code > 599) return true;
  return code < 500 && BUSY.test(withoutAddresses(reply));
}

/** Codes of a log-in that is missing, refused or too weak (RFC 4954), and of a connection that must be encrypted first. */
const LOGIN_CODES = new Set([432, 454, 524, 525, 530, 534, 535, 538]);
/** Codes of a failed dialogue: the relay does not know our commands or parameters. */
const DIALOGUE_CODES = new Set([500, 502, 503, 504, 555]);

const TLS_REQUIRED =
  /\b(start)?tls\b.{0,40}\b(required|first|needed)|\b(must|should) (issue|use) (a |the )?(start)?tls|requires? (start)?tls|encryption (is )?(required|needed)|\b5\.7\.1[01]\b/i;
const LOGIN_REQUIRED =
  /authenticat\w+ (is )?(required|needed|failed)|not (been )?authenticated|must (be )?authenticate|(please|must) (log ?in|sign in)|log ?in (is )?required|\b5\.7\.57\b|sender.{0,20}not logged in/i;
const RELAYING_REFUSED =
  /relay(ing)?\b.{0,30}\b(denied|prohibited|disallowed|refused|not (permitted|allowed|possible))|(unable to|not permitted to|not allowed to|cannot|can't|do(es)? not|won't) relay|no relay(ing)?\b|client does not have permission|not allowed to send (mail|as)|\b5\.7\.60\b/i;
const NOT_ACCEPTING = /\b[45]\.3\.2\b|not accepting (network )?messages/i;
const NO_ROOM = /\b4\.3\.0\b|\b[45]\.3\.1\b|insufficient system (storage|resources)/i;
/** A bare 452 is about the relay's own storage (RFC 5321, section 4.2.3), unless it names that of a mailbox. */
const OF_ITS_OWN = /^(?!.*(\b\d\.\d+\.\d+\b|mailbox|quota|recipients))/is;

/**
 * What a relay's answer says about the relay itself or our account, for any recipient; null: nothing.
 * Such answers come with codes of every kind, so their words count too.
 */
export function routeTroubleOf(code: number, reply: string, stage: SmtpStage): RouteTrouble | null {
  if (code < 400 || code > 599) return 'protocol';
  if (code === 421) return 'connection';
  const words = withoutAddresses(reply);
  if (requiresTls(reply)) return 'tls';
  if (LOGIN_CODES.has(code) || LOGIN_REQUIRED.test(words)) return 'authentication';
  if (RELAYING_REFUSED.test(words)) return 'refused';
  if (DIALOGUE_CODES.has(code)) return 'protocol';
  // A 5yz is final, and after MAIL it is about the recipient or the message as well.
  if (code >= 500 && stage !== 'MAIL FROM') return null;
  if (NO_ROOM.test(words) || (code === 452 && OF_ITS_OWN.test(words))) return 'storage';
  // A relay that takes no mail at all (RFC 7504) is no recipient's server.
  return code === 521 || code === 556 || NOT_ACCEPTING.test(words) ? 'refused' : null;
}

/** Whether a server refused because the connection is not encrypted. */
export function requiresTls(reply: string): boolean {
  return TLS_REQUIRED.test(withoutAddresses(reply));
}
