import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

export type MxRecordType = 'MX' | 'A' | 'AAAA' | 'TXT';

/** Looks up records for mx-connect. Rejects with the resolver's error, which has a `code`. */
export type MxLookup = (domain: string, type: MxRecordType) => Promise<readonly unknown[]>;

const QUESTION_TIMEOUT_MS = 5_000;
const QUESTION_TRIES = 2;
/** Records of one name at most: the others are never used. */
const MAX_RECORDS = 20;

/** @param servers DNS servers as `address:port`; those of the system when absent */
export function dnsLookup(servers?: readonly string[]): MxLookup {
  const dns = new Resolver({ timeout: QUESTION_TIMEOUT_MS, tries: QUESTION_TRIES });
  if (servers !== undefined) dns.setServers(servers);
  return async (domain, type) => {
    switch (type) {
      case 'MX':
        return (await dns.resolveMx(domain)).sort((a, b) => a.priority - b.priority).slice(0, MAX_RECORDS);
      case 'A':
        return (await dns.resolve4(domain)).slice(0, MAX_RECORDS);
      case 'AAAA':
        return (await dns.resolve6(domain)).slice(0, MAX_RECORDS);
      case 'TXT':
        return dns.resolveTxt(domain);
    }
  };
}

/** The look-up without addresses that are not allowed; it rejects when a name has no others, since that may change. */
export function guardedLookup(lookup: MxLookup, addressAllowed: (address: string) => boolean): MxLookup {
  return async (domain, type) => {
    const records = await lookup(domain, type);
    if (type !== 'A' && type !== 'AAAA') return records;
    const allowed = records.filter((record) => typeof record === 'string' && addressAllowed(record));
    if (records.length === 0 || allowed.length > 0) return allowed;
    throw notPublic(`${isIP(domain) === 0 ? 'the host' : 'the address'} ${domain}`);
  };
}

export function notPublic(what: string): Error {
  return Object.assign(new Error(`${what} is not public`), { code: 'ENOTPUBLIC' });
}
