// src/runtime/follow/cursors.ts
var IDLE_SAVE_EVERY_MS = 1e4;
var SETTLED_AFTER_MS = 1e4;
function cursorsOf(consumer, dependencies) {
  const { checkpoints, partitions, clock } = dependencies;
  const cursors = /* @__PURE__ */ new Map();
  let isNew = false;
  const adoptOne = async (partition) => {
    const saved = await checkpoints.load(consumer, partition);
    const nowMs = clock.monotonicMs();
    cursors.set(partition, {
      position: saved,
      saved,
      savedAtMs: nowMs,
      adoptedAtMs: nowMs,
      touched: saved
    });
    isNew = true;
  };
  return {
    ...unsavedOf(cursors, dependencies),
    async adopt() {
      const held = partitions();
      for (const partition of cursors.keys()) if (!held.has(partition)) cursors.delete(partition);
      await Promise.all([...held].filter((partition) => !cursors.has(partition)).map(adoptOne));
    },
    slowest() {
      let slowest = null;
      for (const { position } of cursors.values())
        if (slowest === null || position < slowest) slowest = position;
      return slowest;
    },
    holds: (partition) => cursors.has(partition),
    isBefore(position, partition) {
      if (partition !== "all") return (cursors.get(partition)?.position ?? position) < position;
      for (const cursor of cursors.values()) if (cursor.position < position) return true;
      return false;
    },
    moveTo(position, touched) {
      for (const [partition, cursor] of cursors) {
        if (cursor.position >= position) continue;
        cursor.position = position;
        if (touched.has(partition) || touched.has("all")) cursor.touched = position;
      }
    },
    isNewAtHead() {
      const was = isNew;
      isNew = false;
      return was;
    }
  };
}
function unsavedOf(cursors, { partitions, safe, inStep, clock }) {
  const isDue = ({ touched, saved, savedAtMs, adoptedAtMs }) => {
    const nowMs = clock.monotonicMs();
    return touched > saved || nowMs - savedAtMs >= IDLE_SAVE_EVERY_MS || nowMs - adoptedAtMs < SETTLED_AFTER_MS;
  };
  return {
    reached: () => new Map([...cursors].map(([partition, { position }]) => [partition, position])),
    due(all) {
      const held = partitions();
      const limit = safe?.() ?? null;
      const whole = all || inStep && [...cursors.values()].some(({ touched, saved }) => touched > saved);
      const due = /* @__PURE__ */ new Map();
      for (const [partition, cursor] of cursors) {
        const reached = limit !== null && limit < cursor.position ? limit : cursor.position;
        if (reached <= cursor.saved || !held.has(partition)) continue;
        if (whole || isDue(cursor)) due.set(partition, reached);
      }
      return due;
    },
    saved(positions) {
      for (const [partition, position] of positions) {
        const cursor = cursors.get(partition);
        if (cursor === void 0) continue;
        cursor.saved = position;
        cursor.savedAtMs = clock.monotonicMs();
      }
    }
  };
}
export {
  cursorsOf
};
//# sourceMappingURL=cursors.js.map
