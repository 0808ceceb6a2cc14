// src/adapters/smtp/mxSite.ts
import { isIP } from "node:net";
import { LRUCache } from "lru-cache";
import { LookupFailed, orNone } from "./mxLookup.js";
var KNOWN_MS = 3e5;
var MAX_DOMAINS = 5e4;
var MAX_RECORDS = 20;
function sitesOfDomains(lookup, clock) {
  const known = new LRUCache({
    max: MAX_DOMAINS,
    ttl: KNOWN_MS,
    ttlResolution: 0,
    perf: { now: () => clock.monotonicMs() },
    noDeleteOnFetchRejection: true,
    fetchMethod: (domain) => lookedUp(domain, lookup)
  });
  return {
    siteOf: (domain) => known.forceFetch(domain),
    lastSiteOf: (domain) => known.peek(domain, { allowStale: true })
  };
}
async function lookedUp(domain, lookup) {
  const records = await orNone(domain, lookup.mx(domain));
  const named = records.filter(({ exchange }) => exchange !== "" && exchange !== ".");
  if (records.length > 0 && named.length === 0)
    throw new LookupFailed("null MX", `the domain ${domain} takes no mail: it has a null MX (RFC 7505)`);
  const byRank = named.toSorted((a, b) => a.priority - b.priority || (nameOf(a) < nameOf(b) ? -1 : 1)).slice(0, MAX_RECORDS);
  const hosts = byRank.length === 0 ? [{ exchange: domain, priority: 0 }] : byRank;
  const names = new Set(hosts.map(nameOf));
  return { name: [...names].sort().join(" "), hosts, isNamed: byRank.length > 0 };
}
var nameOf = ({ exchange }) => exchange.toLowerCase().replace(/\.$/, "");
async function* addressesOf({ name, hosts }, { lookup, addressAllowed, ids }) {
  const places = hosts.map((record) => ({ ...record, at: ids.randomBytes(4).readUInt32BE() }));
  let found = false;
  let problem = null;
  for (const { exchange: host } of places.sort((a, b) => a.priority - b.priority || a.at - b.at))
    try {
      for (const address of await addressesOfHost(host, lookup)) {
        if (addressAllowed(address)) {
          found = true;
          yield { host, address };
        } else problem ??= new Error(`the address ${address} of ${host} is not public`);
      }
    } catch (error) {
      problem ??= error;
    }
  if (!found) throw problem ?? new LookupFailed("no host", `no address was found for ${name}`);
}
async function addressesOfHost(host, lookup) {
  if (isIP(host) !== 0) return [host];
  const [four, six] = await Promise.allSettled(
    [4, 6].map((family) => orNone(host, lookup.addresses(host, family)))
  );
  const of = (one) => one?.status === "fulfilled" ? one.value.slice(0, MAX_RECORDS) : [];
  const inTurns = [...zipped(of(four), of(six))];
  for (const one of [four, six])
    if (inTurns.length === 0 && one?.status === "rejected") throw one.reason;
  return inTurns;
}
function* zipped(one, other) {
  for (let n = 0; n < Math.max(one.length, other.length); n++)
    for (const address of [one[n], other[n]]) if (address !== void 0) yield address;
}
export {
  addressesOf,
  sitesOfDomains
};
//# sourceMappingURL=mxSite.js.map
