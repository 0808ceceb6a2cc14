// src/commands/workspace/senderDomainName.ts
import { domainToASCII } from "node:url";
var LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
var DOMAIN = new RegExp(`^(?:${LABEL}\\.)+${LABEL}$`);
var DOMAIN_MAX = 253 - 63 - "._domainkey.".length;
function senderDomainName(text) {
  const name = domainToASCII(text.trim().replace(/\.$/, "")).toLowerCase();
  return name.length <= DOMAIN_MAX && DOMAIN.test(name) ? name : null;
}
function domainAndParents(domain) {
  const labels = domain.split(".");
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join("."));
}
export {
  domainAndParents,
  senderDomainName
};
//# sourceMappingURL=senderDomainName.js.map
