import { httpPoster } from '../adapters/http/poster.ts';
import { dnsResolver } from '../adapters/http/resolver.ts';
import type { Settings } from '../config.ts';
import { addressGuard } from '../dispatcher/addressGuard.ts';
import type { Ports } from '../ports/ports.ts';
import { type Networks, parseNetworks } from '../queues/networks.ts';

/** What posts webhooks, and what checks an endpoint's url. */
export type OutwardPoster = Pick<Ports, 'poster' | 'resolver' | 'addressAllowed'> & {
  /** Private networks that the settings allow. */
  readonly networks: Networks;
};

/** The poster under the service's address guard, for the service and for commands. */
export function outwardPoster(settings: Settings): OutwardPoster {
  const networks = parseNetworks(settings.POSTLEDGER_WEBHOOK_ALLOW_NETWORKS);
  const addressAllowed = addressGuard(networks);
  const resolver = dnsResolver();
  return { networks, addressAllowed, resolver, poster: httpPoster({ resolver, addressAllowed }) };
}
