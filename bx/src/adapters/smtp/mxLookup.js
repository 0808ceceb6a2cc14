// src/adapters/smtp/mxLookup.ts
import { dnsQuestions } from "../dns/dnsQuestions.js";
var QUESTION_TIMEOUT_MS = 5e3;
var QUESTION_TRIES = 2;
function dnsLookup() {
  const ask = dnsQuestions({ timeoutMs: QUESTION_TIMEOUT_MS, tries: QUESTION_TRIES });
  return {
    mx: (domain) => ask((dns) => dns.resolveMx(domain)),
    addresses: (host, family) => ask((dns) => family === 4 ? dns.resolve4(host) : dns.resolve6(host))
  };
}
var NO_RECORD = /* @__PURE__ */ new Set(["ENOTFOUND", "ENODATA"]);
var LookupFailed = class extends Error {
  name = "LookupFailed";
  is;
  constructor(is, message) {
    super(message);
    this.is = is;
  }
};
async function orNone(name, answer) {
  try {
    return await answer;
  } catch (error) {
    const { code } = error;
    if (NO_RECORD.has(code)) return [];
    throw new LookupFailed(
      code === "ECONNREFUSED" ? "no resolver" : "no answer",
      `DNS gives no answer for ${name} (${code})`
    );
  }
}
export {
  LookupFailed,
  dnsLookup,
  orNone
};
//# sourceMappingURL=mxLookup.js.map
