import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { LookupFailed, type MxLookup, type MxRecord, orNone } from './mxLookup.ts';

/** The hosts that take a domain's mail. Domains with the same set of hosts are one site, as in KumoMTA. */
export interface MxSite {
  /** The names of the hosts; the ranks that the domains give them do not count. */
  readonly name: string;
  readonly hosts: readonly MxRecord[];
  /** Whether the domain names them; otherwise it has no MX record, and is the host itself. */
  readonly isNamed: boolean;
}

export interface MxAddress {
  readonly host: string;
  readonly address: string;
}

/** A domain's records are looked up again after this. */
const KNOWN_MS = 300_000;
/** Far more than are sent to at once; the least recently used is removed. */
const MAX_DOMAINS = 50_000;
/** Hosts of a site, and addresses of a host, at most: the others are never used. */
const MAX_RECORDS = 20;

export interface SitesOfDomains {
  /** @throws LookupFailed */
  siteOf(domain: string): Promise<MxSite>;
  /** As it was looked up last, however long ago. */
  lastSiteOf(domain: string): MxSite | undefined;
}

export function sitesOfDomains(lookup: MxLookup, clock: Pick<Clock, 'monotonicMs'>): SitesOfDomains {
  const known = new LRUCache<string, MxSite>({
    max: MAX_DOMAINS,
    ttl: KNOWN_MS,
    ttlResolution: 0,
    perf: { now: () => clock.monotonicMs() },
    noDeleteOnFetchRejection: true,
    fetchMethod: (domain) => lookedUp(domain, lookup),
  });
  return {
    siteOf: (domain) => known.forceFetch(domain),
    lastSiteOf: (domain) => known.peek(domain, { allowStale: true }),
  };
}

/** MX records, or the domain itself where there are none (RFC 5321 section 5.1). @throws LookupFailed */
async function lookedUp(domain: string, lookup: MxLookup): Promise<MxSite> {
  const records = await orNone(domain, lookup.mx(domain));
  // A null MX among others is a mistake in the domain's records: the others are used.
  const named = records.filter(({ exchange }) => exchange !== '' && exchange !== '.');
  if (records.length > 0 && named.length === 0)
    throw new LookupFailed('null MX', `the domain ${domain} takes no mail: it has a null MX (RFC 7505)`);
  // Resolvers give records of equal rank in any order: which of them are used must not change.
  const byRank = named
    .toSorted((a, b) => a.priority - b.priority || (nameOf(a) < nameOf(b) ? -1 : 1))
    .slice(0, MAX_RECORDS);
  const hosts = byRank.length === 0 ? [{ exchange: domain, priority: 0 }] : byRank;
  const names = new Set(hosts.map(nameOf));
  return { name: [...names].sort().join(' '), hosts, isNamed: byRank.length > 0 };
}

const nameOf = ({ exchange }: MxRecord) => exchange.toLowerCase().replace(/\.$/, '');

export interface SiteDependencies {
  readonly lookup: MxLookup;
  readonly addressAllowed: (address: string) => boolean;
  readonly ids: Pick<Ids, 'randomBytes'>;
}

/**
 * The addresses of a site's hosts in the order in which they are tried: by preference, hosts of equal preference in a
 * random order (RFC 5321 section 5.1), the families of a host in turns (RFC 8305 section 4), IPv4 first. The next host is
 * looked up when it is asked for. Addresses that are not allowed are left out.
 * @throws LookupFailed, or an error: there was no address at all
 */
export async function* addressesOf(
  { name, hosts }: MxSite,
  { lookup, addressAllowed, ids }: SiteDependencies,
): AsyncGenerator<MxAddress> {
  const places = hosts.map((record) => ({ ...record, at: ids.randomBytes(4).readUInt32BE() }));
  let found = false;
  let problem: Error | null = null;
  for (const { exchange: host } of places.sort((a, b) => a.priority - b.priority || a.at - b.at))
    try {
      for (const address of await addressesOfHost(host, lookup)) {
        if (addressAllowed(address)) {
          found = true;
          yield { host, address };
        } else problem ??= new Error(`the address ${address} of ${host} is not public`);
      }
    } catch (error) {
      problem ??= error as Error;
    }
  if (!found) throw problem ?? new LookupFailed('no host', `no address was found for ${name}`);
}

async function addressesOfHost(host: string, lookup: MxLookup): Promise<readonly string[]> {
  // Not allowed by RFC 5321 (section 5.1), and found all the same.
  if (isIP(host) !== 0) return [host];
  const [four, six] = await Promise.allSettled(
    ([4, 6] as const).map((family) => orNone(host, lookup.addresses(host, family))),
  );
  const of = (one: PromiseSettledResult<readonly string[]> | undefined) =>
    one?.status === 'fulfilled' ? one.value.slice(0, MAX_RECORDS) : [];
  const inTurns = [...zipped(of(four), of(six))];
  for (const one of [four, six])
    if (inTurns.length === 0 && one?.status === 'rejected') throw one.reason as Error;
  return inTurns;
}

function* zipped(one: readonly string[], other: readonly string[]): Generator<string> {
  for (let n = 0; n < Math.max(one.length, other.length); n++)
    for (const address of [one[n], other[n]]) if (address !== undefined) yield address;
}
