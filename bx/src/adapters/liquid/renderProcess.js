// src/adapters/liquid/renderProcess.ts
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { RendererBusy } from "../../ports/renderer.js";
import { OUT_OF_TIME } from "./processorWatch.js";
var FROM_SOURCE = import.meta.url.endsWith(".ts");
var program = fileURLToPath(new URL(`./renderProgram.${FROM_SOURCE ? "ts" : "js"}`, import.meta.url));
var OUT_OF_MEMORY = "rendering needed too much memory";
var OWN_ENDS = {
  [OUT_OF_TIME]: "rendering took too long",
  SIGABRT: OUT_OF_MEMORY,
  SIGTRAP: OUT_OF_MEMORY,
  SIGILL: OUT_OF_MEMORY
};
function renderProcess({ killMs, heapMb, ...limits }) {
  const child = forked(limits, heapMb);
  const gone = new Promise(
    (resolve) => child.once("exit", () => resolve()).once("error", () => resolve())
  );
  let ready = false;
  let dead = false;
  let running = null;
  const end = (finish) => {
    const ended = running;
    running = null;
    keepAlive(child, false);
    if (ended === null) return;
    clearTimeout(ended.timer);
    finish(ended);
  };
  const die = (why, exhaustedBy) => {
    if (dead) return;
    dead = true;
    child.kill("SIGKILL");
    end(
      ({ job, part, resolve, reject }) => exhaustedBy === void 0 ? reject(new RendererBusy(why)) : resolve(exhaustedResult(job, part, exhaustedBy))
    );
  };
  const begin = ({ job }) => child.send(job, (error) => error && die(error.message));
  child.on("message", (message) => {
    const said = message;
    if (dead) return;
    if (said.say === "ready") {
      ready = true;
      if (running !== null) begin(running);
    } else if (said.say === "began") {
      if (running !== null) running.part = said.part;
    } else {
      end(({ resolve }) => resolve(said));
    }
  });
  child.on("error", ({ message }) => die(`the render process failed: ${message}`));
  child.on(
    "exit",
    (code, signal) => die(
      `the render process ended (${signal ?? code})`,
      ready && signal !== null ? OWN_ENDS[signal] : void 0
    )
  );
  keepAlive(child, false);
  return {
    get dead() {
      return dead;
    },
    do: (job) => new Promise((resolve, reject) => {
      const timer = setTimeout(() => die("rendering did not end in time"), killMs);
      running = { job, resolve, reject, part: job.request.parts[0]?.name ?? "", timer };
      keepAlive(child, true);
      if (ready) begin(running);
    }),
    async kill() {
      die("the renderer was closed");
      child.ref();
      await gone;
    }
  };
}
function exhaustedResult(job, part, reason) {
  return job.do === "render" ? { outcome: { outcome: "exhausted", part, reason } } : { faults: [{ part, line: null, reason }] };
}
function forked(limits, heapMb) {
  return fork(program, [JSON.stringify(limits)], {
    execArgv: [
      `--max-old-space-size=${heapMb}`,
      ...FROM_SOURCE ? ["--import", import.meta.resolve("tsx")] : []
    ],
    serialization: "advanced",
    // A template must not see the service's settings, nor its terminal.
    env: {},
    stdio: ["ignore", "ignore", "ignore", "ipc"]
  });
}
function keepAlive(child, isRunning) {
  const change = isRunning ? "ref" : "unref";
  child[change]();
  child.channel?.[change]();
}
export {
  renderProcess
};
//# sourceMappingURL=renderProcess.js.map
