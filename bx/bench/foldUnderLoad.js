// bench/foldUnderLoad.ts
import { setTimeout as sleep } from "node:timers/promises";
import { inBenchFolder, serviceEnv, timesOf } from "./benchFolder.js";
import { startService } from "./pinned.js";
import { line, quantile, rate } from "./report.js";
import { generateSends, postJson } from "./sends.js";
var SENDERS = 64;
var UPSERTS = 400;
var BOTH_CORES = "0,1";
var WARM_UP_MS = 2e3;
async function run() {
  await inBenchFolder(async (data) => {
    const server = await startService(BOTH_CORES, serviceEnv(data, { POSTLEDGER_PACE_PER_SECOND: "1" }));
    const upsert = (n) => postJson(server, "/v1/contacts", { email: `person${n}@customer.test`, first_name: "Ann" });
    await upsert(0);
    report("alone", await timesOf(UPSERTS, upsert));
    const sending = generateSends(server, { connections: SENDERS, durationMs: 6e4, maxRequests: 15e4 });
    await sleep(WARM_UP_MS);
    report(`with ${SENDERS} senders`, await timesOf(UPSERTS, (n) => upsert(UPSERTS + n)));
    line("accepted meanwhile", rate((await sending).perSecond));
    await server.stop();
  });
}
function report(what, times) {
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(times, share).toFixed(1));
  line(`a contact's upsert ${what}`, `p50 ${p50} ms, p99 ${p99} ms`);
}
export {
  run
};
//# sourceMappingURL=foldUnderLoad.js.map
