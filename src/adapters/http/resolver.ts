import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Resolver } from '../../ports/resolver.ts';
import { dnsQuestions } from '../dns/dnsQuestions.ts';
import { withTimeout } from '../node/withTimeout.ts';

export interface ResolverOptions {
  /** DNS servers as `address:port`; those of the system when absent. */
  readonly servers?: readonly string[];
  /** The system's table of names, read before DNS is asked. */
  readonly hostsFile?: string;
}

interface ResolverBounds {
  /** Until the addresses of one family are there. */
  readonly timeoutMs?: number;
}

const LOOKUP_TIMEOUT_MS = 5_000;
/**
 * The addresses of the other family are waited for no longer than this, since some name servers never answer about IPv6. It is
 * time enough for a question to be repeated: of a lost packet only one family would be known, perhaps the one without a route.
 */
const OTHER_FAMILY_MS = 2_500;
/** A question without an answer is repeated after this. */
const QUESTION_TIMEOUT_MS = 1_500;
const QUESTION_TRIES = 2;
/** Addresses of one name at most. A longer list is refused and never cut: the rest would not be checked. */
const MAX_ADDRESSES = 1_024;

/**
 * Resolves by c-ares and not by getaddrinfo, which would occupy one of the four threads that file access needs too: a few
 * customers with slow names could stop the whole service. A name counts as complete, without search domains.
 */
export function dnsResolver(options: ResolverOptions = {}, bounds: ResolverBounds = {}): Resolver {
  const { servers, hostsFile = '/etc/hosts' } = options;
  const { timeoutMs = LOOKUP_TIMEOUT_MS } = bounds;
  const ask = dnsQuestions({ timeoutMs: QUESTION_TIMEOUT_MS, tries: QUESTION_TRIES, servers });

  return {
    async resolve(hostname) {
      const name = hostname.toLowerCase().replace(/\.$/, '');
      if (isIP(name) !== 0) return [name];
      const local = await addressesInHosts(hostsFile, name);
      if (local.length > 0) return bounded(local);
      // RFC 6761 section 6.3: names in localhost are loopback, and DNS is never asked about them.
      if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
      const families = [ask((dns) => dns.resolve4(name)), ask((dns) => dns.resolve6(name))];
      const late = () => new Error(`${name} did not resolve within ${timeoutMs} ms`);
      await withTimeout(Promise.any(families), timeoutMs, late).catch((fault: unknown) => {
        throw fault instanceof AggregateError ? fault.errors[0] : fault;
      });
      // A family that is missing, or whose look-up fails, counts as empty.
      const otherMs = Math.min(timeoutMs, OTHER_FAMILY_MS);
      const asked = families.map((family) => withTimeout(family, otherMs, late).catch(() => []));
      return bounded((await Promise.all(asked)).flat());
    },
  };
}

function bounded(addresses: readonly string[]): readonly string[] {
  if (addresses.length <= MAX_ADDRESSES) return addresses;
  throw Object.assign(new Error(`more than ${MAX_ADDRESSES} addresses`), { code: 'TOO_MANY_ADDRESSES' });
}

/** The file is read again each time: it is small, and an operator may change it while the service runs. */
async function addressesInHosts(file: string, name: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const entries = text.split('\n').map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/));
  const found = entries.filter(([, ...names]) => names.includes(name)).map(([address = '']) => address);
  return [...new Set(found.filter((address) => isIP(address) !== 0))];
}
