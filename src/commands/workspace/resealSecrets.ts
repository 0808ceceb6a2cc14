import type { Secrets } from '../../ports/secrets.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { resealWebhookSecrets } from '../webhook/webhookEndpoints.ts';
import { senderKeyContext } from './newSenderKeys.ts';
import { decideSenderDomain } from './senderDomains.ts';

/** Contexts of secrets: what each is for. */
export interface ResealedSecrets {
  readonly resealed: ReadonlySet<string>;
  /** Sealed under a key that is not known here, or altered: they stay as they are. */
  readonly unreadable: ReadonlySet<string>;
}

/**
 * Appends what the log has sealed of a workspace again, sealed under the present master key: signing secrets of webhooks and
 * private keys of DKIM. What is sealed under it already stays.
 * @throws Refusal `notFound` without such a workspace, EventStoreUnavailable
 */
export async function resealSecrets(
  ledger: Ledger,
  secrets: Pick<Secrets, 'renew'>,
  origin: Origin,
): Promise<ResealedSecrets> {
  const resealed = new Set<string>();
  const unreadable = new Set<string>();
  const renew: Secrets['renew'] = (sealed, context) => {
    try {
      const renewed = secrets.renew(sealed, context);
      if (renewed !== null) resealed.add(context);
      return renewed;
    } catch {
      unreadable.add(context);
      return null;
    }
  };
  await resealWebhookSecrets(ledger, origin, renew);
  await decideSenderDomain(ledger, origin, {
    do: 'reseal',
    renew: (domain, { selector, sealedPrivateKey }) =>
      renew(sealedPrivateKey, senderKeyContext(origin.workspace, domain, selector)),
  });
  return { resealed, unreadable };
}
