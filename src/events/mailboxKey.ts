import { domainToASCII } from 'node:url';

/** One key for all ways to write a mailbox: letter case, and U-labels or A-labels in its domain (RFC 5890, section 2.3.2.1). */
export function mailboxKey(address: string): string {
  const lower = address.normalize('NFC').toLowerCase();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is the range of ASCII.
  if (/^[\x00-\x7f]*$/.test(lower)) return lower;
  const domain = lower.lastIndexOf('@') + 1;
  return lower.slice(0, domain) + (domainToASCII(lower.slice(domain)) || lower.slice(domain));
}
