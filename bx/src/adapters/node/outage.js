// src/adapters/node/outage.ts
var MAX_REASONS = 3;
var MAX_REASON_CHARACTERS = 500;
var LOG_EVERY_MS = 3e4;
function outage(log, { begins, ends }, settledMs = 0, monotonicMs = () => performance.now()) {
  const reasons = /* @__PURE__ */ new Set();
  let failures = 0;
  let sinceMs = 0;
  let loggedAtMs = 0;
  let reason = null;
  return {
    failed({ message }) {
      const nowMs = monotonicMs();
      if (failures === 0) sinceMs = nowMs;
      failures++;
      const lastedMs = Math.round(nowMs - sinceMs);
      reason = message.slice(0, MAX_REASON_CHARACTERS);
      if (lastedMs < settledMs) return;
      const isNew = !reasons.has(reason) && reasons.size < MAX_REASONS;
      if (!isNew && nowMs - loggedAtMs < LOG_EVERY_MS) return;
      reasons.add(reason);
      loggedAtMs = nowMs;
      log.error({ reason, failures, lastedMs }, begins);
    },
    succeeded() {
      if (reasons.size > 0) log.warn({ failures, lastedMs: Math.round(monotonicMs() - sinceMs) }, ends);
      failures = 0;
      reason = null;
      reasons.clear();
    },
    reason: () => reason
  };
}
export {
  outage
};
//# sourceMappingURL=outage.js.map
