import { Resolver } from 'node:dns/promises';
import { type DnsRecords, DnsUnavailable } from '../../ports/dnsRecords.ts';

export interface DnsOptions {
  /** DNS servers as `address:port`; those of the system when absent. */
  readonly servers?: readonly string[];
  readonly timeoutMs?: number;
  readonly tries?: number;
}

const TIMEOUT_MS = 3_000;
const TRIES = 2;
/** What c-ares says of a name that is not there, or has no such record. */
const NOTHING_THERE: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

/** DNS as its servers answer at the moment, by c-ares: nothing is kept. */
export function dnsRecords({ servers, timeoutMs = TIMEOUT_MS, tries = TRIES }: DnsOptions = {}): DnsRecords {
  const dns = new Resolver({ timeout: timeoutMs, tries });
  if (servers !== undefined) dns.setServers(servers);
  const asked = async <Record>(name: string, question: Promise<Record[]>): Promise<Record[]> => {
    try {
      return await question;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (NOTHING_THERE.has(code)) return [];
      throw new DnsUnavailable(`DNS gives no answer for ${name} (${code})`, { cause: error });
    }
  };
  return {
    async txt(name) {
      return (await asked(name, dns.resolveTxt(name))).map((strings) => strings.join(''));
    },
    async mx(name) {
      const found = await asked(name, dns.resolveMx(name));
      return found.sort((one, other) => one.priority - other.priority).map(({ exchange }) => exchange);
    },
  };
}
