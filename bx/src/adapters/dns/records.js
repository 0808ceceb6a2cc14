// src/adapters/dns/records.ts
import { DnsUnavailable } from "../../ports/dnsRecords.js";
import { dnsQuestions } from "./dnsQuestions.js";
var TIMEOUT_MS = 3e3;
var TRIES = 2;
var NO_RECORD = /* @__PURE__ */ new Set(["ENOTFOUND", "ENODATA"]);
function dnsRecords({ servers, timeoutMs = TIMEOUT_MS, tries = TRIES } = {}) {
  const ask = dnsQuestions({ timeoutMs, tries, servers });
  const orNone = async (name, question) => {
    try {
      return await ask(question);
    } catch (error) {
      const { code } = error;
      if (NO_RECORD.has(code)) return [];
      throw new DnsUnavailable(`DNS gives no answer for ${name} (${code})`, { cause: error });
    }
  };
  return {
    async txt(name) {
      const found = await orNone(name, (dns) => dns.resolveTxt(name));
      return found.map((strings) => strings.join(""));
    },
    async mx(name) {
      const found = await orNone(name, (dns) => dns.resolveMx(name));
      return found.sort((one, other) => one.priority - other.priority).map(({ exchange }) => exchange);
    }
  };
}
export {
  dnsRecords
};
//# sourceMappingURL=records.js.map
