// src/adapters/node/withTimeout.ts
import { silenceTimer } from "./silenceTimer.js";
function withTimeout(work, timeoutMs, late) {
  return new Promise((resolve, reject) => {
    const timer = silenceTimer(timeoutMs, () => reject(late()));
    work.then(resolve, reject).finally(timer.clear);
  });
}
export {
  withTimeout
};
//# sourceMappingURL=withTimeout.js.map
