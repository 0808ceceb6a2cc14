import { domainToASCII } from 'node:url';

const BEYOND_ASCII = /[^\0-\x7f]/;

/** What stands after the last `@`, as it was written; all of a text that has none. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/**
 * The address as other programs get it: the labels of its domain as A-labels (RFC 5890, section 2.3.2.1), all else as it
 * was written. Text that is no address stays as it is.
 */
export function asciiAddress(address: string): string {
  const domain = domainOf(address);
  if (domain === address || !BEYOND_ASCII.test(domain)) return address;
  return address.slice(0, -domain.length) + (domainToASCII(domain) || domain);
}

/**
 * What ids, look-ups and comparisons take for an address: one person has one key, in whatever letter case and with
 * whichever form of the domain's labels the address was written.
 */
export function addressKey(address: string): string {
  return asciiAddress(address).toLowerCase();
}
