import type { RouteTrouble } from '../../ports/mailer.ts';

/** Which command a server answered; DATA stands for the message too. */
export type SmtpStage = 'MAIL FROM' | 'RCPT TO' | 'DATA';

/** Codes of a log-in that is missing, refused or too weak (RFC 4954), and of one that must be encrypted first. */
const LOGIN_CODES = new Set([432, 454, 524, 525, 530, 534, 535, 538]);
/** Codes of a dialogue that went wrong: commands and parameters of ours that the relay does not know. */
const DIALOGUE_CODES = new Set([500, 502, 503, 504, 555]);

const TLS_WANTED =
  /\b(start)?tls\b.{0,40}\b(required|first|needed)|\b(must|should) (issue|use) (a |the )?(start)?tls|requires? (start)?tls|encryption (is )?(required|needed)|\b5\.7\.1[01]\b/i;
const LOGIN_WANTED =
  /authenticat\w+ (is )?(required|needed|failed)|not (been )?authenticated|must (be )?authenticate|(please|must) (log ?in|sign in)|log ?in (is )?required|\b5\.7\.57\b|sender.{0,20}not logged in/i;
const RELAYING_REFUSED =
  /relay(ing)?\b.{0,30}\b(denied|prohibited|disallowed|refused|not (permitted|allowed|possible))|(unable to|not permitted to|not allowed to|cannot|can't|do(es)? not|won't) relay|no relay(ing)?\b|client does not have permission|not allowed to send (mail|as)|\b5\.7\.60\b/i;
const SYSTEM_DOWN =
  /\b[45]\.3\.[12]\b|insufficient system (storage|resources)|not accepting (network )?messages/i;

/**
 * What a relay's answer says about the relay itself or our standing with it, whoever the message is for; null: nothing.
 * Such answers come with codes of every kind, so words count beside them.
 */
export function routeTroubleOf(code: number, reply: string, stage: SmtpStage): RouteTrouble | null {
  if (code < 400 || code > 599) return 'protocol';
  if (code === 421) return 'connection';
  if (TLS_WANTED.test(reply)) return 'tls';
  if (LOGIN_CODES.has(code) || LOGIN_WANTED.test(reply)) return 'authentication';
  if (RELAYING_REFUSED.test(reply)) return 'refused';
  if (DIALOGUE_CODES.has(code)) return 'protocol';
  return stage === 'MAIL FROM' && SYSTEM_DOWN.test(reply) ? 'refused' : null;
}
