// test/dispatcher/simulation/simulatedIndex.ts
import { webhookWork } from "../../../src/projections/webhookWork.js";
var byDate = (one, other) => one.document.dueAtMs - other.document.dueAtMs || (one.key < other.key ? -1 : 1);
function simulatedIndex(partitions) {
  const projection = webhookWork(partitions);
  const lanes = /* @__PURE__ */ new Map();
  const laneOf = /* @__PURE__ */ new Map();
  const put = (key, position, document) => {
    const before = laneOf.get(key);
    if (before !== void 0) {
      lanes.get(before)?.delete(key);
      if (lanes.get(before)?.size === 0) lanes.delete(before);
    }
    laneOf.delete(key);
    if (document === null) return;
    laneOf.set(key, document.lane);
    const lane = lanes.get(document.lane) ?? /* @__PURE__ */ new Map();
    lanes.set(document.lane, lane.set(key, { key, position, document }));
  };
  const documentOf = (key) => lanes.get(laneOf.get(key) ?? "")?.get(key)?.document ?? null;
  const inLane = (lane, { from, to, after, limit }) => {
    const [, , afterMs] = after?.values ?? [];
    const afterKey = after?.key ?? "";
    const isBehind = ({ key, document: { dueAtMs } }) => afterMs === void 0 || dueAtMs > Number(afterMs) || dueAtMs === afterMs && key > afterKey;
    return [...lanes.get(lane)?.values() ?? []].filter((item) => isBehind(item)).filter(({ document: { dueAtMs } }) => from === void 0 || dueAtMs >= Number(from)).filter(({ document: { dueAtMs } }) => to === void 0 || dueAtMs <= Number(to)).sort(byDate).slice(0, limit);
  };
  const behindLane = (partition, { after, limit }) => {
    const behind = String(after?.values[1] ?? "");
    const found = [];
    const ofLane = (lane) => [...lanes.get(lane)?.values() ?? []][0]?.document.partition;
    for (const lane of [...lanes.keys()].filter((one) => one > behind).sort()) {
      if (partition !== void 0 && ofLane(lane) !== partition) continue;
      found.push(...inLane(lane, { index: "due", limit: limit - found.length }));
      if (found.length === limit) break;
    }
    return found;
  };
  const page = async (query) => {
    const [partition, lane] = query.equals ?? [];
    return lane === void 0 ? behindLane(partition, query) : inLane(String(lane), query);
  };
  const unused = () => {
    throw new Error("the simulation needs no such reading");
  };
  return {
    /** What the dispatch reads of it. */
    collection: {
      ...{ page, get: unused, getMany: unused, getForFold: unused, writeMany: unused },
      ...{ forget: unused, scan: unused }
    },
    /** Folds the event. Resolves with what it wrote. */
    fold(event) {
      return projection.keys(event).map((key) => {
        const document = projection.fold(documentOf(key), event, key);
        put(key, event.position, document);
        return { document };
      });
    },
    get size() {
      return laneOf.size;
    }
  };
}
export {
  simulatedIndex
};
//# sourceMappingURL=simulatedIndex.js.map
