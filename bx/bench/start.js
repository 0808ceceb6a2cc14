// bench/start.ts
import { rmSync } from "node:fs";
import { join } from "node:path";
import { readSettings } from "../src/config.js";
import { inBenchFolder, serviceEnv } from "./benchFolder.js";
import { appendMessages } from "./messageLog.js";
import { builds, fromBuild } from "./otherBuild.js";
import { ROOM, startPinned } from "./pinned.js";
import { serviceMemory } from "./processMemory.js";
import { line } from "./report.js";
var EVENTS_A_MESSAGE = 3;
var SERVER_CORE = 0;
var BOOT_FOLDER = "documents";
async function run(events = 2e5) {
  for (const [name, build] of Object.entries(builds)) {
    await inBenchFolder(async (data) => {
      const { openPorts } = await fromBuild(build, "main/ports.js");
      const ports = await openPorts(readSettings({ POSTLEDGER_DATA: data }), "error");
      const appended = await appendMessages(ports.store, Math.ceil(events / EVENTS_A_MESSAGE));
      await ports.close();
      const report = (what, { seconds, mebibytes }) => line(
        `${name}: ${what}, ${appended.toLocaleString("en")} events`,
        `${seconds.toFixed(1)} s, ${mebibytes} MiB`
      );
      report("first start, nothing folded", await started(build, data));
      report("after a kill", await started(build, data));
      forget(data, ["ledger.sqlite-shm", "read-models.sqlite-shm", BOOT_FOLDER]);
      report("after a reboot", await started(build, data));
      forget(data, ["read-models.sqlite", "read-models.sqlite-wal", "read-models.sqlite-shm", BOOT_FOLDER]);
      report("with the read models removed", await started(build, data));
    });
  }
}
async function started(build, data) {
  const entry = new URL("cli/postledger.js", build).pathname;
  const startedAt = performance.now();
  const server = await startPinned(SERVER_CORE, [ROOM, entry, "serve"], serviceEnv(data));
  const seconds = (performance.now() - startedAt) / 1e3;
  const mebibytes = Math.round(serviceMemory(server.pid).ownMiB);
  await server.kill();
  return { seconds, mebibytes };
}
function forget(data, names) {
  for (const name of names) rmSync(join(data, name), { recursive: true, force: true });
}
export {
  run
};
//# sourceMappingURL=start.js.map
