import { isIPv4 } from 'node:net';
import type { MailOutcome } from '../../ports/mailer.ts';
import { sessionFault } from './failure.ts';
import { type Busy, diagnosticOf, routeFault } from './reply.ts';
import type { SmtpFailure } from './smtpSession.ts';

/** What mx-connect tells of a failure beside what nodemailer does. */
interface MxFailure extends SmtpFailure {
  readonly category?: string;
  /** For a look-up: whether it may succeed later. */
  readonly temporary?: boolean;
  /** The address that could not be connected to. */
  readonly address?: string;
}

/** What the machine itself lacks: no destination has to do with it. */
const LOCAL_CODES = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'EADDRNOTAVAIL', 'EACCES', 'EPERM', 'ENETDOWN']);

/** What a destination that could not be spoken to means for one recipient, or for all. */
export function unreachableOutcome(failure: SmtpFailure): MailOutcome | Busy {
  const { code = '', category, temporary, address = '', message } = failure as MxFailure;
  if (code === 'ENULLMX') return gone('NoEmail', `556 5.1.10 ${message}`);
  if (category === 'dns' && (code === 'ENOTFOUND' || code === 'ENODATA') && temporary !== true)
    return gone('General', `550 5.1.2 ${message}`);
  if (category === 'dns' && code === 'ECONNREFUSED') return routeFault('connection', message);
  // A host that has IPv6 alone is unreachable for a machine without it, and that says nothing of other hosts.
  const isUnconnected = code === 'ENETUNREACH' && isIPv4(address);
  if (isUnconnected || LOCAL_CODES.has(code)) return routeFault('connection', message);
  return { outcome: 'busy', diagnostic: diagnosticOf(sessionFault(failure).diagnostic) };
}

function gone(bounceSubType: 'NoEmail' | 'General', text: string): MailOutcome {
  const diagnostic = diagnosticOf(text);
  return { outcome: 'bounced', fault: 'recipient', bounceType: 'Permanent', bounceSubType, diagnostic };
}
