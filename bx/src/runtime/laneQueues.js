// src/runtime/laneQueues.ts
import { isDue } from "../ports/workDocument.js";
var PAGE_ITEMS = 64;
var FROM_START_EVERY_MS = { least: 50, perItem: 4, most: 1e3 };
var MAX_PLACES = 1e4;
function laneQueues(collection, isInHand, clock, bounds = {}) {
  const { pageItems = PAGE_ITEMS, maxPlaces = MAX_PLACES } = bounds;
  const places = /* @__PURE__ */ new Map();
  const keep = (name, place) => {
    places.delete(name);
    places.set(name, place);
    const oldest = places.size > maxPlaces ? places.keys().next().value : void 0;
    if (oldest !== void 0) places.delete(oldest);
  };
  return {
    async next(partition, lane, room, nowMs) {
      const name = `${partition}/${lane}`;
      const place = places.get(name);
      const isStale = place === void 0 || clock.monotonicMs() >= place.fromStartAtMs;
      const fromStart = place === void 0 || isStale && !place.wasFromStart;
      const from = fromStart ? void 0 : place.cursor;
      const read = await readLane(collection, [partition, lane], from, { room, nowMs, pageItems, isInHand });
      const { items, skipped, nextAtMs, cursor } = read;
      const fromStartAtMs = fromStart ? clock.monotonicMs() + pauseAfterMs(read.count) : place.fromStartAtMs;
      return {
        items,
        isAll: fromStart && items.length < room,
        skipped,
        nextAtMs,
        fromStartInMs: Math.max(0, fromStartAtMs - clock.monotonicMs()),
        started(count) {
          const isAtEnd = items.length < room && count === items.length;
          const isCheap = fromStart ? skipped <= pageItems : isStale;
          if (isAtEnd && isCheap) return void places.delete(name);
          const last = items[count - 1];
          const started = last === void 0 ? place?.cursor : placeOf(last);
          const here = isAtEnd ? cursor : started;
          if (here === void 0) return;
          const further = place !== void 0 && isAfter(place.cursor, here) ? place.cursor : here;
          keep(name, { cursor: further, fromStartAtMs, wasFromStart: fromStart });
        }
      };
    }
  };
}
async function readLane(collection, equals, from, { room, nowMs, pageItems, isInHand }) {
  const items = [];
  let [cursor, after] = [from, from];
  let [skipped, undue, count] = [0, 0, 0];
  let nextAtMs = null;
  const isDueNow = ({ document }) => isDue(document, nowMs);
  for (let atEnd = false; items.length < room && !atEnd; ) {
    const limit = room + (from === void 0 || skipped + undue > 0 ? pageItems : 0);
    const page = await collection.page({ index: "due", equals, limit, ...after && { after } });
    count += page.length;
    const due = page.filter(isDueNow);
    nextAtMs ??= page.find((item) => !isDueNow(item))?.document.dueAtMs ?? null;
    const free = due.filter(({ key, position }) => !isInHand(key, position));
    skipped += due.length - free.length;
    items.push(...free.slice(0, room - items.length));
    const [last, lastRead] = [due.at(-1), page.at(-1)];
    if (last !== void 0) cursor = placeOf(last);
    if (lastRead !== void 0) after = placeOf(lastRead);
    undue = last === void 0 ? undue + page.length : page.length - 1 - page.indexOf(last);
    atEnd = page.length < limit || undue > pageItems;
  }
  return { items, skipped, nextAtMs, cursor, count };
}
function placeOf({ key, document: { partition, lane, dueAtMs } }) {
  return { values: [partition, lane, dueAtMs], key, dueAtMs };
}
function pauseAfterMs(itemsRead) {
  const { least, perItem, most } = FROM_START_EVERY_MS;
  return Math.min(most, least + perItem * itemsRead);
}
function isAfter(one, other) {
  return one.dueAtMs === other.dueAtMs ? one.key > other.key : one.dueAtMs > other.dueAtMs;
}
export {
  laneQueues
};
//# sourceMappingURL=laneQueues.js.map
