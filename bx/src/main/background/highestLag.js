// src/main/background/highestLag.ts
import { CONSUMER_LAG } from "../../runtime/follow/consumer.js";
function highestLag(metrics, clock) {
  const startedAtMs = clock.monotonicMs();
  let highestMs = 0;
  return {
    metrics: {
      ...metrics,
      gauge(name, value, labels) {
        if (name === CONSUMER_LAG) highestMs = Math.max(highestMs, Math.round(value * 1e3));
        metrics.gauge(name, value, labels);
      }
    },
    lagMs() {
      const lagMs = Math.min(highestMs, clock.monotonicMs() - startedAtMs);
      highestMs = 0;
      return lagMs;
    }
  };
}
export {
  highestLag
};
//# sourceMappingURL=highestLag.js.map
