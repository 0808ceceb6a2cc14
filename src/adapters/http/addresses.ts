import { isIP, SocketAddress } from 'node:net';
import type { Resolver } from '../../ports/resolver.ts';
import { type AttemptDeadline, AttemptFailed } from './attempt.ts';
import { codeOf } from './failureReason.ts';

/** How long an answer about a name is taken for true, counted from the question. */
const KEPT_MS = 30_000;
/** Names that are remembered at most; the one asked about first goes first. */
const MAX_NAMES = 4_096;

/** Look-ups that are shared: posts to one name within the time ask once. A failed one is not kept. */
export function cachedLookUps(resolver: Resolver, monotonicMs: () => number): Resolver {
  const kept = new Map<string, { readonly askedAtMs: number; readonly answer: Promise<readonly string[]> }>();
  return {
    resolve(name) {
      const before = kept.get(name);
      if (before !== undefined && monotonicMs() - before.askedAtMs < KEPT_MS) return before.answer;
      const look = { askedAtMs: monotonicMs(), answer: resolver.resolve(name) };
      // Deleted first, so that the order of the map is that of the questions.
      kept.delete(name);
      kept.set(name, look);
      const [oldest] = kept.keys();
      if (kept.size > MAX_NAMES && oldest !== undefined) kept.delete(oldest);
      look.answer.catch(() => {
        if (kept.get(name) === look) kept.delete(name);
      });
      return look.answer;
    },
  };
}

export interface AddressDependencies {
  readonly resolver: Resolver;
  readonly addressAllowed: (address: string) => boolean;
}

/** Host of a url as sockets and certificates know it. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/**
 * Every address that a url means now, each of them allowed, in the spelling that sockets use.
 * @throws AttemptFailed `dns` when there is none, `address_refused` when the guard refuses a single one
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
