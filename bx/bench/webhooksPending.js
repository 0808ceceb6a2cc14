// bench/webhooksPending.ts
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { line } from "./report.js";
import { inWebhookBench } from "./webhookBench.js";
var DEAD_ENDPOINTS = 100;
var HEALTHY = 20;
var PATIENCE_MS = 6e4;
var GOES_ON_MS = 25e3;
async function run(deliveries = 1e5) {
  await inWebhookBench(async ({ endpoint, ask, until, reset, data }) => {
    const names = [];
    for (let n = 0; n < DEAD_ENDPOINTS; n++) names.push(`dead${n}`, await endpoint(`dead${n}`, `/hang/${n}`));
    await endpoint("healthy", "/ok/healthy");
    const writing = fork(join(import.meta.dirname, "pendingLog.ts"), [String(deliveries), ...names], {
      execArgv: ["--import", "tsx"],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: "production",
        POSTLEDGER_DATA: data,
        POSTLEDGER_ROLES: "projector",
        POSTLEDGER_LOG_LEVEL: "error"
      }
    });
    const [code] = await once(writing, "exit");
    if (code !== 0) throw new Error(`the deliveries could not be written: ${code}`);
    const idle = await ask({ kind: "usage" });
    await ask({ kind: "start" });
    const memory = async (when) => {
      const now = await ask({ kind: "usage" });
      if (now.kind !== "usage" || idle.kind !== "usage") return;
      line(`memory ${when}`, `${now.ownMiB.toFixed(0)} MiB (${idle.ownMiB.toFixed(0)} before the start)`);
    };
    const latencies = async (when) => {
      reset();
      await ask({ kind: "events", workspace: "healthy", count: 1 });
      const first = await until("/ok/healthy", 1, PATIENCE_MS);
      await ask({ kind: "events", workspace: "healthy", count: HEALTHY, perSecond: 10 });
      const all = await until("/ok/healthy", HEALTHY + 1, PATIENCE_MS);
      const longest = all.latenciesMs.at(-1) ?? Number.NaN;
      line(
        `${deliveries} pending, ${when}: a healthy endpoint`,
        `first ${first.latenciesMs[0] ?? Number.NaN} ms, longest of ${all.count} ${longest} ms`
      );
    };
    await latencies("at the start");
    await memory("at the start");
    await sleep(GOES_ON_MS);
    await latencies("later");
    await memory("later");
  });
}
export {
  run
};
//# sourceMappingURL=webhooksPending.js.map
