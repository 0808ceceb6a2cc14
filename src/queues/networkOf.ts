import { isIPv6 } from 'node:net';

/**
 * Who an address belongs to, as far as limits can know: the IPv4 address itself, also where a socket of IPv6 has it, and of
 * IPv6 the /64, which is what one customer of a provider has (RFC 6177, section 2).
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  // The rest of the groups is the host's own, or zeros that are left out.
  const [before = ''] = plain.split('::');
  const groups = [...before.split(':').map((group) => Number.parseInt(group || '0', 16)), 0, 0, 0];
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** An IPv4 address as such, also where a socket of IPv6 has it. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}
