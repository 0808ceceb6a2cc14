// src/queues/networks.ts
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
var NetworksInvalid = class extends Error {
  name = "NetworksInvalid";
};
function parseNetworks(text) {
  const parts = text.split(",").map((part) => part.trim());
  return parts.filter((part) => part !== "").map(parseNetwork);
}
function parseNetwork(text) {
  const [, address = "", bits = ""] = /^([^/%]+)\/(\d{1,3})$/.exec(text) ?? [];
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
function isWithin(networks, address) {
  return networks.some((network) => contains(network, address));
}
function contains([network, bits], address) {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && parsed.match(network, bits);
  return network instanceof ipaddr.IPv6 && parsed.match(network, bits);
}
export {
  NetworksInvalid,
  isWithin,
  parseNetworks
};
//# sourceMappingURL=networks.js.map
