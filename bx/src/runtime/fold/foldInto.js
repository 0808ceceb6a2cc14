// src/runtime/fold/foldInto.ts
import { foldEvent, UNFOLDED } from "./foldEvent.js";
async function foldInto(projection, collection, events, isOurs = () => true) {
  const byKey = /* @__PURE__ */ new Map();
  for (const event of events) {
    const keys = projection.keys(event);
    for (const key of keys) {
      if (keys.length > 1 && !isOurs(key)) continue;
      const same = byKey.get(key);
      if (same === void 0) byKey.set(key, [event]);
      else same.push(event);
    }
  }
  if (byKey.size === 0) return;
  const stored = await collection.getForFold([...byKey.keys()]);
  const writes = [];
  for (const [key, own] of byKey) {
    const before = stored.get(key) ?? UNFOLDED;
    const { document, position } = own.reduce(
      (folding, event) => foldEvent(projection, folding, event, key),
      before
    );
    const isRepeated = own.some((event) => event.position <= (before.position ?? ""));
    if (position !== null && (position !== before.position || isRepeated))
      writes.push({ key, position, document });
  }
  if (writes.length > 0) await collection.writeMany(writes);
}
export {
  foldInto
};
//# sourceMappingURL=foldInto.js.map
