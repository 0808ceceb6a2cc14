import type { Ledger } from '../../commands/kernel/ledger.ts';
import { senderKeyContext } from '../../commands/workspace/newSenderKeys.ts';
import { senderDomainName } from '../../commands/workspace/senderDomainName.ts';
import {
  type SenderDomain,
  signingKeysOf,
  verifiedDomainFor,
} from '../../commands/workspace/senderDomains.ts';
import { domainOf } from '../../events/addressForms.ts';
import type { MailKey } from '../../ports/mailSigner.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { keptFor } from '../../queues/keptFor.ts';
import { headerMailbox } from './mime.ts';

/** Who may send from what domain, and how such mail is signed. */
export interface MailSigning {
  /** Whether mail from this address may leave. */
  isAllowed(workspace: string, from: string): Promise<boolean>;
  /** Signs the messages of a workspace from this address; without a verified domain they stay as they are. */
  signerFor(workspace: string, from: string): Promise<MessageSigner>;
}

export interface MessageSigner {
  /** Where DNS has the keys: `SELECTOR._domainkey.DOMAIN`. */
  readonly dkim: readonly string[];
  sign(raw: Buffer): Buffer;
}

export interface MailSigningDependencies extends Pick<Ports, 'signer' | 'log'> {
  readonly ledger: Pick<Ledger, 'store' | 'clock'>;
  readonly secrets: Pick<Secrets, 'open'>;
  /** Whether mail leaves only from domains that are verified. */
  readonly requireDomains: boolean;
}

/** How long a domain is cached: old keys stay in DNS for days after they were replaced. */
const CACHED_MS = 1_000;
const MAX_CACHED = 10_000;

export function mailSigning({
  ledger,
  secrets,
  signer,
  log,
  requireDomains,
}: MailSigningDependencies): MailSigning {
  const { clock } = ledger;
  const domains = keptFor<SenderDomain | null>(clock, CACHED_MS, MAX_CACHED);

  const verifiedDomainOf = async (
    workspace: string,
    from: string,
    maxAgeMs = CACHED_MS,
  ): Promise<SenderDomain | null> => {
    const { address } = headerMailbox(from);
    const name = senderDomainName(domainOf(address));
    if (name === null) return null;
    const ask = () => verifiedDomainFor(ledger, workspace, name);
    return domains.of(`${workspace} ${name}`, ask, maxAgeMs);
  };

  const keysOf = (workspace: string, domain: SenderDomain): MailKey[] =>
    signingKeysOf(domain).flatMap(({ selector, algorithm, sealedPrivateKey }) => {
      try {
        const context = senderKeyContext(workspace, domain.domain, selector);
        const privateKey = secrets.open(sealedPrivateKey, context);
        return [{ domain: domain.domain, selector, algorithm, privateKey }];
      } catch (error) {
        log.error(
          { err: error, domain: domain.domain, selector },
          'a DKIM key does not open: mail goes without it',
        );
        return [];
      }
    });

  return {
    async isAllowed(workspace, from) {
      if (!requireDomains) return true;
      if ((await verifiedDomainOf(workspace, from)) !== null) return true;
      // A refusal is final, so the log is read as it is at this moment.
      return (await verifiedDomainOf(workspace, from, 0)) !== null;
    },
    async signerFor(workspace, from) {
      const domain = await verifiedDomainOf(workspace, from);
      const keys = domain === null ? [] : keysOf(workspace, domain);
      return {
        dkim: keys.map((key) => `${key.selector}._domainkey.${key.domain}`),
        sign: (raw) => signer.sign(raw, keys, clock.nowMs()),
      };
    },
  };
}
