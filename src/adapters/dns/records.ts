import type { Resolver } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { DnsUnavailable, type HostRecords } from '../../ports/dnsRecords.ts';
import { dnsQuestions } from './dnsQuestions.ts';

export interface DnsOptions {
  /** DNS servers as `address:port`; those of the system when absent. */
  readonly servers?: readonly string[];
}

interface DnsBounds {
  readonly timeoutMs?: number;
  readonly tries?: number;
}

const TIMEOUT_MS = 3_000;
const TRIES = 2;
/** Codes of c-ares for a name that does not exist, or has no record of the type. */
const NO_RECORD: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

/** DNS as its servers answer now, by c-ares: nothing is cached. */
export function dnsRecords({ servers }: DnsOptions = {}, bounds: DnsBounds = {}): HostRecords {
  const { timeoutMs = TIMEOUT_MS, tries = TRIES } = bounds;
  const ask = dnsQuestions({ timeoutMs, tries, servers });
  const orNone = async <Record>(
    name: string,
    question: (dns: Resolver) => Promise<Record[]>,
  ): Promise<Record[]> => {
    try {
      return await ask(question);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (NO_RECORD.has(code)) return [];
      throw new DnsUnavailable(`DNS gives no answer for ${name} (${code})`, { cause: error });
    }
  };
  return {
    async txt(name) {
      const found = await orNone(name, (dns) => dns.resolveTxt(name));
      return found.map((strings) => strings.join(''));
    },
    async addresses(name) {
      const four = await orNone(name, (dns) => dns.resolve4(name));
      return [...four, ...(await orNone(name, (dns) => dns.resolve6(name)))];
    },
    // c-ares would look into the file of hosts for an address, which others do not see.
    names: (address) => orNone(address, (dns) => dns.resolvePtr(reverseName(address))),
    async mx(name) {
      const found = await orNone(name, (dns) => dns.resolveMx(name));
      return found.sort((one, other) => one.priority - other.priority).map(({ exchange }) => exchange);
    },
  };
}

/** RFC 1035, section 3.5; RFC 3596, section 2.5. */
function reverseName(address: string): string {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
  if (bytes.length === 4) return `${[...bytes].reverse().join('.')}.in-addr.arpa`;
  return `${[...bytes.toString('hex')].reverse().join('.')}.ip6.arpa`;
}
