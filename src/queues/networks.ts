import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Networks as an operator names them. */
export type Networks = readonly (readonly [network: ipaddr.IPv4 | ipaddr.IPv6, bits: number])[];

/** A text that names no network. */
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

function parseNetwork(text: string): Networks[number] {
  const [, address = '', bits = ''] = /^([^/%]+)\/(\d{1,3})$/.exec(text) ?? [];
  const family = isIP(address);
  if (family === 0 || Number(bits) > (family === 4 ? 32 : 128))
    throw new NetworksInvalid(`"${text}" is no network: write it like 10.0.0.0/8 or fd00::/8`);
  const own = family === 4 ? ipaddr.IPv4 : ipaddr.IPv6;
  const first = own.networkAddressFromCIDR(text);
  const network = ipaddr.parse(address);
  if (first.toNormalizedString() !== network.toNormalizedString())
    throw new NetworksInvalid(`"${text}" is one address in ${first}/${bits}: write the network itself`);
  return [network, Number(bits)];
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
