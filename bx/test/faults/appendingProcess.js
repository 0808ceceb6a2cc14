// test/faults/appendingProcess.ts
import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { nodeArguments } from "../support/project.js";
var CHILD = nodeArguments("test/faults/appendingChild");
function appendingProcess({
  folder,
  callers,
  appends,
  under = []
}) {
  const [command = process.execPath, ...rest] = [...under, process.execPath];
  const child = spawn(command, [...rest, ...CHILD, folder, String(callers), String(appends)], {
    stdio: ["ignore", "pipe", "pipe"],
    detached: under.length > 0
  });
  const acknowledged = [];
  const refused = [];
  let longest = null;
  let waiting = [];
  const tell = (over) => {
    waiting = waiting.filter(({ count, resolve, reject }) => {
      if (acknowledged.length + refused.length >= count) resolve();
      else if (over) reject(new Error(`the appending process ended early: ${complaints}`));
      else return true;
      return false;
    });
  };
  let complaints = "";
  child.stderr?.on("data", (text) => {
    complaints += text;
  });
  let closed = false;
  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const [word, stream = ""] = line.split(" ");
      if (word === "ack") acknowledged.push(stream);
      if (word === "longest") longest = Number(stream);
      if (word === "refused") refused.push(stream);
      tell(false);
    });
  }
  const ended = new Promise(
    (resolve) => child.on("close", (code) => {
      closed = true;
      tell(true);
      resolve(code);
    })
  );
  return {
    acknowledged,
    refused,
    answered: (count) => new Promise((resolve, reject) => {
      waiting.push({ count, resolve, reject });
      tell(closed);
    }),
    pid: child.pid ?? 0,
    kill: () => child.kill("SIGKILL"),
    killAll: () => process.kill(-(child.pid ?? 0), "SIGKILL"),
    longestMs: () => longest,
    ended
  };
}
function underLimit(fileBytes) {
  return ["prlimit", `--fsize=${fileBytes}:unlimited`];
}
function limitFiles(pid, fileBytes) {
  spawnSync("prlimit", [`--fsize=${fileBytes}:unlimited`, "--pid", String(pid)]);
}
function liftLimit(pid) {
  spawnSync("prlimit", ["--fsize=unlimited:unlimited", "--pid", String(pid)]);
}
export {
  appendingProcess,
  liftLimit,
  limitFiles,
  underLimit
};
//# sourceMappingURL=appendingProcess.js.map
