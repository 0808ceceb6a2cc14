// src/runtime/writtenLanes.ts
function notifyingWrites(collection, onWritten) {
  return {
    ...collection,
    async writeMany(writes) {
      await collection.writeMany(writes);
      onWritten(writes);
    }
  };
}
function lanesWritten(items) {
  const lanes = /* @__PURE__ */ new Map();
  for (const { document } of items) {
    if (document === null) continue;
    const { partition, lane } = document;
    const name = `${partition}/${lane}`;
    const before = lanes.get(name);
    const dueAtMs = Math.min(document.dueAtMs, before?.dueAtMs ?? Number.POSITIVE_INFINITY);
    const isAtOnce = document.isAtOnce === true || before?.isAtOnce === true;
    lanes.set(name, { partition, lane, dueAtMs, isAtOnce });
  }
  return [...lanes.values()];
}
var LANES_A_MESSAGE = 128;
function laneMessages(index, lanes) {
  const messages = [];
  for (let from = 0; from < lanes.length; from += LANES_A_MESSAGE) {
    const some = lanes.slice(from, from + LANES_A_MESSAGE);
    messages.push(
      JSON.stringify([
        index,
        ...some.map(({ partition, lane, dueAtMs, isAtOnce }) => [
          partition,
          lane,
          dueAtMs,
          isAtOnce === true
        ])
      ])
    );
  }
  return messages;
}
function lanesOfMessage(message) {
  const nothing = { index: "", lanes: [] };
  let content;
  try {
    content = JSON.parse(message);
  } catch {
    return nothing;
  }
  if (!Array.isArray(content) || typeof content[0] !== "string") return nothing;
  const [index, ...rest] = content;
  return { index, lanes: rest.flatMap((one) => laneOf(one) ?? []) };
}
function laneOf(content) {
  if (!Array.isArray(content)) return null;
  const [partition, lane, dueAtMs, isAtOnce] = content;
  const isLane = typeof partition === "number" && typeof lane === "string" && typeof dueAtMs === "number";
  return isLane ? { partition, lane, dueAtMs, isAtOnce: isAtOnce === true } : null;
}
export {
  laneMessages,
  lanesOfMessage,
  lanesWritten,
  notifyingWrites
};
//# sourceMappingURL=writtenLanes.js.map
