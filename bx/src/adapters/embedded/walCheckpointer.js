// src/adapters/embedded/walCheckpointer.ts
import { parentPort, workerData } from "node:worker_threads";
import { isBusy, openSqlite } from "./sqlite.js";
var RESTART_PAGES = 16384;
var BUSY_MS = 5;
var { path } = workerData;
var port = parentPort;
if (port === null) throw new Error("walCheckpointer.ts is a thread");
var db = openSqlite(path, {
  synchronous: "NORMAL",
  busyTimeoutMs: BUSY_MS
});
var passive = db.prepare("PRAGMA wal_checkpoint(PASSIVE)");
var restart = db.prepare("PRAGMA wal_checkpoint(RESTART)");
port.on("message", (command) => {
  if (command === "close") {
    try {
      db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
    }
    db.close();
    port.close();
    return;
  }
  let failure = null;
  try {
    const { log: pages, checkpointed } = passive.get();
    if (pages >= RESTART_PAGES && checkpointed === pages) restart.get();
  } catch (error) {
    if (!isBusy(error)) failure = error.message;
  }
  port.postMessage(failure);
});
//# sourceMappingURL=walCheckpointer.js.map
