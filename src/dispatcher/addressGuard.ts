import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ALLOCATED_IPV6, INSIDE_CLOUDS } from './allocatedNetworks.ts';

/** Private networks that an operator allows. */
export type Networks = readonly (readonly [network: ipaddr.IPv4 | ipaddr.IPv6, bits: number])[];

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

/** A setting that names no network. */
export class NetworksInvalid extends Error {
  override readonly name = 'NetworksInvalid';
}

/**
 * Reads a comma list of CIDRs (`10.0.0.0/8, fd00::/8`); the empty text is the empty list.
 * @throws NetworksInvalid naming the part that is wrong
 */
export function parseNetworks(text: string): Networks {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '').map(parseNetwork);
}

function parseNetwork(text: string): readonly [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const [, address = '', bits = ''] = /^([^/%]+)\/(\d{1,3})$/.exec(text) ?? [];
  const family = isIP(address);
  if (family === 0 || Number(bits) > (family === 4 ? 32 : 128))
    throw new NetworksInvalid(`"${text}" is no network: write it like 10.0.0.0/8 or fd00::/8`);
  return [ipaddr.parse(address), Number(bits)];
}

/** The guard of a service: public addresses, and those in the given networks. */
export function addressGuard(allowed: Networks): (address: string) => boolean {
  return (address) => isPublicAddress(address) || isWithin(allowed, address);
}

/** Whether an address is in one of the networks. */
export function isWithin(networks: Networks, address: string): boolean {
  return networks.some((network) => contains(network, address));
}

function contains([network, bits]: Networks[number], address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && parsed.match(network, bits);
  return network instanceof ipaddr.IPv6 && parsed.match(network, bits);
}
