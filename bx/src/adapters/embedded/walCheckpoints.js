// src/adapters/embedded/walCheckpoints.ts
import { startThread } from "../node/startThread.js";
var COPY_PAGES = 4096;
function walCheckpoints(path, db, log) {
  let state = null;
  let worker = null;
  let isBusy = false;
  const start = () => {
    const started = startThread(import.meta.url, "walCheckpointer", { workerData: { path } });
    started.unref();
    started.on("message", (failure) => {
      isBusy = false;
      if (failure !== null) log.warn({ failure, path }, "the write-ahead log could not be checkpointed");
    });
    const ended = (reason) => {
      if (worker !== started) return;
      worker = null;
      isBusy = false;
      log.warn({ err: reason, path }, "the thread that checkpoints ended, it is started again");
    };
    started.on("error", ended);
    started.on("exit", (code) => ended(new Error(`it ended with code ${code}`)));
    return started;
  };
  return {
    /**
     * Called after a commit: costs a few microseconds unless there is something to do.
     * @returns the pages of the write-ahead log
     */
    look() {
      state ??= db.prepare("PRAGMA wal_checkpoint(NOOP)");
      const { log: pages, checkpointed } = state.get();
      if (isBusy || pages - checkpointed < COPY_PAGES) return pages;
      isBusy = true;
      worker ??= start();
      worker.postMessage("checkpoint");
      return pages;
    },
    async close() {
      const closing = worker;
      worker = null;
      if (closing === null) return;
      closing.ref();
      const ended = new Promise((resolve) => closing.once("exit", () => resolve()));
      closing.postMessage("close");
      await ended;
    }
  };
}
export {
  walCheckpoints
};
//# sourceMappingURL=walCheckpoints.js.map
