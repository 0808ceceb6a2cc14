// bench/memory.ts
import { inBenchFolder, serviceEnv } from "./benchFolder.js";
import { pinMyself, startService } from "./pinned.js";
import { serviceMemory } from "./processMemory.js";
import { line, rate, ratio } from "./report.js";
import { generateSends } from "./sends.js";
var STAGES = 20;
var CONNECTIONS = 64;
var SERVER_CORE = 0;
var LOAD_CORE = 1;
async function run(messages = 1e5) {
  pinMyself(LOAD_CORE);
  await inBenchFolder(async (data) => {
    const server = await startService(SERVER_CORE, serviceEnv(data, { POSTLEDGER_PACE_PER_SECOND: "1" }));
    const seen = [];
    const startedAt = performance.now();
    let accepted = 0;
    for (let stage = 0; stage < STAGES; stage++) {
      const { answers } = await generateSends(server, {
        connections: CONNECTIONS,
        durationMs: 36e5,
        maxRequests: Math.ceil(messages / STAGES)
      });
      accepted += answers;
      seen.push({ accepted, memory: serviceMemory(server.pid) });
    }
    const seconds = (performance.now() - startedAt) / 1e3;
    for (const { accepted: count, memory } of seen) {
      const [rss, own] = [memory.rssMiB.toFixed(0), memory.ownMiB.toFixed(0)];
      line(`after ${count.toLocaleString("en")}`, `rss ${rss} MiB, own ${own} MiB`);
    }
    const [, first] = seen;
    const last = seen.at(-1);
    if (first !== void 0 && last !== void 0)
      line("own memory: last over second sample", ratio(last.memory.ownMiB / first.memory.ownMiB));
    line("accepted meanwhile", rate(accepted / seconds));
    await server.stop();
  });
}
export {
  run
};
//# sourceMappingURL=memory.js.map
