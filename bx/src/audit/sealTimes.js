// src/audit/sealTimes.ts
import { SEAL_STREAM } from "../events/seal.js";
var PAGE = 250;
var known = /* @__PURE__ */ new WeakMap();
async function sealTimes(store) {
  const pages = await timesOf(store);
  return {
    /** The first seal of this time or a later one; null when there is none. */
    async firstFrom(time) {
      const page = pages.findIndex(({ latest }) => latest !== null && latest >= time);
      if (page < 0) return null;
      return sealsOf(await eventsOf(store, page)).find(({ metadata }) => metadata.at >= time) ?? null;
    },
    /** The last seal of this time or an earlier one; null when there is none. */
    async lastUpTo(time) {
      const page = pages.findLastIndex(({ earliest }) => earliest !== null && earliest <= time);
      if (page < 0) return null;
      return sealsOf(await eventsOf(store, page)).findLast(({ metadata }) => metadata.at <= time) ?? null;
    }
  };
}
async function timesOf(store) {
  const whole = known.get(store) ?? [];
  known.set(store, whole);
  for (let page = whole.length; ; page++) {
    const events = await eventsOf(store, page);
    const sorted = sealsOf(events).map(({ metadata }) => metadata.at).sort();
    const times = { earliest: sorted[0] ?? null, latest: sorted.at(-1) ?? null };
    if (events.length < PAGE) return [...whole.slice(0, page), times];
    whole[page] = times;
  }
}
async function eventsOf(store, page) {
  const events = await store.readStream(SEAL_STREAM, { fromRevision: page * PAGE, limit: PAGE });
  return events;
}
var sealsOf = (events) => events.filter((event) => event.type === "LogSealed");
export {
  sealTimes
};
//# sourceMappingURL=sealTimes.js.map
