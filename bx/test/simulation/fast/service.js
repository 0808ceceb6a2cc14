// test/simulation/fast/service.ts
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { cliProcess } from "../../cli/cliProcess.js";
import { startServiceProcess } from "../../support/serviceProcess.js";
var READY_MS = 6e4;
var STOP_MS = 6e4;
var NOTICED_MS = 500;
function fastService({ time, journal, env, program }) {
  let running = null;
  let url = "";
  let key = "";
  let seen = 0;
  let isAsked = false;
  const note = (what, detail = "") => journal.note("processes", { what, detail });
  const current = () => {
    if (running === null) throw new Error("the service does not run");
    return running;
  };
  const readLog = () => {
    const text = running?.output() ?? "";
    const end = text.lastIndexOf("\n") + 1;
    for (const line of text.slice(seen, end).split("\n")) noteLog(journal, line);
    seen = end;
  };
  const isReady = async () => {
    try {
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5e3) });
      await answer.body?.cancel();
      return answer.status === 200;
    } catch {
      return false;
    }
  };
  const becomesReady = async () => {
    const endsAt = performance.now() + READY_MS;
    while (!await isReady()) {
      if (performance.now() > endsAt || running === null) {
        note("never ready");
        return false;
      }
      await sleep(50);
    }
    return true;
  };
  const gone = (process2) => {
    readLog();
    time.forgetProcess(process2.pid);
    if (running === process2) running = null;
  };
  const reader = setInterval(readLog, 200);
  reader.unref();
  return {
    get url() {
      return url;
    },
    get key() {
      return key;
    },
    isUp: () => running !== null,
    pid: () => current().pid,
    isReady,
    async start(speed = "fast") {
      seen = 0;
      isAsked = false;
      note("starts");
      try {
        const process2 = await startServiceProcess({
          env: { ...env, ...time.processEnv() },
          ...program && { program },
          timeoutMs: READY_MS
        });
        running = process2;
        void process2.ended.then((code) => {
          if (!isAsked) note("died by itself", `with ${code}`);
          gone(process2);
        });
      } catch (error) {
        note("start failed", String(error));
        for (const line of String(error).split("\n")) noteLog(journal, line);
        return false;
      }
      ({ url } = current());
      key = current().firstKey ?? key;
      if (!await becomesReady()) return false;
      if (speed === "fast") time.fast();
      note("ready");
      return true;
    },
    async kill() {
      note("killed");
      isAsked = true;
      const process2 = current();
      await process2.kill();
      gone(process2);
    },
    async stop() {
      note("stops");
      isAsked = true;
      const process2 = current();
      const code = await Promise.race([
        process2.stop(),
        sleep(STOP_MS, "took too long", { ref: false })
      ]);
      if (code === "took too long") await process2.kill();
      gone(process2);
      note("stopped", String(code));
    },
    async killBackground() {
      const [background] = childrenOf(current().pid).filter(isBackground);
      if (background === void 0) return;
      note("background killed");
      process.kill(background, "SIGKILL");
      await sleep(NOTICED_MS);
      await becomesReady();
    },
    async pause(which, ms) {
      const { pid } = current();
      const target = which === "api" ? pid : childrenOf(pid).find(isBackground);
      if (target === void 0) return;
      note(which === "api" ? "paused" : "background paused", `${ms} ms`);
      process.kill(target, "SIGSTOP");
      await time.sleep(ms);
      try {
        process.kill(target, "SIGCONT");
      } catch {
      }
      note("goes on");
      await becomesReady();
    },
    command: (...args) => cliProcess({ ...env, ...time.commandEnv(), POSTLEDGER_PORT: new URL(url).port }, ...args)
  };
}
function noteLog(journal, line) {
  if (!line.startsWith("{")) return;
  try {
    const { level, msg } = JSON.parse(line);
    if (level !== "info") journal.note("logs", { level, message: msg, text: line });
  } catch {
    journal.note("logs", { level: "unreadable", message: line, text: line });
  }
}
function childrenOf(pid) {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim();
    return children === "" ? [] : children.split(" ").map(Number);
  } catch {
    return [];
  }
}
function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1");
  } catch {
    return "";
  }
}
var isBackground = (pid) => commandOf(pid).includes("backgroundProcess");
export {
  childrenOf,
  commandOf,
  fastService
};
//# sourceMappingURL=service.js.map
