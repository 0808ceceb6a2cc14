// src/main/background/background.ts
import { fork } from "node:child_process";
import { within } from "../../ports/clock.js";
import { watchHeartbeat } from "./heartbeat.js";
var FIRST_PAUSE_MS = 1e3;
var LONGEST_PAUSE_MS = 6e4;
var SETTLED_MS = 6e4;
var STOP_MS = 15e3;
var MEASURE_MS = 1e3;
var HEAP_OPTION = "--max-semi-space-size=32";
function startBackground({ env, onHint, clock, log, metrics }) {
  const ended = new AbortController();
  let child = null;
  let running = false;
  let lagMs = 0;
  let route = null;
  let intakeListens = null;
  const send = (message) => {
    if (child?.connected) child.send(message, () => {
    });
  };
  const watched = { isRunning: () => running, kill: () => void child?.kill("SIGKILL") };
  const heartbeat = watchHeartbeat(watched, { clock, log, metrics }, ended.signal);
  const measures = requestedMetrics(clock, (number) => send({ kind: "measure", number }));
  const forget = () => {
    running = false;
    lagMs = 0;
    route = null;
    intakeListens = null;
    child = null;
    measures.giveUp();
  };
  const receive = (message) => {
    heartbeat.heard();
    if (message.kind === "hint") onHint(message.channel, message.message);
    else if (message.kind === "running") running = true;
    else if (message.kind === "lag") ({ lagMs } = message);
    else if (message.kind === "route") route = message.report;
    else if (message.kind === "intake") intakeListens = message.listens;
    else measures.answer(message.number, message.metrics);
  };
  const unstarted = (error) => log.error({ err: error }, "the background process could not be started");
  const life = () => new Promise((resolve) => {
    const begun = forked(env);
    child = begun;
    begun.on("message", receive);
    begun.on("error", unstarted);
    begun.once("close", (code, signal) => {
      forget();
      if (!ended.signal.aborted) log.error({ code, signal }, "the background process died");
      resolve();
    });
  }).catch(unstarted);
  const lives = keepAlive(life, ended.signal, { clock, log });
  return {
    isRunning: () => running && !heartbeat.isMissed(),
    lagMs: () => lagMs,
    route: () => route,
    intakeListens: () => intakeListens,
    hint: (channel, message) => send({ kind: "hint", channel, message }),
    metrics: () => running ? measures.ask() : Promise.resolve(null),
    async stop() {
      ended.abort();
      send({ kind: "stop" });
      await within(clock, STOP_MS, lives);
      if (child === null) return;
      log.warn({}, "the background process takes too long to stop, it is ended");
      child.kill("SIGKILL");
      await lives;
    },
    kill() {
      ended.abort();
      child?.kill("SIGKILL");
    }
  };
}
async function keepAlive(life, signal, { clock, log }) {
  for (let pauseMs = FIRST_PAUSE_MS; ; ) {
    const begunAtMs = clock.monotonicMs();
    await life();
    if (signal.aborted) return;
    if (clock.monotonicMs() - begunAtMs >= SETTLED_MS) pauseMs = FIRST_PAUSE_MS;
    log.warn({ pauseMs }, "the background process is started again");
    await clock.sleep(pauseMs, signal);
    if (signal.aborted) return;
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}
function requestedMetrics(clock, send) {
  const asked = /* @__PURE__ */ new Map();
  let measures = 0;
  return {
    /** Resolves with the answer; with null when it does not come in time. */
    ask: () => new Promise((resolve) => {
      const number = measures++;
      const answered = new AbortController();
      asked.set(number, (metrics) => {
        answered.abort();
        asked.delete(number);
        resolve(metrics);
      });
      void clock.sleep(MEASURE_MS, answered.signal).then(() => asked.get(number)?.(null));
      send(number);
    }),
    answer: (number, metrics) => asked.get(number)?.(metrics),
    /** No answer will come: every request gets none. */
    giveUp() {
      for (const answer of asked.values()) answer(null);
    }
  };
}
function forked(env) {
  const built = !import.meta.url.endsWith(".ts");
  const entry = new URL(built ? "./backgroundProcess.js" : "./backgroundProcess.ts", import.meta.url);
  const execArgv = [
    ...process.execArgv.filter((arg) => !arg.startsWith("--max-semi-space-size")),
    HEAP_OPTION
  ];
  return fork(entry, [], {
    env: { ...env, POSTLEDGER_ROLES: "projector,sender,dispatcher" },
    execArgv,
    stdio: ["ignore", "inherit", "inherit", "ipc"]
  });
}
export {
  startBackground
};
//# sourceMappingURL=background.js.map
