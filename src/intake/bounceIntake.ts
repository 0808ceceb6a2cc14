import type { MailIntake, MailIntakeHandler } from '../ports/mailIntake.ts';
import { floodGuard } from '../queues/floodGuard.ts';
import { isSignedAddress, localPartOf, tokenIn } from './matchDelivery.ts';
import { type TakeMailDependencies, takeMail } from './takeMail.ts';

export interface BounceIntakeDependencies extends TakeMailDependencies {
  readonly intake: MailIntake;
  /** The domain of the bounce addresses: only its mail is accepted; null: mail of any domain. */
  readonly domain: string | null;
  /** Called with whether it listens. */
  readonly onIntake?: (listens: boolean) => void;
}

/** Useless mails per minute from one address; mail to genuine bounce addresses is always accepted. */
export const USELESS_A_MINUTE = 60;
/** Unreadable mails per minute from one address; each of them costs the reader's whole timeout. */
const UNREAD_A_MINUTE = 6;
const LISTEN_RETRY_MS = 5_000;

/** Decides which mail is accepted, and handles it. */
function bounceHandler(dependencies: Omit<BounceIntakeDependencies, 'intake'>): MailIntakeHandler {
  const { tokens, domain, ledger, metrics, log } = dependencies;
  const useless = floodGuard(ledger.clock, USELESS_A_MINUTE);
  const unread = floodGuard(ledger.clock, UNREAD_A_MINUTE);
  const refused = (remoteAddress: string, what: string): 'unknown' => {
    metrics.count('postledger_intake_refused_total', { what });
    if (useless.count(remoteAddress) === 1)
      log.warn({ remoteAddress, what }, 'mail to an address that this service never gave out was refused');
    return 'unknown';
  };
  return {
    accepts(recipient, remoteAddress) {
      // Whatever else came from there: a forwarding server brings genuine reports next to useless mail.
      if (isSignedAddress(tokens, recipient)) return 'yes';
      if (unread.isFlooding(remoteAddress) || useless.isFlooding(remoteAddress)) return 'later';
      if (tokenIn(localPartOf(recipient)) !== null) return refused(remoteAddress, 'forged token');
      if (domain === null || recipient.toLowerCase().endsWith(`@${domain.toLowerCase()}`)) return 'yes';
      return refused(remoteAddress, 'foreign domain');
    },
    async take(mail) {
      const taken = await takeMail(dependencies, mail);
      if (taken === 'kept') useless.count(mail.remoteAddress);
      if (taken === 'unread') unread.count(mail.remoteAddress);
      return taken === 'later' ? 'later' : 'taken';
    },
  };
}

/**
 * Listens until the signal aborts. Of several processes of one machine with the same port, one listens, and another takes
 * over when it ends.
 */
export async function runBounceIntake(
  dependencies: BounceIntakeDependencies,
  signal: AbortSignal,
): Promise<void> {
  const { intake, ledger, log, metrics, onIntake } = dependencies;
  const listening = (is: boolean) => {
    metrics.gauge('postledger_intake_listening', is ? 1 : 0);
    onIntake?.(is);
  };
  const handler = { ...bounceHandler(dependencies), onListening: () => listening(true) };
  let reported = '';
  while (!signal.aborted) {
    try {
      await intake.receive(handler, signal);
    } catch (error) {
      const fault = String((error as NodeJS.ErrnoException).code ?? error);
      if (fault !== reported)
        log.error({ err: error }, 'bounces cannot be received at present, trying again');
      reported = fault;
    }
    listening(false);
    await ledger.clock.sleep(LISTEN_RETRY_MS, signal);
  }
}
