// bench/webhookBench.ts
import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inBenchFolder } from "./benchFolder.js";
import { pinMyself, ROOM } from "./pinned.js";
var NONE = { count: 0, latenciesMs: [], firstAtMs: 0, lastAtMs: 0, mostOpen: 0 };
var LOOK_MS = 50;
var MEASURED_CORE = 0;
var OTHER_CORE = 1;
var PROFILES = process.env.BENCH_PROFILES;
async function inWebhookBench(work) {
  await inBenchFolder(async (data) => {
    pinMyself(OTHER_CORE);
    const [receiver, silent] = [listeningReceiver(), listeningReceiver()];
    const { port, ca } = await receiver.listening;
    const { port: silentPort, ca: silentCa } = await silent.listening;
    const caFile = `${data}-ca.pem`;
    writeFileSync(caFile, `${ca}
${silentCa}`);
    const env = {
      POSTLEDGER_DATA: data,
      POSTLEDGER_ROLES: "projector,dispatcher",
      POSTLEDGER_LOG_LEVEL: "error",
      POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
      NODE_EXTRA_CA_CERTS: caFile
    };
    const service = child("webhookService.ts", MEASURED_CORE, env, [], profiling);
    await answerOf(service);
    const writer = child("webhookService.ts", OTHER_CORE, env);
    await answerOf(writer);
    const url = (path) => `https://127.0.0.1:${path.startsWith("/hang") ? silentPort : port}${path}`;
    const askOf = (process2) => async (question) => {
      const answer = answerOf(process2);
      process2.send(question);
      return answer;
    };
    const ask = askOf(service);
    const arrivals = async (path) => {
      const asked = path.startsWith("/hang") ? silent.process : receiver.process;
      const answer = answerOf(asked);
      asked.send({ kind: "report" });
      const report = await answer;
      return (report.kind === "report" ? report.arrivals[path] : void 0) ?? NONE;
    };
    try {
      await work({
        url,
        caFile,
        data,
        ask,
        arrivals,
        reset: () => void receiver.process.send({ kind: "reset" }),
        async writtenWhilePaused(questions) {
          service.kill("SIGSTOP");
          try {
            for (const question of questions) await askOf(writer)(question);
          } finally {
            service.kill("SIGCONT");
          }
        },
        async endpoint(workspace, path) {
          const answer = await ask({ kind: "endpoint", workspace, url: url(path) });
          return answer.kind === "endpoint" ? answer.endpointId : "";
        },
        async until(path, count, timeoutMs) {
          const endsAtMs = performance.now() + timeoutMs;
          for (; ; ) {
            const seen = await arrivals(path);
            if (seen.count >= count || performance.now() > endsAtMs) return seen;
            await sleep(LOOK_MS);
          }
        }
      });
    } finally {
      await (profiling.length > 0 ? endedByItself(service) : ended(service));
      await Promise.all([writer, receiver.process, silent.process].map(ended));
    }
  });
}
function listeningReceiver() {
  const receiver = child("webhookReceiver.ts", OTHER_CORE, {});
  const listening = answerOf(receiver).then((answer) => {
    if (answer.kind !== "listening") throw new Error("the receiver does not listen");
    return answer;
  });
  return { process: receiver, listening };
}
async function bareRate(caFile, seconds, urls) {
  const bare = child("bareWebhooks.ts", MEASURED_CORE, {}, [caFile, String(seconds), ...urls]);
  const bareRate2 = await answerOf(bare);
  await once(bare, "exit");
  return bareRate2;
}
var profiling = PROFILES === void 0 ? [] : ["--cpu-prof", "--cpu-prof-dir", PROFILES];
function child(file, core, env, args = [], options = []) {
  return fork(join(import.meta.dirname, file), args, {
    execPath: "taskset",
    execArgv: ["-c", String(core), process.execPath, "--import", "tsx", ROOM, ...options],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "production", ...env }
  });
}
async function answerOf(process2) {
  const [message] = await once(process2, "message");
  return message;
}
async function endedByItself(process2) {
  const gone = once(process2, "exit");
  process2.disconnect();
  await gone;
}
async function ended(process2) {
  const gone = once(process2, "exit");
  process2.kill("SIGKILL");
  await gone;
}
export {
  bareRate,
  inWebhookBench
};
//# sourceMappingURL=webhookBench.js.map
