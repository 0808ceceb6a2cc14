// test/support/serviceProcess.ts
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../e2e/eventually.js";
import { COMMAND_LINE, ROOT } from "./project.js";
async function startServiceProcess(options) {
  const keyFile = join(options.env.POSTLEDGER_DATA ?? join(ROOT, "data"), "first.key");
  const hadKey = existsSync(keyFile);
  const { program = COMMAND_LINE, args = ["serve"], timeoutMs = 6e4, stderr = "pipe" } = options;
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      POSTLEDGER_PORT: "0",
      POSTLEDGER_CONSOLE_PORT: "off",
      ...options.env
    },
    stdio: ["ignore", "pipe", stderr]
  });
  let output = "";
  const ended = new Promise((resolve) => child.once("exit", (code) => resolve(code)));
  const started = new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`the service did not start in time:
${output}`)),
      timeoutMs
    );
    const listen = (chunk) => {
      output += chunk;
      const url2 = /listening on (http:\/\/\S+)/i.exec(output)?.[1];
      const silent = /running without the api role/i.test(output);
      if (url2 === void 0 && !silent) return;
      clearTimeout(timer);
      resolve(url2 ?? null);
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    ended.then((code) => {
      clearTimeout(timer);
      reject(new Error(`the service ended with ${code}:
${output}`));
    });
  });
  const url = await started.catch((error) => {
    child.kill("SIGKILL");
    throw error;
  });
  return {
    url: url ?? "",
    firstKey: hadKey ? null : keyIn(keyFile, output),
    pid: pidOf(child),
    ended,
    output: () => output,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      return ended;
    },
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT")
  };
}
function keyIn(file, output) {
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  return /\bpl_[A-Za-z0-9_-]{20,}/.exec(output)?.[0] ?? null;
}
function pidOf(child) {
  if (child.pid === void 0) throw new Error("the process has no id");
  return child.pid;
}
function childrenOf(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim();
  return children === "" ? [] : children.split(" ").map(Number);
}
async function backgroundOf({ pid }) {
  let found;
  await eventually("the background runs", () => {
    found = childrenOf(pid).find((child) => commandOf(child).includes("backgroundProcess"));
    return found !== void 0;
  });
  return found ?? 0;
}
function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1");
  } catch {
    return "";
  }
}
export {
  backgroundOf,
  childrenOf,
  commandOf,
  startServiceProcess
};
//# sourceMappingURL=serviceProcess.js.map
