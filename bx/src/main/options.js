// src/main/options.ts
import { join } from "node:path";
import { isWithin, parseNetworks } from "../queues/networks.js";
function partitionsOf({ EVENTSTORE_URL, REDIS_URL, POSTLEDGER_PARTITIONS }) {
  return EVENTSTORE_URL === void 0 && REDIS_URL === void 0 ? 1 : POSTLEDGER_PARTITIONS;
}
function rolesOf(settings) {
  const named = new Set(settings.POSTLEDGER_ROLES.split(","));
  const all = named.has("all");
  const background = ["projector", "sender", "dispatcher"];
  return {
    api: all || named.has("api"),
    background: new Set(background.filter((role) => all || named.has(role)))
  };
}
var isLoopback = (host) => /^(?:127\.|::1$|\[::1\]$|localhost$)/.test(host);
var httpAddress = (host, port) => `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
function baseUrl({ POSTLEDGER_BASE_URL, POSTLEDGER_HOST, POSTLEDGER_PORT }) {
  return POSTLEDGER_BASE_URL ?? httpAddress(POSTLEDGER_HOST, POSTLEDGER_PORT);
}
function recipientsUrl(settings) {
  return settings.POSTLEDGER_TRACKING_URL ?? baseUrl(settings);
}
function intakeDomain(settings) {
  const { POSTLEDGER_BOUNCE_PORT: port, POSTLEDGER_BOUNCE_DOMAIN: domain } = settings;
  return port === void 0 ? null : domain ?? null;
}
function apiOptions(settings) {
  const proxies = parseNetworks(settings.POSTLEDGER_TRUSTED_PROXIES);
  return {
    isTrustedProxy: (address) => isWithin(proxies, address),
    baseUrl: baseUrl(settings),
    sandboxDomain: settings.POSTLEDGER_SANDBOX_DOMAIN,
    maxBodyBytes: settings.POSTLEDGER_MAX_BODY_BYTES,
    maxBodiesBytes: settings.POSTLEDGER_MAX_BODIES_BYTES,
    creditsPerRecipient: settings.POSTLEDGER_CREDITS_EMAIL,
    creditsPerSegment: settings.POSTLEDGER_CREDITS_SMS_SEGMENT
  };
}
function unmatchedFolder(settings) {
  return join(settings.POSTLEDGER_DATA, "unmatched-mail");
}
export {
  apiOptions,
  httpAddress,
  intakeDomain,
  isLoopback,
  partitionsOf,
  recipientsUrl,
  rolesOf,
  unmatchedFolder
};
//# sourceMappingURL=options.js.map
