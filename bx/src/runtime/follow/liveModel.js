// src/runtime/follow/liveModel.ts
import { foldEvent, UNFOLDED } from "../fold/foldEvent.js";
function liveModel(typed, collection) {
  const projection = typed;
  const { name, types } = projection;
  const wanted = new Set(types);
  const recent = /* @__PURE__ */ new Map();
  let size = 0;
  const getMany = async (keys) => {
    const events = keys.map((key) => [...recent.get(key) ?? []]);
    const stored = await collection.getForFold(keys);
    const found = /* @__PURE__ */ new Map();
    keys.forEach((key, at) => {
      const before = stored.get(key) ?? UNFOLDED;
      const { document, position } = (events[at] ?? []).reduce(
        (folding, event) => foldEvent(projection, folding, event, key),
        before
      );
      if (document !== null && position !== null)
        found.set(key, { key, position, document });
    });
    return found;
  };
  return {
    name,
    types,
    getMany,
    get: async (key) => (await getMany([key])).get(key) ?? null,
    take(event) {
      if (!wanted.has(event.type)) return;
      for (const key of projection.keys(event)) {
        const events = recent.get(key);
        if (events === void 0) recent.set(key, [event]);
        else events.push(event);
        size++;
      }
    },
    forget(upTo) {
      for (const [key, events] of recent) {
        const left = events.filter(({ position }) => position > upTo);
        size -= events.length - left.length;
        if (left.length === 0) recent.delete(key);
        else recent.set(key, left);
      }
    },
    size: () => size
  };
}
export {
  liveModel
};
//# sourceMappingURL=liveModel.js.map
