// src/adapters/http/attempt.ts
import { silenceTimer } from "../node/silenceTimer.js";
var AttemptFailed = class extends Error {
  name = "AttemptFailed";
  reason;
  detail;
  constructor(reason, detail) {
    super(`${reason}: ${detail}`);
    this.reason = reason;
    this.detail = detail;
  }
};
function deadline(timeoutMs, ...signals) {
  const endsAtMs = performance.now() + timeoutMs;
  const callbacks = /* @__PURE__ */ new Set();
  let ended = false;
  let reject = () => {
  };
  const over = new Promise((_, rejectOver) => {
    reject = rejectOver;
  });
  over.catch(() => {
  });
  const end = (error) => {
    if (ended) return;
    ended = true;
    reject(error);
    for (const callback of callbacks) callback();
  };
  const timer = silenceTimer(
    timeoutMs,
    () => end(new AttemptFailed("timeout", `no answer in ${timeoutMs} ms`))
  );
  const onAbort = () => end(new AttemptFailed("aborted", "the service stops"));
  for (const signal of signals) {
    if (signal?.aborted) onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
  }
  return {
    /** Rejects with `AttemptFailed` when the time is over or the caller gave up; never resolves. */
    over,
    isOver: () => ended,
    remainingMs: () => Math.max(0, endsAtMs - performance.now()),
    /** Calls back once when the time is over, at once when it already is; the result unsubscribes. */
    onOver: (callback) => {
      if (ended) callback();
      else callbacks.add(callback);
      return () => void callbacks.delete(callback);
    },
    clear: () => {
      timer.clear();
      for (const signal of signals) signal?.removeEventListener("abort", onAbort);
      callbacks.clear();
    }
  };
}
export {
  AttemptFailed,
  deadline
};
//# sourceMappingURL=attempt.js.map
