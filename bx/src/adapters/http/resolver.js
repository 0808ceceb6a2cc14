// src/adapters/http/resolver.ts
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { dnsQuestions } from "../dns/dnsQuestions.js";
import { withTimeout } from "../node/withTimeout.js";
var LOOKUP_TIMEOUT_MS = 5e3;
var OTHER_FAMILY_MS = 2500;
var QUESTION_TIMEOUT_MS = 1500;
var QUESTION_TRIES = 2;
var MAX_ADDRESSES = 1024;
function dnsResolver(options = {}) {
  const { timeoutMs = LOOKUP_TIMEOUT_MS, servers, hostsFile = "/etc/hosts" } = options;
  const ask = dnsQuestions({ timeoutMs: QUESTION_TIMEOUT_MS, tries: QUESTION_TRIES, servers });
  return {
    async resolve(hostname) {
      const name = hostname.toLowerCase().replace(/\.$/, "");
      if (isIP(name) !== 0) return [name];
      const local = await addressesInHosts(hostsFile, name);
      if (local.length > 0) return bounded(local);
      if (name === "localhost" || name.endsWith(".localhost")) return ["127.0.0.1", "::1"];
      const families = [ask((dns) => dns.resolve4(name)), ask((dns) => dns.resolve6(name))];
      const late = () => new Error(`${name} did not resolve within ${timeoutMs} ms`);
      await withTimeout(Promise.any(families), timeoutMs, late).catch((fault) => {
        throw fault instanceof AggregateError ? fault.errors[0] : fault;
      });
      const otherMs = Math.min(timeoutMs, OTHER_FAMILY_MS);
      const asked = families.map((family) => withTimeout(family, otherMs, late).catch(() => []));
      return bounded((await Promise.all(asked)).flat());
    }
  };
}
function bounded(addresses) {
  if (addresses.length <= MAX_ADDRESSES) return addresses;
  throw Object.assign(new Error(`more than ${MAX_ADDRESSES} addresses`), { code: "TOO_MANY_ADDRESSES" });
}
async function addressesInHosts(file, name) {
  const text = await readFile(file, "utf8").catch(() => "");
  const entries = text.split("\n").map((line) => line.replace(/#.*/, "").trim().toLowerCase().split(/\s+/));
  const found = entries.filter(([, ...names]) => names.includes(name)).map(([address = ""]) => address);
  return [...new Set(found.filter((address) => isIP(address) !== 0))];
}
export {
  dnsResolver
};
//# sourceMappingURL=resolver.js.map
