import { httpPoster } from '../adapters/http/poster.ts';
import { dnsResolver } from '../adapters/http/resolver.ts';
import type { Settings } from '../config.ts';
import { addressGuard, type Networks, parseNetworks } from '../dispatcher/addressGuard.ts';
import type { Ports } from '../ports/ports.ts';

/** Whom webhooks are posted to: the poster, and what an endpoint's url is checked with. */
export type OutwardPoster = Pick<Ports, 'poster' | 'resolver' | 'addressAllowed'> & {
  /** Those that the settings lift the guard for. */
  readonly networks: Networks;
};

/** Under the guard of the service, whoever posts. */
export function outwardPoster(settings: Settings): OutwardPoster {
  const networks = parseNetworks(settings.POSTLEDGER_WEBHOOK_ALLOW_NETWORKS);
  const addressAllowed = addressGuard(networks);
  const resolver = dnsResolver();
  return { networks, addressAllowed, resolver, poster: httpPoster({ resolver, addressAllowed }) };
}
