/** DNS gave no answer: nothing is known about the name. */
export class DnsUnavailable extends Error {
  override readonly name = 'DnsUnavailable';
}

/** Looks up DNS records. A name that does not exist, or has no such record, gives an empty list. */
export interface DnsRecords {
  /** Each text complete, also when it is split into several strings. @throws DnsUnavailable */
  txt(name: string): Promise<readonly string[]>;
  /** Mail exchangers by preference. @throws DnsUnavailable */
  mx(name: string): Promise<readonly string[]>;
}

/** Looks up what names and addresses of machines lead to, too. */
export interface HostRecords extends DnsRecords {
  /** Addresses of IPv4 and IPv6. @throws DnsUnavailable */
  addresses(name: string): Promise<readonly string[]>;
  /** The names that an address leads back to. @throws DnsUnavailable */
  names(address: string): Promise<readonly string[]>;
}
