import { domainToASCII } from 'node:url';

const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * The address as other programs get it: the labels of its domain as A-labels (RFC 5890, section 2.3.2.1), all else as it
 * was written. Text that is no address stays as it is.
 */
export function asciiAddress(address: string): string {
  if (!BEYOND_ASCII.test(address)) return address;
  const at = address.lastIndexOf('@') + 1;
  const domain = at === 0 ? '' : domainToASCII(address.slice(at));
  return domain === '' ? address : address.slice(0, at) + domain;
}

/**
 * What ids, look-ups and comparisons take for an address: one person has one key, in whatever letter case and with
 * whichever form of the domain's labels the address was written.
 */
export function addressKey(address: string): string {
  return asciiAddress(address).toLowerCase();
}
