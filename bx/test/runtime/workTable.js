// test/runtime/workTable.ts
import { positionAt } from "../../src/adapters/position.js";
var positionOf = (n) => positionAt(n);
var LANE_END = "\uFFFF";
function workTable() {
  const rows = /* @__PURE__ */ new Map();
  const partitions = /* @__PURE__ */ new Map();
  const sorted = /* @__PURE__ */ new Map();
  const counts = { reads: 0, items: 0 };
  const itemsOf = ({ partition, lane }) => {
    const lanes = partitions.get(partition) ?? /* @__PURE__ */ new Map();
    partitions.set(partition, lanes);
    const items = lanes.get(lane);
    if (items !== void 0) return items;
    sorted.delete(partition);
    const none = [];
    lanes.set(lane, none);
    return none;
  };
  const lanesOf = (partition) => {
    const known = sorted.get(partition) ?? [...partitions.get(partition)?.keys() ?? []].sort();
    sorted.set(partition, known);
    return known;
  };
  const found = ({ equals = [], from: fromMs = 0, after, limit }) => {
    const page = [];
    if (equals.length === 0) {
      for (const one of [...partitions.keys()].sort((a, b) => a - b))
        page.push(...found({ index: "due", equals: [one], limit: limit - page.length }));
      return page;
    }
    const [partition, lane] = [Number(equals[0]), equals[1]];
    const from = after === void 0 ? null : { lane: String(after.values[1]), after };
    for (const name of lane === void 0 ? lanesOf(partition) : [String(lane)]) {
      if (from !== null && name < from.lane) continue;
      const items = partitions.get(partition)?.get(name) ?? [];
      const isSame = from !== null && name === from.lane;
      if (isSame && from.after.key === LANE_END) continue;
      for (const item of items) {
        if (page.length === limit) return page;
        if (item.document.dueAtMs < Number(fromMs)) continue;
        if (!isSame || isAfter(item, Number(from.after.values[2]), from.after.key)) page.push(item);
      }
    }
    return page;
  };
  const unused = () => {
    throw new Error("a loop needs no such reading");
  };
  let reached = positionOf(0);
  const table = {
    counts,
    position: () => reached,
    collection: {
      ...{ get: unused, getMany: unused, forget: unused, scan: unused },
      async writeMany(writes) {
        for (const { key, position, document } of writes) table.fold(key, position, document);
      },
      async page(query) {
        const page = found(query);
        counts.reads++;
        counts.items += page.length;
        return page;
      },
      async getForFold(keys) {
        counts.reads++;
        counts.items += keys.length;
        return new Map(
          keys.flatMap((key) => rows.has(key) ? [[key, rows.get(key)]] : [])
        );
      }
    },
    fold(key, position, document) {
      const before = rows.get(key)?.document ?? null;
      rows.set(key, { position, document });
      if (position > reached) reached = position;
      if (before !== null) {
        const items2 = itemsOf(before);
        items2.splice(
          items2.findIndex((item2) => item2.key === key),
          1
        );
      }
      if (document === null) return;
      const items = itemsOf(document);
      const item = { key, position, document };
      const last = items.at(-1);
      if (last === void 0 || !isAfter(last, document.dueAtMs, key)) return void items.push(item);
      const at = items.findIndex((other) => isAfter(other, document.dueAtMs, key));
      items.splice(at, 0, item);
    }
  };
  return table;
}
function isAfter({ key, document }, dueAtMs, otherKey) {
  return document.dueAtMs === dueAtMs ? key > otherKey : document.dueAtMs > dueAtMs;
}
export {
  positionOf,
  workTable
};
//# sourceMappingURL=workTable.js.map
