import { isIPv4 } from 'node:net';
import { diagnosticOf } from '../../mail/classifyBounce.ts';
import type { MailOutcome, RouteFault, RouteTrouble } from '../../ports/mailer.ts';
import { LookupFailed } from './mxLookup.ts';
import { type Busy, type Peer, refusalOutcome, routeFault, routeTroubleOf, type SmtpStage } from './reply.ts';
import type { SmtpFailure } from './smtpSession.ts';

/** The outcome of a refused transaction: by the server's reply, or by what the client itself refused. */
export function refusedOutcome(failure: SmtpFailure, peer: Peer): MailOutcome | Busy {
  const { code, command, response, responseCode } = failure;
  if (response !== undefined && isStage(command))
    return refusalOutcome(responseCode ?? 0, response, command, peer);
  // The client itself refused the message for this server: too large, or an unsupported address.
  const tooLarge = code === 'EMESSAGE' && command === 'MAIL FROM';
  return {
    outcome: 'bounced',
    fault: 'message',
    bounceType: 'Transient',
    bounceSubType: tooLarge ? 'MessageTooLarge' : 'General',
    diagnostic: diagnosticOf(failure.message),
  };
}

/** RFC 3463, section 3.7: a conversion that the message needs is not allowed. */
export const UNFIT = {
  outcome: 'unfit',
  reason: '5.6.3 The server takes no 8-bit text, and a part of the mail may not be encoded',
} as const;

/** Why a session could not be opened, or ended before the message was handed over. */
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

/** Faults of this machine, not of the destination. */
const LOCAL_CODES = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'EADDRNOTAVAIL', 'EACCES', 'EPERM', 'ENETDOWN']);

/**
 * The outcome for a destination that could not be reached: of one recipient, or of all. MX records whose hosts have no
 * address are a mistake in the domain's DNS, which says nothing about the recipient: Postfix defers too, where
 * `smtp_defer_if_no_mx_address_found` is set, which by default it is not. A domain with neither MX nor address takes no mail (RFC 5321 section 5.1).
 * @param hasMx whether the domain has MX records
 */
export function unreachableOutcome(failure: SmtpFailure | LookupFailed, hasMx: boolean): MailOutcome | Busy {
  const { message } = failure;
  if (failure instanceof LookupFailed) {
    if (failure.is === 'null MX') return gone('NoEmail', `556 5.1.10 ${message}`);
    if (failure.is === 'no host' && !hasMx) return gone('General', `550 5.1.2 ${message}`);
    if (failure.is === 'no resolver') return routeFault('connection', message);
    return { outcome: 'busy', diagnostic: diagnosticOf(message) };
  }
  const { code = '', address = '' } = failure;
  // A host with IPv6 only is unreachable for a machine without IPv6, which says nothing about other hosts.
  const isUnconnected = code === 'ENETUNREACH' && isIPv4(address);
  if (isUnconnected || LOCAL_CODES.has(code)) return routeFault('connection', message);
  return { outcome: 'busy', diagnostic: diagnosticOf(sessionFault(failure).diagnostic) };
}

function gone(bounceSubType: 'NoEmail' | 'General', text: string): MailOutcome {
  const diagnostic = diagnosticOf(text);
  return { outcome: 'bounced', fault: 'recipient', bounceType: 'Permanent', bounceSubType, diagnostic };
}
