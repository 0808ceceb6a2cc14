// src/api/slowBodies.ts
var MIN_BYTES_PER_SECOND = 1e3;
var INTERVAL_MS = 2e4;
var CHECK_EVERY_MS = 5e3;
function slowBodies(clock) {
  const arriving = /* @__PURE__ */ new Map();
  const closed = new AbortController();
  let isChecking = false;
  const check = async () => {
    isChecking = true;
    while (arriving.size > 0 && !closed.signal.aborted) {
      await clock.sleep(CHECK_EVERY_MS, closed.signal);
      const nowMs = clock.monotonicMs();
      for (const [body, watched] of arriving) {
        const elapsedMs = nowMs - watched.sinceMs;
        if (elapsedMs < INTERVAL_MS) continue;
        const bytes = body.received() - watched.bytes;
        if (bytes * 1e3 < MIN_BYTES_PER_SECOND * elapsedMs) {
          arriving.delete(body);
          body.giveUp();
        } else arriving.set(body, { sinceMs: nowMs, bytes: body.received() });
      }
    }
    isChecking = false;
  };
  return {
    watch(body) {
      arriving.set(body, { sinceMs: clock.monotonicMs(), bytes: 0 });
      if (!isChecking) void check();
      return () => arriving.delete(body);
    },
    close: () => closed.abort()
  };
}
export {
  slowBodies
};
//# sourceMappingURL=slowBodies.js.map
