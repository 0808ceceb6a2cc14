import type { DnsRecords } from '../../ports/dnsRecords.ts';
import { domainAndParents } from './senderDomainName.ts';
import type { DomainKey, SenderDomain } from './senderDomains.ts';

/** A record that DNS should have for a sender domain. */
export interface DomainRecord {
  readonly purpose: 'dkim' | 'return path' | 'spf' | 'dmarc';
  readonly name: string;
  readonly type: 'TXT' | 'MX';
  /** The value to set; for SPF and DMARC an example, since other values can be right too. */
  readonly value: string;
  /** Only of a DKIM record. */
  readonly selector: string | null;
}

export interface CheckedRecord extends DomainRecord {
  readonly state: 'there' | 'missing' | 'different';
  /** False for a key that a newer one has replaced. */
  readonly isNeeded: boolean;
  /** The existing values. */
  readonly found: readonly string[];
}

/**
 * The records to set. `returnPath`: the domain of the envelope senders, null when that is the sender's own.
 */
export function senderDomainRecords(
  { domain, keys }: SenderDomain,
  returnPath: string | null,
): readonly DomainRecord[] {
  const plain = { type: 'TXT', selector: null } as const;
  const spfAt = returnPath ?? domain;
  const mx = { type: 'MX', value: '10 THE-HOST-OF-POSTLEDGER.', selector: null } as const;
  const back: DomainRecord[] =
    returnPath === null ? [] : [{ purpose: 'return path', name: returnPath, ...mx }];
  return [
    ...keys.map((key) => dkimRecord(domain, key)),
    ...back,
    { ...plain, purpose: 'spf', name: spfAt, value: 'v=spf1 a:THE-HOST-THAT-SENDS ~all' },
    { ...plain, purpose: 'dmarc', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' },
  ];
}

/** RFC 6376, section 3.6.1. */
function dkimRecord(domain: string, { selector, algorithm, publicKey }: DomainKey): DomainRecord {
  const k = algorithm === 'rsa-sha256' ? 'rsa' : 'ed25519';
  const value = `v=DKIM1; k=${k}; p=${publicKey}`;
  return { purpose: 'dkim', name: `${selector}._domainkey.${domain}`, type: 'TXT', value, selector };
}

/**
 * Looks up the records.
 * @throws DnsUnavailable when one look-up fails: then nothing is known
 */
export async function checkedRecords(
  dns: DnsRecords,
  domain: SenderDomain,
  returnPath: string | null,
): Promise<readonly CheckedRecord[]> {
  const records = senderDomainRecords(domain, returnPath);
  const checked = await Promise.all(records.map((record) => checkedRecord(dns, domain.domain, record)));
  const published = new Set(publishedSelectors(checked));
  const isReplaced = ({ selector }: DomainRecord) => {
    const at = domain.keys.findIndex((key) => key.selector === selector);
    const newer = domain.keys.slice(at + 1);
    return newer.some((key) => key.algorithm === domain.keys[at]?.algorithm && published.has(key.selector));
  };
  return checked.map((record) =>
    record.selector !== null && isReplaced(record) ? { ...record, isNeeded: false } : record,
  );
}

/** The keys that DNS has. */
export function publishedSelectors(checked: readonly CheckedRecord[]): string[] {
  return checked.flatMap(({ selector, state }) => (selector !== null && state === 'there' ? [selector] : []));
}

async function checkedRecord(dns: DnsRecords, domain: string, given: DomainRecord): Promise<CheckedRecord> {
  const record = { ...given, isNeeded: true };
  const { purpose, name, value } = record;
  if (purpose === 'return path') {
    const found = await dns.mx(name);
    return { ...record, found, state: found.length > 0 ? 'there' : 'missing' };
  }
  if (purpose === 'dkim') {
    const found = await dns.txt(name);
    const isThere = found.some((text) => tag(text, 'p') === tag(value, 'p'));
    return { ...record, found, state: isThere ? 'there' : found.length === 0 ? 'missing' : 'different' };
  }
  if (purpose === 'spf') {
    const found = (await dns.txt(name)).filter((text) => /^v=spf1( |$)/i.test(text));
    // RFC 7208, section 4.5: with two records receivers accept neither.
    const state = found.length === 1 ? 'there' : found.length === 0 ? 'missing' : 'different';
    return { ...record, found, state };
  }
  // RFC 7489, section 6.6.3: a domain without a policy has the policy of its organizational domain.
  for (const above of domainAndParents(domain)) {
    const found = (await dns.txt(`_dmarc.${above}`)).filter((text) => /^v=DMARC1\s*(;|$)/i.test(text));
    if (found.length > 0) return { ...record, found, state: found.length === 1 ? 'there' : 'different' };
  }
  return { ...record, found: [], state: 'missing' };
}

/** The value of a tag in a record, without white space. */
function tag(text: string, name: string): string | null {
  for (const part of text.split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).replace(/\s/g, '');
  }
  return null;
}
