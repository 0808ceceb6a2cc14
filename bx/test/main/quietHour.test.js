// test/main/quietHour.test.ts
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openDependencies } from "../../src/cli/openDependencies.js";
import { runCli } from "../../src/cli/run.js";
import { readSettings } from "../../src/config.js";
import { openPorts } from "../../src/main/ports.js";
import { startService } from "../../src/main/service.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { wallClock } from "../support/wallClock.js";
var test = suite("a service with two events and nothing to do");
var FASTER = 1200;
var COMMANDS = [
  "workspaces list",
  "keys list",
  "domains list",
  "numbers list",
  "sms-templates list",
  "suppressions list",
  "hooks list",
  "webhooks dead",
  "projections status",
  "projections verify",
  "doctor",
  "audit show workspace-none"
];
function shiftedClock() {
  const startedAtMs = performance.now();
  const passedMs = () => (performance.now() - startedAtMs) * FASTER;
  const beganAtMs = Date.now();
  return {
    startedAtMs,
    nowMs: () => Math.floor(beganAtMs + passedMs()),
    monotonicMs: passedMs,
    sleep: (ms, signal) => wallClock.sleep(Math.max(1, ms / FASTER), signal),
    turn: wallClock.turn
  };
}
function filesOf(folder) {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)).map((path) => [path, `${statSync(path).mtimeMs} ${statSync(path).size}`])
  );
}
test("writes nothing for an hour; then every command, a second service and a restart find all well", async () => {
  const folder = temporaryFolder();
  const env = {
    POSTLEDGER_DATA: folder.path,
    POSTLEDGER_PORT: "0",
    POSTLEDGER_ROLES: "api,projector,sender,dispatcher",
    POSTLEDGER_LOG_LEVEL: "silent"
  };
  const start = async (clock = wallClock) => {
    const settings = readSettings(env);
    const ports = await openPorts(settings);
    return startService(settings, { ...ports, clock });
  };
  const service = await start(shiftedClock());
  const command = async (line) => {
    let printed = "";
    const print = (text) => {
      printed += text;
    };
    const host = { env, stdout: print, stderr: print, isWatched: false, open: openDependencies };
    return { exitCode: await runCli(line.split(" "), host), printed };
  };
  await wallClock.sleep(1500);
  const before = filesOf(folder.path);
  await wallClock.sleep(36e5 / FASTER);
  assert.equal(filesOf(folder.path), before, "an hour passes and no file changes");
  for (const line of COMMANDS) {
    const { printed } = await command(line);
    assert.not.match(printed, /is ahead of the log|stop every process|is damaged/, line);
  }
  const second = await start();
  await second.stop();
  await service.stop();
  await (await start()).stop();
  assert.not.ok(readdirSync(folder.path).some((name) => /ahead|damaged|condemned/.test(name)));
  folder.remove();
});
test.run();
//# sourceMappingURL=quietHour.test.js.map
