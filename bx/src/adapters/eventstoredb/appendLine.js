// src/adapters/eventstoredb/appendLine.ts
var MEASURED_MS = 1e3;
function appendLine(clock, maxCalls, maxBytes) {
  let calls = 0;
  let bytesInFlight = 0;
  const line = /* @__PURE__ */ new Set();
  let measuredSinceMs = 0;
  let answered = 0;
  const fits = (bytes) => calls === 0 || calls < maxCalls && bytesInFlight + bytes <= maxBytes;
  const take = (bytes) => {
    calls += 1;
    bytesInFlight += bytes;
  };
  const isTooLong = (timeoutMs) => {
    const nowMs = clock.monotonicMs();
    if (line.size === 0) {
      measuredSinceMs = nowMs;
      answered = 0;
    }
    const measuredMs = nowMs - measuredSinceMs;
    if (measuredMs < MEASURED_MS) return false;
    const isFull = line.size >= answered / measuredMs * timeoutMs;
    if (measuredMs >= 2 * MEASURED_MS) {
      measuredSinceMs += measuredMs / 2;
      answered /= 2;
    }
    return isFull;
  };
  return {
    /** Resolves true when the call may begin, false when it waited for `timeoutMs`, or would do so. */
    enter(bytes, timeoutMs) {
      if (line.size === 0 && fits(bytes)) {
        take(bytes);
        return Promise.resolve(true);
      }
      if (isTooLong(timeoutMs)) return Promise.resolve(false);
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          line.delete(waiter);
          resolve(false);
        }, timeoutMs);
        const waiter = {
          bytes,
          admit: () => {
            clearTimeout(timer);
            resolve(true);
          }
        };
        line.add(waiter);
      });
    },
    leave(bytes, isAnswered) {
      calls -= 1;
      bytesInFlight -= bytes;
      if (isAnswered) answered += 1;
      for (const waiter of line) {
        if (!fits(waiter.bytes)) break;
        line.delete(waiter);
        take(waiter.bytes);
        waiter.admit();
      }
    }
  };
}
export {
  appendLine
};
//# sourceMappingURL=appendLine.js.map
