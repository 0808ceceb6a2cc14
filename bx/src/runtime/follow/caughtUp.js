// src/runtime/follow/caughtUp.ts
import { waiters } from "../../queues/waiters.js";
import { CHECKPOINTS_WANTED } from "./checkpointSaver.js";
var FIRST_PAUSE_MS = 10;
var LONGEST_PAUSE_MS = 200;
var LOG_EVERY_MS = 5e3;
var FIRST_REQUEST_MS = 50;
var LONGEST_REQUEST_MS = 1e3;
function watchCatchUp(consumers, { store, checkpoints, clock, log, hints }, signal) {
  const left = new Set(consumers);
  const looks = waiters();
  let head = null;
  let loggedAtMs = clock.monotonicMs();
  let requestAtMs = clock.monotonicMs();
  let requestMs = FIRST_REQUEST_MS;
  const logSometimes = (write) => {
    if (clock.monotonicMs() - loggedAtMs < LOG_EVERY_MS) return;
    loggedAtMs = clock.monotonicMs();
    write();
  };
  const requestCheckpoints = () => {
    if (clock.monotonicMs() < requestAtMs) return;
    requestAtMs = clock.monotonicMs() + requestMs;
    requestMs = Math.min(2 * requestMs, LONGEST_REQUEST_MS);
    hints.publish(CHECKPOINTS_WANTED, "");
  };
  const readCheckpoints = async () => {
    head ??= await store.head();
    for (const consumer of left) {
      if (await checkpoints.lowest(consumer) >= head) left.delete(consumer);
    }
    const awaited = [...left];
    if (awaited.length === 0) return;
    requestCheckpoints();
    logSometimes(() => log.info({ awaited, head }, "waiting for the read models to catch up"));
  };
  const watch = async () => {
    for (let waitMs = FIRST_PAUSE_MS; left.size > 0 && !signal.aborted; ) {
      await readCheckpoints().catch(
        (error) => logSometimes(() => log.warn({ err: error }, "the checkpoints cannot be read, trying again"))
      );
      looks.wakeAll();
      if (left.size > 0) await clock.sleep(waitMs, signal);
      waitMs = Math.min(2 * waitMs, LONGEST_PAUSE_MS);
    }
  };
  const lagging = (asked) => asked.filter((consumer) => left.has(consumer));
  void watch();
  return {
    lagging,
    async passed(asked) {
      while (lagging(asked).length > 0 && !signal.aborted) await looks.wait(signal);
      return lagging(asked).length === 0;
    }
  };
}
export {
  watchCatchUp
};
//# sourceMappingURL=caughtUp.js.map
