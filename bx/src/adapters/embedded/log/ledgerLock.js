// src/adapters/embedded/log/ledgerLock.ts
import { statSync } from "node:fs";
import { join } from "node:path";
import { closedOnError, openLockFile, shareLock, takeLockAlone } from "../sqlite.js";
var ASKING_MS = 50;
var FIRST_MS = 12e4;
function openLedgerLock(folder, whenFirst) {
  const lock = openLockFile(join(folder, "ledger.lock"), ASKING_MS);
  return closedOnError(lock, () => {
    if (takeLockAlone(lock)) {
      whenFirst();
      lock.exec("COMMIT");
    }
    lock.exec(`PRAGMA busy_timeout = ${FIRST_MS}`);
    shareLock(lock);
    return lock;
  });
}
function isLedgerOpen(folder) {
  const path = join(folder, "ledger.lock");
  if (statSync(path, { throwIfNoEntry: false }) === void 0) return false;
  const lock = openLockFile(path, ASKING_MS);
  try {
    const isAlone = takeLockAlone(lock);
    if (isAlone) lock.exec("COMMIT");
    return !isAlone;
  } finally {
    lock.close();
  }
}
export {
  isLedgerOpen,
  openLedgerLock
};
//# sourceMappingURL=ledgerLock.js.map
