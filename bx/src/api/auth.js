// src/api/auth.ts
import { timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import { apiKeyHash, apiKeyIdOf, isApiKeySecret } from "../commands/workspace/apiKeySecret.js";
import { KEY_REVOKED_CHANNEL } from "../commands/workspace/revokeApiKey.js";
import { ApiError } from "./errors.js";
import { stillStarting } from "./startUp.js";
var CACHE_MS = 500;
var MAX_CACHED = 1e4;
function authenticator({ live, clock, hints, startUp }) {
  const cache = new LRUCache({ max: MAX_CACHED });
  const lookUps = /* @__PURE__ */ new Map();
  const unsubscribe = hints.subscribe(KEY_REVOKED_CHANNEL, () => cache.clear());
  const lookUp = async (hash) => {
    const startedAtMs = clock.monotonicMs();
    const { knowsKeys } = startUp;
    const document = (await live.apiKeys.get(apiKeyIdOf(hash)))?.document;
    if (document === void 0 && !knowsKeys) throw stillStarting.key();
    if (document === void 0 || document.revokedAt !== null || !isSameHash(document.hash, hash))
      throw unauthorized();
    const { workspace, keyId, scopes, expiresAt } = document;
    const expiresAtMs = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
    if (expiresAtMs <= clock.nowMs()) throw unauthorized();
    const suspended = (await live.workspaces.get(workspace))?.document.suspended;
    const suspendedFor = suspended?.reason ?? null;
    const caller = Object.freeze({ workspace, keyId, scopes, suspendedFor });
    cache.set(hash, { caller, expiresAtMs, cachedUntilMs: startedAtMs + CACHE_MS });
    return caller;
  };
  return {
    callerOf(authorization) {
      const hash = apiKeyHash(bearerOf(authorization));
      const cached = cache.get(hash);
      const isCurrent = cached !== void 0 && clock.monotonicMs() < cached.cachedUntilMs;
      if (isCurrent && clock.nowMs() < cached.expiresAtMs) return cached.caller;
      cache.delete(hash);
      const running = lookUps.get(hash) ?? lookUp(hash).finally(() => lookUps.delete(hash));
      lookUps.set(hash, running);
      return running;
    },
    close: unsubscribe
  };
}
function bearerOf(authorization) {
  if (authorization === void 0) throw unauthorized("No API key was sent.");
  const [, token] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
  if (token === void 0 || !isApiKeySecret(token)) throw unauthorized();
  return token;
}
function isSameHash(one, other) {
  const [a, b] = [Buffer.from(one, "hex"), Buffer.from(other, "hex")];
  return a.length === b.length && timingSafeEqual(a, b);
}
function unauthorized(message) {
  return new ApiError("unauthorized", message, { "www-authenticate": 'Bearer realm="postledger"' });
}
export {
  authenticator
};
//# sourceMappingURL=auth.js.map
