// src/adapters/embedded/log/walSize.ts
import { readFileSync, statSync } from "node:fs";
var WAL_BYTES = "postledger_ledger_wal_bytes";
var WARNING_BYTES = 256 * 1048576;
var FIRST_READ_LOCK = 123;
var LAST_READ_LOCK = 127;
function walSizeReport(file, { log, metrics }) {
  let warned = false;
  return (walBytes) => {
    metrics?.gauge(WAL_BYTES, walBytes);
    const isLong = walBytes >= WARNING_BYTES;
    if (isLong && !warned) {
      const readers = readersOf(`${file}-shm`);
      const named = readers.map(({ pid, command }) => `${pid} (${command})`).join(", ") || "that is not known";
      log.warn(
        { walBytes, readers },
        `the write-ahead log of ${file} has grown to ${Math.floor(walBytes / 1048576)} MiB, because a process has been reading the ledger all the while: ${named}; end its transaction`
      );
    }
    warned = isLong;
  };
}
function readersOf(shm) {
  try {
    const { ino } = statSync(shm);
    const pids = /* @__PURE__ */ new Set();
    for (const line of readFileSync("/proc/locks", "latin1").split("\n")) {
      const [, kind, , , pid, place, from, to] = line.trim().split(/\s+/);
      if (kind !== "POSIX" || place?.split(":")[2] !== String(ino)) continue;
      if (Number(to) >= FIRST_READ_LOCK && Number(from) <= LAST_READ_LOCK) pids.add(Number(pid));
    }
    const others = [...pids].filter((pid) => pid !== process.pid);
    return [...others, ...pids.has(process.pid) ? [process.pid] : []].map((pid) => ({
      pid,
      command: commandOf(pid)
    }));
  } catch {
    return [];
  }
}
function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return "of another container";
  }
}
export {
  walSizeReport
};
//# sourceMappingURL=walSize.js.map
