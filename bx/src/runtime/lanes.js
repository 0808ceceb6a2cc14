// src/runtime/lanes.ts
var LAST_KEY = "\uFFFF";
var PAGE_ITEMS = 128;
async function lanesAfter(collection, partition, after) {
  const page = await collection.page({
    index: "due",
    equals: [partition],
    limit: PAGE_ITEMS,
    ...after !== null && {
      after: { values: [partition, after, Number.MAX_SAFE_INTEGER], key: LAST_KEY }
    }
  });
  const lanes = firstOfEach(page);
  return { lanes, last: page.length < PAGE_ITEMS ? null : lanes.at(-1)?.lane ?? null };
}
async function fewLanes(collection) {
  const page = await collection.page({ index: "due", limit: PAGE_ITEMS });
  if (page.length === PAGE_ITEMS) return null;
  return (partition) => firstOfEach(page.filter(({ document }) => document.partition === partition));
}
function firstOfEach(items) {
  const lanes = [];
  for (const { document } of items) {
    const { lane, dueAtMs, isAtOnce = false } = document;
    const last = lanes.at(-1);
    if (last?.lane !== lane) lanes.push({ lane, dueAtMs, isAtOnce });
    else if (isAtOnce && !last.isAtOnce) lanes.splice(-1, 1, { ...last, isAtOnce });
  }
  return lanes;
}
export {
  fewLanes,
  lanesAfter
};
//# sourceMappingURL=lanes.js.map
