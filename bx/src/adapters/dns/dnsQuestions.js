// src/adapters/dns/dnsQuestions.ts
import { Resolver } from "node:dns/promises";
var NO_ANSWER = /* @__PURE__ */ new Set(["ETIMEOUT", "ECONNREFUSED", "EREFUSED"]);
function dnsQuestions({ timeoutMs, tries, servers }) {
  const open = () => {
    const opened = new Resolver({ timeout: timeoutMs, tries });
    if (servers !== void 0) opened.setServers(servers);
    return opened;
  };
  let dns = open();
  return async (question) => {
    const asked = dns;
    try {
      return await question(asked);
    } catch (error) {
      const { code } = error;
      if (asked === dns && NO_ANSWER.has(code)) dns = open();
      throw error;
    }
  };
}
export {
  dnsQuestions
};
//# sourceMappingURL=dnsQuestions.js.map
