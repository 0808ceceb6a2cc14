import type { MailIntake, MailIntakeHandler } from '../ports/mailIntake.ts';
import { floodGuard } from './floodGuard.ts';
import { deliveryOfAddress, isTokenLike, localPartOf } from './matchDelivery.ts';
import { type TakeMailDependencies, takeMail } from './takeMail.ts';

export interface BounceIntakeDependencies extends TakeMailDependencies {
  readonly intake: MailIntake;
  /** The domain of the bounce addresses, whose mail alone is taken in; null: of any. */
  readonly domain: string | null;
}

/** Mails a minute from one address that lead nowhere; genuine bounce addresses are taken in all the same. */
export const USELESS_A_MINUTE = 60;
/** Mails a minute from one address that cannot even be read, each of which costs the reader's patience. */
const UNREAD_A_MINUTE = 6;
/** What an address that the service gave out is for. */
const USES = ['bounce', 'unsubscribe'] as const;
const LISTEN_AGAIN_MS = 5_000;

/** What the intake does with a mail, and whose mail it lets in. */
function bounceHandler(parts: Omit<BounceIntakeDependencies, 'intake'>): MailIntakeHandler {
  const { tokens, domain, ledger, metrics, log } = parts;
  const useless = floodGuard(ledger.clock, USELESS_A_MINUTE);
  const unread = floodGuard(ledger.clock, UNREAD_A_MINUTE);
  const tell = (remoteAddress: string, what: string) => {
    metrics.count('postledger_intake_refused_total', { what });
    if (useless.count(remoteAddress) === 1)
      log.warn({ remoteAddress, what }, 'mail to an address that this service never gave out was refused');
  };
  return {
    accepts(recipient, remoteAddress) {
      if (unread.isFlooding(remoteAddress)) return 'later';
      const isOurs = USES.some((use) => deliveryOfAddress(tokens, recipient, use) !== null);
      if (isOurs) return 'yes';
      if (useless.isFlooding(remoteAddress)) return 'later';
      if (isTokenLike(localPartOf(recipient))) {
        tell(remoteAddress, 'forged token');
        return 'unknown';
      }
      if (domain === null || recipient.toLowerCase().endsWith(`@${domain.toLowerCase()}`)) return 'yes';
      tell(remoteAddress, 'foreign domain');
      return 'unknown';
    },
    async take(mail) {
      const taken = await takeMail(parts, mail);
      if (taken === 'kept') useless.count(mail.remoteAddress);
      if (taken === 'unread') unread.count(mail.remoteAddress);
      return taken === 'later' ? 'later' : 'taken';
    },
  };
}

/**
 * Listens until the signal aborts. Where several processes of one machine are to listen on one port, one does, and the
 * others take its place when it is gone.
 */
export async function runBounceIntake(parts: BounceIntakeDependencies, signal: AbortSignal): Promise<void> {
  const { intake, ledger, log } = parts;
  const handler = bounceHandler(parts);
  let told = '';
  while (!signal.aborted) {
    try {
      await intake.receive(handler, signal);
    } catch (error) {
      const fault = String((error as NodeJS.ErrnoException).code ?? error);
      if (fault !== told) log.error({ err: error }, 'bounces cannot be taken in at present, trying again');
      told = fault;
    }
    await ledger.clock.sleep(LISTEN_AGAIN_MS, signal);
  }
}
