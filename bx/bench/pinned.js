// bench/pinned.ts
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { childrenOf } from "./processMemory.js";
var ROOT = join(import.meta.dirname, "..");
var ROOM = "--max-semi-space-size=64";
function startService(core, env) {
  return startPinned(core, [ROOM, "dist/cli/postledger.js", "serve"], env);
}
async function foldAll(core, env) {
  const service = await startService(core, { ...env, POSTLEDGER_ROLES: "api,projector" });
  await service.stop();
}
async function startPinned(core, args, env) {
  const child = spawn("taskset", ["-c", String(core), process.execPath, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "inherit"]
  });
  let output = "";
  const url = await new Promise((resolve, reject) => {
    child.stdout?.on("data", (chunk) => {
      output += chunk;
      const found = /listening on (http:\/\/\S+)/i.exec(output)?.[1];
      if (found !== void 0) resolve(found);
    });
    child.once("exit", (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
  return {
    url: new URL(url),
    key: output.includes("first.key") ? readFileSync(join(env.POSTLEDGER_DATA ?? "", "first.key"), "utf8").trim() : null,
    pid: child.pid ?? 0,
    async stop() {
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      await gone;
    },
    async kill() {
      const gone = once(child, "exit");
      const all = [...childrenOf(child.pid ?? 0), child.pid ?? 0];
      for (const pid of all) process.kill(pid, "SIGKILL");
      await gone;
    }
  };
}
function pinMyself(core) {
  spawn("taskset", ["-pc", String(core), String(process.pid)], { stdio: "ignore" });
}
export {
  ROOM,
  foldAll,
  pinMyself,
  startPinned,
  startService
};
//# sourceMappingURL=pinned.js.map
