/** DNS gave no answer: nothing is known of the name. */
export class DnsUnavailable extends Error {
  override readonly name = 'DnsUnavailable';
}

/** What names say in DNS. A name that is not there, or has no such record, has none: an empty list. */
export interface DnsRecords {
  /** Each text whole, however many strings it is cut into. @throws DnsUnavailable */
  txt(name: string): Promise<readonly string[]>;
  /** Mail exchangers by preference. @throws DnsUnavailable */
  mx(name: string): Promise<readonly string[]>;
}
