// src/adapters/http/poster.ts
import { setMaxListeners } from "node:events";
import { createSecureContext, rootCertificates } from "node:tls";
import { LRUCache } from "lru-cache";
import { allowedAddresses, cachedLookUps } from "./addresses.js";
import { AttemptFailed, deadline } from "./attempt.js";
import { connectReceiver } from "./connection.js";
import { connectTurns } from "./connectTurns.js";
import { exchange } from "./exchange.js";
import { idleConnections } from "./idleConnections.js";
var REQUEST_TIMEOUT = 408;
var MAX_URLS = 1024;
function httpPoster({ ca, ...dependencies }) {
  const { addressAllowed, monotonicMs = () => performance.now() } = dependencies;
  const secureContext = createSecureContext({
    minVersion: "TLSv1.2",
    ...ca !== void 0 && { ca: [...rootCertificates, ...ca] }
  });
  const resolver = cachedLookUps(dependencies.resolver, monotonicMs);
  const idle = idleConnections(monotonicMs);
  const urls = new LRUCache({ max: MAX_URLS, memoMethod: (text) => new URL(text) });
  const nextTurn = connectTurns();
  const stopped = new AbortController();
  setMaxListeners(0, stopped.signal);
  const attempt = async (url, request, time) => {
    const addresses = await allowedAddresses(url, { resolver, addressAllowed }, time);
    const open = idle.take(url.origin, addresses);
    if (open !== void 0) {
      const answer = await exchange(open, url, request, time).catch(staleOrThrow(time));
      if (answer !== null && answer.status !== REQUEST_TIMEOUT) return answered(url, open, answer);
      open.destroy();
    }
    await nextTurn();
    const fresh = await connectReceiver(url, addresses, { secureContext, monotonicMs }, time);
    return answered(url, fresh, await exchange(fresh, url, request, time));
  };
  const answered = (url, connection, { status, body, reusable }) => {
    if (reusable) idle.give(url.origin, connection);
    return { outcome: "answered", status, body };
  };
  return {
    async post(request, signal) {
      const url = URL.canParse(request.url) ? urls.memo(request.url) : null;
      if (url?.protocol !== "https:") return failed("protocol", "not an https url");
      const time = deadline(request.timeoutMs, signal, stopped.signal);
      try {
        return await Promise.race([attempt(url, request, time), time.over]);
      } catch (error) {
        if (error instanceof AttemptFailed) return failed(error.reason, error.detail);
        return failed("protocol", error instanceof Error ? error.name : "unknown");
      } finally {
        time.clear();
      }
    },
    async close() {
      stopped.abort();
      idle.close();
    }
  };
}
function staleOrThrow(time) {
  return (error) => {
    if (error instanceof AttemptFailed && error.reason === "reset" && !time.isOver()) return null;
    throw error;
  };
}
var failed = (reason, detail) => ({
  outcome: "failed",
  reason,
  detail
});
export {
  httpPoster
};
//# sourceMappingURL=poster.js.map
