// src/dispatcher/addressGuard.ts
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { isWithin } from "../queues/networks.js";
import { ALLOCATED_IPV6, INSIDE_CLOUDS } from "./allocatedNetworks.js";
var ALLOCATED = ALLOCATED_IPV6.map((network) => ipaddr.IPv6.parseCIDR(network));
var isIsatap = ({ parts }) => ((parts[4] ?? 0) & 65023) === 0 && parts[5] === 24318;
function isPublicAddress(address) {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  if (parsed instanceof ipaddr.IPv4) return !INSIDE_CLOUDS.has(address);
  return ALLOCATED.some((network) => parsed.match(network)) && !isIsatap(parsed);
}
function addressGuard(allowed) {
  return (address) => isPublicAddress(address) || isWithin(allowed, address);
}
export {
  addressGuard,
  isPublicAddress
};
//# sourceMappingURL=addressGuard.js.map
