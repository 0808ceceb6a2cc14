// test/house/runner/fileRunner.ts
import { spawn } from "node:child_process";
import { nodeArguments } from "../../support/project.js";
import { FILE_ENDED } from "./fileOrder.js";
var SUMMARY_END = /^ {2}Duration: /m;
var running = /* @__PURE__ */ new Set();
function fileRunner() {
  let waiting = null;
  return {
    async run(order, limits) {
      const child = (order.isAlone ? null : waiting) ?? begin();
      if (child === waiting) waiting = null;
      const ended = await fileOf(child, order, limits);
      if (child.connected) waiting = child;
      return ended;
    },
    async end() {
      const child = waiting;
      if (child === null) return;
      await new Promise((resolve) => {
        child.once("exit", resolve);
        child.disconnect();
      });
    }
  };
}
function begin() {
  const child = spawn(process.execPath, [...nodeArguments("test/house/runner/fileProgram")], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" }
  });
  const { pid } = child;
  if (pid !== void 0) running.add(pid);
  child.once("exit", () => endGroup(pid));
  child.once("close", () => {
    if (pid !== void 0) running.delete(pid);
  });
  return child;
}
function fileOf(child, order, { timeoutMs, lingerMs }) {
  return new Promise((resolve) => {
    let output = "";
    let timedOutAfterMs = null;
    let lingeredMs = null;
    let linger;
    const timer = setTimeout(() => {
      timedOutAfterMs = timeoutMs;
      endGroup(child.pid);
    }, timeoutMs);
    const end = (code, signal) => {
      clearTimeout(timer);
      clearTimeout(linger);
      child.stdout?.removeAllListeners("data");
      child.stderr?.removeAllListeners("data");
      child.off("close", end).off("error", fail);
      resolve({ output: output.replace(FILE_ENDED, ""), code, signal, timedOutAfterMs, lingeredMs });
    };
    const fail = (error) => {
      output += `${error.message}
`;
    };
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      output += text;
      const [, code] = FILE_ENDED.exec(output) ?? [];
      if (code !== void 0) return void setImmediate(end, Number(code), null);
      if (!SUMMARY_END.test(text)) return;
      clearTimeout(linger);
      linger = setTimeout(() => {
        lingeredMs = lingerMs;
        endGroup(child.pid);
      }, lingerMs);
    });
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    child.once("close", end).once("error", fail);
    child.send(order);
  });
}
function endRunning() {
  for (const pid of running) endGroup(pid);
}
function endGroup(pid) {
  if (pid === void 0) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
  }
}
export {
  endRunning,
  fileRunner
};
//# sourceMappingURL=fileRunner.js.map
