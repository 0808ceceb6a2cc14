// src/runtime/rebuild/verify.ts
import { isDeepStrictEqual } from "node:util";
import { BEGINNING } from "../../events/event.js";
import { foldEvent, UNFOLDED } from "../fold/foldEvent.js";
import { openProjection, temporaryCollection } from "../fold/projection.js";
import { foldLog } from "./foldLog.js";
import { logPages } from "./logPages.js";
var MAX_NAMED = 100;
var MAX_SUSPECTS = 1e4;
async function verifyProjections(store, documents, projections, catchUp, onBatch) {
  const scratchOf = (projection) => temporaryCollection(projection, "scratch");
  const drop = () => Promise.all(projections.map((each) => documents.drop(scratchOf(each).name)));
  await drop();
  try {
    const pairs = await Promise.all(
      projections.map(async (projection) => ({
        projection,
        collection: await documents.collection(scratchOf(projection)),
        live: await openProjection(documents, projection)
      }))
    );
    const folded = await foldLog(store, pairs, BEGINNING, onBatch);
    await catchUp();
    const verdicts = [];
    for (const pair of pairs) verdicts.push(await compare(store, pair, folded));
    return verdicts;
  } finally {
    await drop();
  }
}
async function compare(store, pair, folded) {
  const { projection, collection: scratch, live } = pair;
  const suspects = /* @__PURE__ */ new Set();
  let documents = 0;
  const sides = [
    { from: live, to: scratch },
    { from: scratch, to: live }
  ];
  for (const { from, to } of sides) {
    for await (const page of pagesOf(from)) {
      if (from === live) documents += page.length;
      const others = await to.getForFold(page.map(({ key }) => key));
      for (const each of page) {
        const other = others.get(each.key) ?? UNFOLDED;
        const [mine, theirs] = from === live ? [each, other] : [other, each];
        if (!agree(mine, theirs, folded)) suspects.add(each.key);
      }
      if (suspects.size >= MAX_SUSPECTS) break;
    }
  }
  const different = await stillDifferent(store, pair, [...suspects].sort(), folded);
  return { name: projection.name, documents, different: different.slice(0, MAX_NAMED) };
}
async function stillDifferent(store, { projection, collection, live }, suspects, folded) {
  if (suspects.length === 0) return [];
  const ours = await live.getForFold(suspects);
  const end = await store.head();
  const theirs = new Map(await collection.getForFold(suspects));
  const until = [...ours.values()].reduce(
    (last, { position }) => position > last && position <= end ? position : last,
    folded
  );
  const range = { after: folded, until, limit: 2e3, types: projection.types };
  for await (const { events } of logPages(store, range)) {
    for (const event of events) {
      for (const key of projection.keys(event)) {
        const mine = ours.get(key);
        if (mine === void 0 || event.position > mine.position) continue;
        theirs.set(key, foldEvent(projection, theirs.get(key) ?? UNFOLDED, event, key));
      }
    }
  }
  return suspects.filter((key) => !agree(ours.get(key) ?? UNFOLDED, theirs.get(key) ?? UNFOLDED, end));
}
function agree(live, fromLog, end) {
  if (!isDeepStrictEqual(live.document, fromLog.document)) return false;
  if (live.document === null) return true;
  const { position } = live;
  return position !== null && position <= end && position >= (fromLog.position ?? BEGINNING);
}
async function* pagesOf(collection) {
  let page = [];
  for await (const stored of collection.scan()) {
    page.push(stored);
    if (page.length === 500) {
      yield page;
      page = [];
    }
  }
  if (page.length > 0) yield page;
}
export {
  verifyProjections
};
//# sourceMappingURL=verify.js.map
