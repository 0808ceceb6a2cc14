// src/adapters/embedded/coordination/leases.ts
import { createHash } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { chownLikeFolder } from "../../node/durableFiles.js";
import { closedOnError, isBusy, openLockFile, shareLock, takeLockAlone } from "../sqlite.js";
var TRIES = 5;
var RETRY_MS = 2;
var LONGEST_PLAIN_NAME = 120;
function openEmbeddedLeases(folder, { clock }) {
  mkdirSync(folder, { recursive: true, mode: 448 });
  chownLikeFolder(folder);
  const held = /* @__PURE__ */ new Set();
  const tryLock = (name) => {
    const db = openLockFile(join(folder, fileOf(name)), 0);
    if (closedOnError(db, () => takeLockAlone(db))) return db;
    db.close();
    return null;
  };
  const lockWithRetry = async (name) => {
    for (let tries = 1; ; tries++) {
      const locked = tryLock(name);
      if (locked !== null || tries === TRIES) return locked;
      await clock.sleep(RETRY_MS);
    }
  };
  return {
    async acquire(name) {
      const locked = await lockWithRetry(name);
      if (locked === null) return null;
      const lost = new AbortController();
      const lease = {
        name,
        lost: lost.signal,
        async release() {
          if (!held.delete(lease)) return;
          locked.close();
          lost.abort();
        }
      };
      held.add(lease);
      return lease;
    },
    async isHeld(name) {
      const file = join(folder, fileOf(name));
      if (!existsSync(file)) return false;
      const db = openLockFile(file, 0);
      try {
        shareLock(db);
        return false;
      } catch (error) {
        if (isBusy(error)) return true;
        throw error;
      } finally {
        db.close();
      }
    },
    async close() {
      await Promise.all([...held].map((lease) => lease.release()));
    }
  };
}
function fileOf(name) {
  const plain = encodeURIComponent(name);
  if (plain.length <= LONGEST_PLAIN_NAME) return `${plain}.lock`;
  return `${createHash("sha256").update(name).digest("hex")}.lock`;
}
export {
  openEmbeddedLeases
};
//# sourceMappingURL=leases.js.map
