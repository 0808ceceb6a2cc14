// src/runtime/follow/recordedAt.ts
import { cacheOf, roughBytes } from "../fold/cacheOf.js";
async function recordedAt(store, stream, revision) {
  const cache = cacheOf(store);
  const key = `event ${revision} ${stream}`;
  const known = cache.get(key);
  if (known !== void 0) return known;
  const [event] = await store.readStream(stream, { fromRevision: revision, limit: 1 });
  if (event?.revision !== revision) return null;
  cache.put(key, event, roughBytes(event));
  return event;
}
export {
  recordedAt
};
//# sourceMappingURL=recordedAt.js.map
