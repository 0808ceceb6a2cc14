// test/simulation/time/wallClocks.ts
function wallClocks(agenda, startsAtMs) {
  const stepped = /* @__PURE__ */ new Map();
  const offsets = /* @__PURE__ */ new Set([0]);
  let allMs = 0;
  const outsideMs = () => Math.floor(startsAtMs + agenda.nowMs());
  return {
    outsideMs,
    nowMs: (process) => outsideMs() + allMs + (stepped.get(process) ?? 0),
    offsetsMs: () => [...offsets],
    step(process, byMs) {
      if (process === null) allMs += byMs;
      else stepped.set(process, (stepped.get(process) ?? 0) + byMs);
      for (const ms of [0, ...stepped.values()]) offsets.add(allMs + ms);
    }
  };
}
export {
  wallClocks
};
//# sourceMappingURL=wallClocks.js.map
