// bench/rebuild.ts
import { readSettings } from "../src/config.js";
import { inBenchFolder } from "./benchFolder.js";
import { appendMessages } from "./messageLog.js";
import { builds, fromBuild } from "./otherBuild.js";
import { line, median, rate, ratio } from "./report.js";
var ROUNDS = 6;
var EVENTS_A_MESSAGE = 3;
var PARTITIONS = 16;
async function run(events = 2e5) {
  const speeds = /* @__PURE__ */ new Map();
  for (const [name, build] of Object.entries(builds)) {
    const { openPorts } = await fromBuild(build, "main/ports.js");
    await inBenchFolder(async (data) => {
      const ports = await openPorts(readSettings({ POSTLEDGER_DATA: data }), "error");
      try {
        const appended = await appendMessages(ports.store, Math.ceil(events / EVENTS_A_MESSAGE));
        for (let round = 1; round <= ROUNDS; round++) {
          const { seconds, different, fault } = await rebuilt(build, ports);
          if (fault === null) speeds.set(name, [...speeds.get(name) ?? [], appended / seconds]);
          line(
            `${name}: rebuild ${round} of ${appended.toLocaleString("en")} events`,
            fault ?? `${seconds.toFixed(1)} s, ${different} documents unlike the log`
          );
        }
      } finally {
        await ports.close();
      }
    });
  }
  for (const [name, all] of speeds) line(`${name}: events a second`, rate(median(all)));
  const [base, own] = [speeds.get("base"), speeds.get("this")];
  if (base !== void 0 && own !== void 0)
    line("this is so many times as fast", ratio(median(own) / median(base)));
}
async function rebuilt(build, { store, documents }) {
  const { projectionList, projectionsFor } = await fromBuild(build, "projections/readModels.js");
  const { rebuildProjections } = await fromBuild(
    build,
    "runtime/rebuild/rebuild.js"
  );
  const { verifyProjections } = await fromBuild(
    build,
    "runtime/rebuild/verify.js"
  );
  const all = projectionList(projectionsFor(PARTITIONS));
  try {
    const startedAt = performance.now();
    await rebuildProjections(store, documents, all, (exchange) => exchange(() => {
    }));
    const seconds = (performance.now() - startedAt) / 1e3;
    const verdicts = await verifyProjections(store, documents, all, async () => {
    });
    const different = verdicts.reduce((sum, verdict) => sum + verdict.different.length, 0);
    return { seconds, different, fault: null };
  } catch (error) {
    return { seconds: 0, different: 0, fault: `failed: ${error.message}` };
  }
}
export {
  run
};
//# sourceMappingURL=rebuild.js.map
