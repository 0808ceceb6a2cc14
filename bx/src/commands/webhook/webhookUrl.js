// src/commands/webhook/webhookUrl.ts
import { isIP } from "node:net";
var MAX_WEBHOOK_URL_LENGTH = 2048;
var NOT_REACHABLE = "must name a host that resolves, and to public addresses only";
function socketHost(url) {
  return url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}
function webhookUrlFault(text) {
  if (text.length > MAX_WEBHOOK_URL_LENGTH) return `must be at most ${MAX_WEBHOOK_URL_LENGTH} characters`;
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes("\\"))
    return "must be a URI of printable ASCII characters without spaces";
  if (!/^https:\/\/[^/]/i.test(text)) return "must begin with https:// and name a host";
  if (!URL.canParse(text)) return "must be a valid URI";
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || /^https:\/\/[^/?#]*@/i.test(text))
    return "must not carry a user name or password";
  if (url.port === "0") return "must not use port 0";
  const host = socketHost(url);
  if (host === "" || host.includes("..")) return "must name a host";
  return null;
}
async function webhookUrlRefusal(text, { resolver, addressAllowed }) {
  const fault = webhookUrlFault(text);
  if (fault !== null) return fault;
  const host = socketHost(new URL(text));
  const addresses = isIP(host) !== 0 ? [host] : await resolver.resolve(host).catch(() => []);
  return addresses.length > 0 && addresses.every(addressAllowed) ? null : NOT_REACHABLE;
}
export {
  MAX_WEBHOOK_URL_LENGTH,
  webhookUrlFault,
  webhookUrlRefusal
};
//# sourceMappingURL=webhookUrl.js.map
