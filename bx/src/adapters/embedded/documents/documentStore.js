// src/adapters/embedded/documents/documentStore.ts
import { DocumentsUnavailable } from "../../../ports/documents.js";
import { DataFolderRefused } from "../dataFolderRefused.js";
import { inTransaction, isBusy, isDamaged, isMissingTable } from "../sqlite.js";
import { walCheckpoints } from "../walCheckpoints.js";
import { openDocumentFile, READ_MODELS } from "./documentFile.js";
import { DamagedRow } from "./documentRow.js";
import { sharedCommits } from "./sharedCommits.js";
var FIRST_WAIT_MS = 1;
var LONGEST_WAIT_MS = 50;
var MAX_TRIES = 200;
function openDocumentStore(folder, { clock, log, marksDamage }) {
  let file;
  try {
    file = openDocumentFile(folder, log);
  } catch (error) {
    throw error instanceof DataFolderRefused ? error : unavailable(error);
  }
  const { db } = file;
  const checkpoints = walCheckpoints(file.path, db, log);
  let closed = false;
  const reportDamage = damageReport(file, log, marksDamage);
  const attempt = async (operation) => {
    for (let tries = 1, waitMs = FIRST_WAIT_MS; ; tries++, waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      if (closed) throw new DocumentsUnavailable("it is closed");
      try {
        return operation();
      } catch (cause) {
        if (isDamaged(cause) || cause instanceof DamagedRow) {
          reportDamage(cause);
          throw new DocumentsUnavailable(`${READ_MODELS} is damaged (${cause.message})`, {
            cause
          });
        }
        if (!isBusy(cause)) throw cause;
        if (tries === MAX_TRIES)
          throw new DocumentsUnavailable("another process does not let go of it", { cause });
      }
      await clock.sleep(waitMs);
    }
  };
  const commits = sharedCommits(async (operations) => {
    await attempt(
      () => inTransaction(db, () => {
        for (const operation of operations) operation();
      })
    );
    checkpoints.look();
  });
  return {
    async read(empty, operation) {
      try {
        return await attempt(() => inSnapshot(db, () => operation(db)));
      } catch (error) {
        if (isMissingTable(error)) return empty;
        throw unavailable(error);
      }
    },
    async write(name, operation, rows = 1) {
      try {
        return await commits.add(() => operation(db), rows);
      } catch (error) {
        if (isMissingTable(error))
          throw new DocumentsUnavailable(`the collection ${name} was dropped`, { cause: error });
        throw unavailable(error);
      }
    },
    async close() {
      if (closed) return;
      closed = true;
      await checkpoints.close();
      file.close();
    }
  };
}
function damageReport(file, log, marksDamage) {
  let isReported = false;
  return (error) => {
    if (isReported) return;
    isReported = true;
    log.error(
      { err: error, file: READ_MODELS },
      `${READ_MODELS} is damaged: restart, and the read models are built again from the log`
    );
    if (marksDamage) file.markCorrupt({ is: "damaged", why: error.message });
  };
}
function inSnapshot(db, action) {
  db.exec("BEGIN");
  try {
    return action();
  } finally {
    if (db.isTransaction) db.exec("COMMIT");
  }
}
function unavailable(cause) {
  return cause instanceof DocumentsUnavailable ? cause : new DocumentsUnavailable(cause.message, { cause });
}
export {
  openDocumentStore
};
//# sourceMappingURL=documentStore.js.map
