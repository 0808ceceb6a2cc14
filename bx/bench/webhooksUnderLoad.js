// bench/webhooksUnderLoad.ts
import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inBenchFolder, serviceEnv } from "./benchFolder.js";
import { startService } from "./pinned.js";
import { line, quantile, rate } from "./report.js";
import { postJson, SEND } from "./sends.js";
var BOTH_CORES = "0,1";
var SECONDS = 15;
async function run(perSecond = 1e3) {
  await inBenchFolder(async (data) => {
    const receiver = fork(join(import.meta.dirname, "webhookReceiver.ts"), { execArgv: ["--import", "tsx"] });
    const [listening] = await once(receiver, "message");
    if (listening.kind !== "listening") throw new Error("the receiver does not listen");
    const caFile = `${data}-ca.pem`;
    writeFileSync(caFile, listening.ca);
    const server = await startService(BOTH_CORES, {
      ...serviceEnv(data),
      POSTLEDGER_PACE_PER_SECOND: "100000",
      POSTLEDGER_PACE_PER_DAY: "100000000",
      POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
      NODE_EXTRA_CA_CERTS: caFile
    });
    const url = `https://127.0.0.1:${listening.port}/ok/all`;
    await postJson(server, "/v1/webhooks", { name: "all", url, events: ["*"] });
    let accepted = 0;
    const startedAtMs = performance.now();
    const lane = async (first, step) => {
      for (let n = first; n < perSecond * SECONDS; n += step) {
        const aheadMs = n * 1e3 / perSecond - (performance.now() - startedAtMs);
        if (aheadMs > 0) await sleep(aheadMs);
        if (performance.now() - startedAtMs > SECONDS * 1e3) return;
        await postJson(server, "/v1/emails", SEND, { "idempotency-key": String(n) });
        accepted++;
      }
    };
    await Promise.all(Array.from({ length: 64 }, (_, first) => lane(first, 64)));
    const [report] = await asked(receiver);
    const seen = report.kind === "report" ? report.arrivals["/ok/all"] : void 0;
    const [p50, p99] = [0.5, 0.99].map((share) => quantile(seen?.latenciesMs ?? [], share));
    line("accepted", rate(accepted / SECONDS));
    const posted = rate((seen?.count ?? 0) / SECONDS);
    line("webhooks meanwhile", `${posted}, event to post p50 ${p50} ms, p99 ${p99} ms`);
    await server.kill();
    receiver.kill("SIGKILL");
  });
}
function asked(receiver) {
  const answer = once(receiver, "message");
  receiver.send({ kind: "report" });
  return answer;
}
export {
  run
};
//# sourceMappingURL=webhooksUnderLoad.js.map
