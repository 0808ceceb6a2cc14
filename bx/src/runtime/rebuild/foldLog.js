// src/runtime/rebuild/foldLog.ts
import { foldInto } from "../fold/foldInto.js";
import { logPages } from "./logPages.js";
var BATCH_EVENTS = 2e3;
async function foldLog(store, targets, after, onBatch = () => {
}) {
  const head = await store.head();
  const types = [...new Set(targets.flatMap(({ projection }) => projection.types))];
  let position = after;
  for await (const page of logPages(store, { after, until: head, limit: BATCH_EVENTS, types })) {
    for (const { projection, collection } of targets) {
      const own = page.events.filter((event) => projection.types.includes(event.type));
      await foldInto(projection, collection, own);
    }
    position = page.position;
    await onBatch(page.events.length, position);
  }
  if (position < head) return head;
  return position;
}
export {
  foldLog
};
//# sourceMappingURL=foldLog.js.map
