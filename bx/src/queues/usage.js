// src/queues/usage.ts
var HALF_LIFE_MS = 1e4;
var RESCALE_AFTER_MS = 100 * HALF_LIFE_MS;
var MAX_OWNERS = 1e4;
function usageBy(clock, maxOwners = MAX_OWNERS) {
  const used = /* @__PURE__ */ new Map();
  let sum = 0;
  let sumOfSquares = 0;
  let sinceMs = clock.monotonicMs();
  const weight = () => 2 ** ((clock.monotonicMs() - sinceMs) / HALF_LIFE_MS);
  const set = (owner, value) => {
    const before = used.get(owner) ?? 0;
    sum += value - before;
    sumOfSquares += value ** 2 - before ** 2;
    used.delete(owner);
    if (value > 0) used.set(owner, value);
  };
  const rescale = () => {
    const by = weight();
    sinceMs = clock.monotonicMs();
    sum = 0;
    sumOfSquares = 0;
    const before = [...used];
    used.clear();
    for (const [owner, value] of before) set(owner, value / by);
  };
  return {
    add(owner, ms) {
      if (clock.monotonicMs() - sinceMs > RESCALE_AFTER_MS) rescale();
      set(owner, Math.max(0, (used.get(owner) ?? 0) + ms * weight()));
      const oldest = used.size > maxOwners ? used.keys().next().value : void 0;
      if (oldest !== void 0) set(oldest, 0);
    },
    of: (owner) => used.get(owner) ?? 0,
    isLight(owner, ms) {
      const mean = sum > 0 ? sumOfSquares / sum : 0;
      return (used.get(owner) ?? 0) + ms * weight() < mean / 2;
    }
  };
}
export {
  usageBy
};
//# sourceMappingURL=usage.js.map
