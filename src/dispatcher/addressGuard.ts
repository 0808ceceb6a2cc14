import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isWithin, type Networks } from '../queues/networks.ts';
import { ALLOCATED_IPV6, INSIDE_CLOUDS } from './allocatedNetworks.ts';

const ALLOCATED = ALLOCATED_IPV6.map((network) => ipaddr.IPv6.parseCIDR(network));

/** ISATAP (RFC 5214): the interface part `[02]00:5efe` is followed by an IPv4 address. */
const isIsatap = ({ parts }: ipaddr.IPv6) => ((parts[4] ?? 0) & 0xfdff) === 0 && parts[5] === 0x5efe;

/**
 * Whether an address is a host on the public internet. Everything that the registries set aside is not: private,
 * shared, loopback, link-local, unique-local, multicast, broadcast, unspecified, documentation, benchmarking,
 * reserved, unallocated, and every IPv6 address that contains an IPv4 address (mapped, compatible, 6to4, Teredo, NAT64, ISATAP),
 * since a gateway might unpack it into a private one. Texts that are not a plain address are not public.
 */
export function isPublicAddress(address: string): boolean {
  // isIP takes no short, octal or hexadecimal spelling: what a resolver or a socket gives never has one.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv4) return !INSIDE_CLOUDS.has(address);
  return ALLOCATED.some((network) => parsed.match(network)) && !isIsatap(parsed);
}

/** The guard of a service: public addresses, and those in the given networks. */
export function addressGuard(allowed: Networks): (address: string) => boolean {
  return (address) => isPublicAddress(address) || isWithin(allowed, address);
}
