// src/queues/floodGuard.ts
import { LRUCache } from "lru-cache";
import { networkOf } from "./networkOf.js";
var WINDOW_MS = 6e4;
var MAX_ADDRESSES = 1e4;
function floodGuard(clock, maxPerMinute, maxAddresses = MAX_ADDRESSES) {
  const windows = new LRUCache({ max: maxAddresses });
  const windowOf = (network) => {
    const window = windows.peek(network);
    return window !== void 0 && window.untilMs > clock.monotonicMs() ? window : null;
  };
  return {
    count(address) {
      const network = networkOf(address);
      const window = windowOf(network) ?? { untilMs: clock.monotonicMs() + WINDOW_MS, count: 0 };
      window.count += 1;
      windows.set(network, window);
      return window.count;
    },
    isFlooding: (address) => (windowOf(networkOf(address))?.count ?? 0) >= maxPerMinute
  };
}
export {
  floodGuard
};
//# sourceMappingURL=floodGuard.js.map
