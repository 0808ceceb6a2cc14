// src/cli/copy/copyLog.ts
import { blobRefsIn } from "../../events/blobRefs.js";
import { BEGINNING } from "../../events/event.js";
import { SEAL_STREAM } from "../../events/seal.js";
import { logPages } from "../../runtime/rebuild/logPages.js";
import { forEachOf } from "../../sender/forEachOf.js";
import { copyEvents } from "./copyEvents.js";
var PAGE = 2e3;
var SIDE_BY_SIDE = { atOnce: 64, inLanes: true };
var BLOBS_AT_ONCE = 8;
async function copyLog({ source, target, name }, onEvents) {
  const marks = await target.documents.collection({ name: "migrations", indexes: {} });
  const mark = await marks.get(name);
  const copiedBlobs = /* @__PURE__ */ new Set();
  async function* pages() {
    const after = mark?.document.after ?? BEGINNING;
    for await (const { events, position } of logPages(source.store, { after, limit: PAGE })) {
      await copyBlobs(source.blobs, target.blobs, events, copiedBlobs);
      yield events.filter(({ stream }) => stream !== SEAL_STREAM);
      await marks.writeMany([
        { key: name, position: await target.store.head(), document: { after: position } }
      ]);
    }
  }
  return copyEvents(target.store, pages(), SIDE_BY_SIDE, onEvents);
}
async function copyBlobs(source, target, events, copied) {
  const named = new Map(events.flatMap(({ data }) => blobRefsIn(data)).map((ref) => [ref.sha256, ref]));
  const left = [...named.values()].filter(({ sha256 }) => !copied.has(sha256));
  await forEachOf(left, BLOBS_AT_ONCE, new AbortController().signal, async (ref) => {
    await target.put(await source.get(ref));
    copied.add(ref.sha256);
  });
}
export {
  copyLog
};
//# sourceMappingURL=copyLog.js.map
