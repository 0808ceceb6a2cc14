import { isIP, SocketAddress } from 'node:net';
import type { Ports } from '../../ports/ports.ts';
import type { Resolver } from '../../ports/resolver.ts';
import { keptFor } from '../../queues/keptFor.ts';
import { type AttemptDeadline, AttemptFailed } from './attempt.ts';
import { codeOf } from './failureReason.ts';

/** How long an answer about a name is used, counted from the question. */
const CACHED_MS = 30_000;
/** Names that are cached at most; the oldest is removed first. */
const MAX_NAMES = 4_096;

/** Look-ups with a cache: posts to one name within the time ask once. A failed look-up is not cached. */
export function cachedLookUps(resolver: Resolver, monotonicMs: () => number): Resolver {
  const kept = keptFor<readonly string[]>({ monotonicMs }, CACHED_MS, MAX_NAMES);
  return { resolve: (name) => kept.of(name, () => resolver.resolve(name)) };
}

export type AddressDependencies = Pick<Ports, 'resolver' | 'addressAllowed'>;

/** Host of a url in the form of sockets and certificates. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/**
 * All addresses that a url leads to now, each of them allowed, in the spelling that sockets use.
 * @throws AttemptFailed `dns` when there is none, `address_refused` when the guard refuses any of them
 */
export async function allowedAddresses(
  url: URL,
  { resolver, addressAllowed }: AddressDependencies,
  deadline: AttemptDeadline,
): Promise<readonly string[]> {
  const host = hostOf(url);
  const addresses = isIP(host) !== 0 ? [host] : await lookUp(resolver, host, deadline);
  if (addresses.length === 0) throw new AttemptFailed('dns', 'no address');
  if (!addresses.every(addressAllowed)) throw new AttemptFailed('address_refused', 'not a public address');
  return addresses.map(canonical);
}

async function lookUp(
  resolver: Resolver,
  host: string,
  { over }: AttemptDeadline,
): Promise<readonly string[]> {
  try {
    return await Promise.race([resolver.resolve(host), over]);
  } catch (error) {
    throw error instanceof AttemptFailed ? error : new AttemptFailed('dns', codeOf(error));
  }
}

/** IPv6 addresses have many spellings; the address of an open socket is compared as text. */
function canonical(address: string): string {
  return isIP(address) === 6 ? new SocketAddress({ address, family: 'ipv6' }).address : address;
}
