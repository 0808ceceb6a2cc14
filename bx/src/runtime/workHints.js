// src/runtime/workHints.ts
import { notify } from "./follow/notify.js";
var MAX_REMEMBERED = 1e4;
function workHints(sleep) {
  const waiting = notify(sleep);
  let lanes = [];
  let items = [];
  let owners = /* @__PURE__ */ new Set();
  let openings = 0;
  return {
    ...waiting,
    wrote(written) {
      for (const lane of written.slice(0, MAX_REMEMBERED - lanes.length)) lanes.push(lane);
      waiting.notify();
    },
    handOver(given) {
      if (given.length === 0) return;
      for (const item of given.slice(0, MAX_REMEMBERED - items.length)) items.push(item);
      waiting.notify();
    },
    opened(owner) {
      openings++;
      if (owners.size <= MAX_REMEMBERED) owners.add(owner);
      waiting.notify();
    },
    get openings() {
      return openings;
    },
    take() {
      const taken = { lanes, items, owners: owners.size > MAX_REMEMBERED ? "all" : [...owners] };
      lanes = [];
      items = [];
      owners = /* @__PURE__ */ new Set();
      return taken;
    }
  };
}
export {
  workHints
};
//# sourceMappingURL=workHints.js.map
