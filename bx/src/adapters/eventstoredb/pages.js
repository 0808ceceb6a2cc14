// src/adapters/eventstoredb/pages.ts
import { BEGINNING } from "../../events/event.js";
import { untilAnswered } from "./attempts.js";
import { filteredPage } from "./filteredPage.js";
import { rangeCache } from "./rangeCache.js";
import { readRecords } from "./readCall.js";
import { allRequest } from "./readRequest.js";
import { isSystemEvent } from "./records.js";
var SHARED_RECORDS = 1e3;
var EXTRA_RECORDS = 2;
var PACE_MS = 5;
var RARE = 16;
function pageReader(dependencies) {
  const { clock } = dependencies;
  const cache = rangeCache(() => clock.monotonicMs());
  const pending = /* @__PURE__ */ new Map();
  const rareUpTo = /* @__PURE__ */ new WeakMap();
  const shared = async (after) => {
    const cached = cache.at(after);
    if (cached !== void 0) return cached;
    const underWay = pending.get(after);
    if (underWay !== void 0) {
      const range = await underWay;
      if (!range.caughtUp) return range;
      const later = pending.get(after);
      if (later !== void 0) return later;
    }
    const own = read(after).finally(() => pending.delete(after));
    pending.set(after, own);
    return own;
  };
  const read = async (after) => {
    while (cache.isNeeded()) await clock.sleep(PACE_MS);
    const range = await readRange(dependencies, after, SHARED_RECORDS);
    if (!range.caughtUp) cache.add(range);
    return range;
  };
  return async (options) => {
    const { after, limit, types } = options;
    if (types === void 0) {
      const records2 = limit + EXTRA_RECORDS;
      const isOwn = records2 < SHARED_RECORDS;
      return pageOf(
        isOwn ? await readRange(dependencies, after, records2) : await shared(after),
        after,
        limit
      );
    }
    cache.reader(types, null);
    if (rareUpTo.get(types) === after && cache.at(after) === void 0 && !pending.has(after)) {
      const page2 = await filteredPage(dependencies, options);
      if (page2 !== null) {
        rareUpTo.set(types, page2.position);
        return page2;
      }
    }
    cache.reader(types, after);
    const range = await shared(after);
    const wanted = new Set(types);
    const records = range.records.filter(({ type }) => wanted.has(type));
    const isRare = !range.caughtUp && records.length * RARE <= range.records.length;
    if (isRare) rareUpTo.set(types, range.position);
    const page = pageOf({ ...range, records }, after, limit);
    cache.reader(types, page.position);
    return page;
  };
}
function pageOf({ records, position, caughtUp }, after, limit) {
  const events = [];
  for (const record of records) {
    if (record.position <= after) continue;
    const event = record.event();
    if (event === null) continue;
    if (events.length === limit)
      return { events, position: events.at(-1)?.position ?? after, caughtUp: false };
    events.push(event);
  }
  return { events, position, caughtUp };
}
function readRange(dependencies, after, maxCount) {
  const request = allRequest(after, maxCount);
  return untilAnswered(dependencies, "readAll", async (session, timeoutMs) => {
    const records = [];
    let position = after;
    let reached = after;
    let scanned = 0;
    await readRecords(session, request, timeoutMs, (record) => {
      scanned += 1;
      const isNew = record.position > after || after === BEGINNING;
      if (isNew) reached = record.position;
      if (isNew && !isSystemEvent(record.type)) {
        records.push(record);
        position = reached;
      }
      return true;
    });
    if (scanned < maxCount) return { after, records, position, caughtUp: true };
    return { after, records, position: position === after ? reached : position, caughtUp: false };
  });
}
export {
  pageReader
};
//# sourceMappingURL=pages.js.map
