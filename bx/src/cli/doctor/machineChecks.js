// src/cli/doctor/machineChecks.ts
import { existsSync } from "node:fs";
import { access, constants, open, rm, stat, statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { nullIfMissing } from "../../adapters/node/durableFiles.js";
import { fine, wrong } from "./check.js";
var GIB = 1024 ** 3;
var LEAST_FREE_BYTES = GIB / 2;
var LOW_FREE_BYTES = 5 * GIB;
var SLOW_FSYNC_MS = 50;
var FSYNCS = 5;
function machineChecks(settings) {
  const folder = settings.POSTLEDGER_DATA;
  return [
    {
      name: "Node.js",
      run: async () => {
        const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
        return major > 20 || major === 20 && minor >= 19 ? fine(`version ${process.versions.node}`) : wrong(`version ${process.versions.node}`, "Install Node.js 20.19 or later.");
      }
    },
    {
      name: "data folder",
      run: async () => {
        const there = existing(folder);
        if (there !== resolve(folder)) {
          await access(there, constants.W_OK);
          return fine(`${folder} is not there yet; the service makes it`);
        }
        await access(folder, constants.R_OK | constants.W_OK);
        const ms = await fsyncMs(folder);
        if (ms <= SLOW_FSYNC_MS)
          return fine(`${folder} can be written; a write is on disk after ${ms.toFixed(1)} ms`);
        const mend = "Every answer waits for the disk: move POSTLEDGER_DATA to a faster one.";
        return wrong(`${folder} can be written, but a write is on disk only after ${ms.toFixed(0)} ms`, mend);
      }
    },
    {
      name: "disk space",
      run: async () => {
        const { bavail, bsize, blocks } = await statfs(existing(folder));
        const free = bavail * bsize;
        const says = `${(free / GIB).toFixed(1)} GiB of ${(blocks * bsize / GIB).toFixed(1)} GiB are free`;
        if (free < LEAST_FREE_BYTES) return wrong(says, "Make room: nothing is accepted on a full disk.");
        return fine(free < LOW_FREE_BYTES ? `${says}; keep an eye on it` : says);
      }
    },
    {
      name: "master key",
      run: async () => {
        if (settings.POSTLEDGER_MASTER_KEY !== void 0) return fine("given by POSTLEDGER_MASTER_KEY");
        const file = join(folder, "master.key");
        const found = await stat(file).catch(nullIfMissing);
        if (found === null) return fine("none yet; the first start makes one");
        const mode = found.mode & 511;
        return (mode & 63) === 0 ? fine(`${file}, readable by its owner alone; keep a copy of it apart from the data`) : wrong(`${file} can be read by others (mode ${mode.toString(8)})`, `Run: chmod 600 ${file}`);
      }
    }
  ];
}
function existing(folder) {
  const full = resolve(folder);
  return existsSync(full) ? full : existing(dirname(full));
}
async function fsyncMs(folder) {
  const path = join(folder, `.doctor-${process.pid}`);
  const file = await open(path, "w", 384);
  try {
    const times = [];
    for (let n = 0; n < FSYNCS; n++) {
      const startMs = performance.now();
      await file.write("x".repeat(4096));
      await file.datasync();
      times.push(performance.now() - startMs);
    }
    return times.sort((one, other) => one - other)[Math.floor(FSYNCS / 2)] ?? 0;
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
export {
  machineChecks
};
//# sourceMappingURL=machineChecks.js.map
