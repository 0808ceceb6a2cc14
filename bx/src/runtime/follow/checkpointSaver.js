// src/runtime/follow/checkpointSaver.ts
import { untilTick } from "../../ports/clock.js";
import { notify } from "./notify.js";
var CHECKPOINTS_WANTED = "checkpoints";
var SAVE_EVERY_MS = 1e3;
var LEAST_APART_MS = 100;
function startCheckpointSaver(checkpoints, { clock, log, hints }, signal) {
  const consumers = /* @__PURE__ */ new Map();
  const asked = notify(clock.sleep);
  let wantsAll = false;
  const soon = () => {
    wantsAll = true;
    asked.notify();
  };
  const save = async (all) => {
    const due = /* @__PURE__ */ new Map();
    for (const [consumer, unsaved] of consumers) {
      const positions = unsaved.due(all);
      if (positions.size > 0) due.set(consumer, positions);
    }
    if (due.size === 0) return false;
    await checkpoints.saveAll(due);
    for (const [consumer, positions] of due) consumers.get(consumer)?.saved(positions);
    return true;
  };
  const run = async () => {
    while (!signal.aborted) {
      await asked.wait(untilTick(clock, SAVE_EVERY_MS), signal);
      const all = wantsAll;
      wantsAll = false;
      const hasWritten = await save(all).catch((error) => {
        wantsAll ||= all;
        log.warn({ err: error }, "checkpoints could not be saved, trying again");
        return true;
      });
      if (hasWritten) await clock.sleep(LEAST_APART_MS, signal);
    }
  };
  const endHints = hints.subscribe(CHECKPOINTS_WANTED, soon);
  const running = run().finally(endHints);
  return {
    add: (consumer, unsaved) => void consumers.set(consumer, unsaved),
    reached: (consumer) => consumers.get(consumer)?.reached() ?? /* @__PURE__ */ new Map(),
    soon,
    async flush() {
      if (signal.aborted) await running;
      await save(true);
    }
  };
}
export {
  CHECKPOINTS_WANTED,
  startCheckpointSaver
};
//# sourceMappingURL=checkpointSaver.js.map
