import type { MailOutcome, RouteFault, RouteTrouble } from '../../ports/mailer.ts';
import { type Busy, diagnosticOf, type Peer, refusalOutcome, routeFault } from './reply.ts';
import { routeTroubleOf, type SmtpStage } from './routeTrouble.ts';
import type { SmtpFailure } from './smtpSession.ts';

/** What a refused transaction comes to: by the server's words, or by what the client itself found before it spoke. */
export function refusedOutcome(failure: SmtpFailure, peer: Peer): MailOutcome | Busy {
  const { code, command, response, responseCode } = failure;
  if (response !== undefined && isStage(command))
    return refusalOutcome(responseCode ?? 0, response, command, peer);
  // The client itself found the message unfit for this server: too large, or an address it cannot carry.
  const tooLarge = code === 'EMESSAGE' && command === 'MAIL FROM';
  return {
    outcome: 'bounced',
    fault: 'message',
    bounceType: 'Transient',
    bounceSubType: tooLarge ? 'MessageTooLarge' : 'General',
    diagnostic: diagnosticOf(failure.message),
  };
}

/** What keeps a session from being opened, or ended one before the message was handed over. */
export function sessionFault(failure: SmtpFailure): RouteFault {
  return routeFault(troubleOf(failure), failure.response ?? failure.message);
}

function troubleOf(failure: SmtpFailure): RouteTrouble {
  const { code, originalCode, timeoutType, response, responseCode, command } = failure;
  if (code === 'EAUTH') return 'authentication';
  if (code === 'ETLS' || timeoutType === 'UPGRADE_TIMEOUT' || isOfTls(originalCode)) return 'tls';
  if (response !== undefined && responseCode !== undefined && command !== undefined)
    return routeTroubleOf(responseCode, response, 'MAIL FROM') ?? 'refused';
  return code === 'EPROTOCOL' ? 'protocol' : 'connection';
}

function isOfTls(systemCode = ''): boolean {
  return /CERT|TLS|SSL|UNABLE_TO_|HOSTNAME|CRL_/.test(systemCode);
}

function isStage(command: string | undefined): command is SmtpStage {
  return command === 'MAIL FROM' || command === 'RCPT TO' || command === 'DATA';
}
