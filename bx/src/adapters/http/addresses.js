// src/adapters/http/addresses.ts
import { isIP, SocketAddress } from "node:net";
import { keptFor } from "../../queues/keptFor.js";
import { AttemptFailed } from "./attempt.js";
import { codeOf } from "./failureReason.js";
var CACHED_MS = 3e4;
var MAX_NAMES = 4096;
function cachedLookUps(resolver, monotonicMs) {
  const kept = keptFor({ monotonicMs }, CACHED_MS, MAX_NAMES);
  return { resolve: (name) => kept.of(name, () => resolver.resolve(name)) };
}
function hostOf(url) {
  return url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}
async function allowedAddresses(url, { resolver, addressAllowed }, deadline) {
  const host = hostOf(url);
  const addresses = isIP(host) !== 0 ? [host] : await lookUp(resolver, host, deadline);
  if (addresses.length === 0) throw new AttemptFailed("dns", "no address");
  if (!addresses.every(addressAllowed)) throw new AttemptFailed("address_refused", "not a public address");
  return addresses.map(canonical);
}
async function lookUp(resolver, host, { over }) {
  try {
    return await Promise.race([resolver.resolve(host), over]);
  } catch (error) {
    throw error instanceof AttemptFailed ? error : new AttemptFailed("dns", codeOf(error));
  }
}
function canonical(address) {
  return isIP(address) === 6 ? new SocketAddress({ address, family: "ipv6" }).address : address;
}
export {
  allowedAddresses,
  cachedLookUps,
  hostOf
};
//# sourceMappingURL=addresses.js.map
