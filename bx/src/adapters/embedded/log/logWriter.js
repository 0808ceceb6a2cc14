// src/adapters/embedded/log/logWriter.ts
import { parentPort, workerData } from "node:worker_threads";
import { closedOnError } from "../sqlite.js";
import { batchMemory } from "./batchMemory.js";
import { ledgerIdentity, ledgerPath, openLedgerToWrite } from "./ledgerFile.js";
import { logCommit } from "./logCommit.js";
import { openIndex } from "./streamIndexFile.js";
var LOOK_EVERY_MS = 1e3;
var port = parentPort;
if (port === null) throw new Error("the log writer runs as a worker thread");
var { folder, identity, batches } = workerData;
var memories = batches.map((shared) => batchMemory(shared));
var opened = null;
var lookedAtMs = Number.NEGATIVE_INFINITY;
var refuseReplaced = () => {
  if (performance.now() - lookedAtMs < LOOK_EVERY_MS) return;
  if (ledgerIdentity(folder) !== identity)
    throw new Error(
      `${ledgerPath(folder)} was removed or replaced while the service runs: put the file back, or stop every process and restore the newest backup`
    );
  lookedAtMs = performance.now();
};
var open = () => {
  const db = openLedgerToWrite(folder);
  opened = closedOnError(db, () => {
    const index = openIndex(folder);
    return closedOnError(index.db, () => ({ db, index, commitBatch: logCommit(db, index) }));
  });
  return opened;
};
var release = () => {
  const released = opened;
  opened = null;
  for (const db of [released?.index.db, released?.db])
    try {
      if (db?.isTransaction) db.exec("ROLLBACK");
      db?.close();
    } catch {
    }
};
var copyBack = () => {
  for (const db of [opened?.db, opened?.index.db])
    try {
      db?.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
    }
};
var commitIndex = ({ db }) => {
  try {
    db.exec("COMMIT");
  } catch {
    release();
  }
};
var commit = (batch, appends) => {
  try {
    refuseReplaced();
    const { index, commitBatch } = opened ?? open();
    const memory = memories[batch];
    if (memory === void 0) throw new Error(`there is no batch ${batch}`);
    const written = commitBatch(memory, appends);
    commitIndex(index);
    return { kind: "committed", ...written };
  } catch (error) {
    release();
    return { kind: "failed", reason: error instanceof Error ? error.message : String(error) };
  }
};
port.on("message", (command) => {
  if (command.kind === "commit") {
    port.postMessage(commit(command.batch, command.appends));
    return;
  }
  copyBack();
  release();
  port.close();
});
//# sourceMappingURL=logWriter.js.map
