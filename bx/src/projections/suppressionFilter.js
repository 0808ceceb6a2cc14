// src/projections/suppressionFilter.ts
import { suppressions } from "./suppressions.js";
var BITS = 2 ** 25;
var WORD_BITS = 32;
var PROBES = [
  [0, 7],
  [9, 13, 15, 18],
  [20, 23, 24, 28],
  [29, 36]
];
var LIFTING = /* @__PURE__ */ new Set(["SuppressionRemoved", "Resubscribed"]);
function suppressionFilter() {
  const words = new Int32Array(BITS / WORD_BITS);
  const { keys } = suppressions;
  const types = new Set(suppressions.types);
  let full = false;
  const add = (id) => {
    for (const bit of bitsOf(id)) words[bit >>> 5] = (words[bit >>> 5] ?? 0) | 1 << (bit & 31);
  };
  return {
    mayHold(id) {
      if (!full) return true;
      for (const bit of bitsOf(id)) if (((words[bit >>> 5] ?? 0) & 1 << (bit & 31)) === 0) return false;
      return true;
    },
    take(event) {
      if (!types.has(event.type) || LIFTING.has(event.type)) return;
      for (const key of keys(event)) add(key);
    },
    async fill(collection, signal) {
      for await (const { key } of collection.scan()) {
        if (signal.aborted) return;
        add(key);
      }
      full = true;
    }
  };
}
function bitsOf(id) {
  return PROBES.map(([from, to, again, end]) => {
    const digits = again === void 0 ? id.slice(from, to) : id.slice(from, to) + id.slice(again, end);
    return Number.parseInt(digits, 16) & BITS - 1;
  });
}
export {
  suppressionFilter
};
//# sourceMappingURL=suppressionFilter.js.map
