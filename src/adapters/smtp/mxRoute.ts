import { domainOf } from '../../events/addressForms.ts';
import { diagnosticOf } from '../../mail/classifyBounce.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Mailer, MailOutcome, OutgoingMail } from '../../ports/mailer.ts';
import { refusedOutcome, UNFIT, unreachableOutcome } from './failure.ts';
import type { MxLookup } from './mxLookup.ts';
import { type MxSite, sitesOfDomains } from './mxSite.ts';
import type { Busy } from './reply.ts';
import { restingDestinations } from './restingDestinations.ts';
import type { SmtpFailure } from './smtpSession.ts';
import type { Transaction } from './transaction.ts';

/** No look-up that finds something takes longer: the process stood still, and another may have taken the mail meanwhile. */
const LONGEST_LOOK_UP_MS = 60_000;

export interface MxRouteDependencies {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly ids: Pick<Ids, 'randomBytes'>;
  readonly lookup: MxLookup;
  /** Speaks to the hosts of a site. */
  transactAt(site: MxSite, mail: OutgoingMail): Promise<Transaction>;
}

/** Where each mail goes, and what came of it: hosts by the domain's DNS, rest for a site that is busy or can't be reached. */
export function mxRoute({
  clock,
  ids,
  lookup,
  transactAt,
}: MxRouteDependencies): Pick<Mailer, 'route' | 'probe' | 'restOf' | 'send'> {
  const resting = restingDestinations({ clock, ids });
  const sites = sitesOfDomains(lookup, clock);

  const restOf = (domain: string) => {
    const site = sites.lastSiteOf(domain);
    return resting.restOf(domain) ?? (site === undefined ? null : resting.restOf(site.name));
  };

  return {
    route: 'mx',
    // Only receivers could be asked: instead a few messages are sent first.
    probe: async () => null,
    restOf: (recipient) => restOf(domainOf(recipient).toLowerCase()),
    async send(mail) {
      const startedMs = clock.monotonicMs();
      const domain = domainOf(mail.recipient).toLowerCase();
      const site = await sites.siteOf(domain).catch((error: Error) => error);
      const isKnown = !(site instanceof Error);
      if (isKnown && clock.monotonicMs() - startedMs > LONGEST_LOOK_UP_MS) return { outcome: 'waiting' };
      // Of another domain of the same site, or of a mail that was sent meanwhile.
      const rest = restOf(domain);
      if (rest !== null) return { outcome: 'deferred', fault: 'destination', ...rest };
      const transaction: Transaction = isKnown
        ? await transactAt(site, mail)
        : { ended: 'unsent', failure: site as SmtpFailure };
      const outcome = outcomeOf(transaction, isKnown && site.isNamed);
      if (outcome.outcome === 'busy') {
        const rested = resting.busy(isKnown ? site.name : domain, outcome.diagnostic);
        return { outcome: 'deferred', fault: 'destination', ...rested };
      }
      if (isKnown && (transaction.ended === 'taken' || transaction.ended === 'refused'))
        for (const name of [domain, site.name]) resting.fine(name);
      return outcome;
    },
  };
}

function outcomeOf(transaction: Transaction, hasMx: boolean): MailOutcome | Busy {
  switch (transaction.ended) {
    case 'taken':
      return {
        outcome: 'delivered',
        response: diagnosticOf(transaction.response),
        handedOver: transaction.handedOver,
      };
    case 'unknown':
      return { outcome: 'deferred', fault: 'message', diagnostic: diagnosticOf(transaction.diagnostic) };
    case 'unfit':
      return UNFIT;
    case 'unsent':
      return unreachableOutcome(transaction.failure, hasMx);
    case 'refused':
      return refusedOutcome(transaction.failure, 'receiver');
  }
}
