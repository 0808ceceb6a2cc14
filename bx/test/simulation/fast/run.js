// test/simulation/fast/run.ts
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../../support/project.js";
import { audit } from "./audit/audit.js";
import { missingFakeTime } from "./fakeTime.js";
import { live } from "./life.js";
import { machineTooBusy, reportOf, summaryOf } from "./report.js";
import { fastWorld } from "./world.js";
var { values } = parseArgs({
  options: {
    seed: { type: "string", default: `${Date.now() % 1e9}` },
    minutes: { type: "string", default: "3" }
  }
});
var seed = Number(values.seed);
var minutes = Number(values.minutes);
var service = join(ROOT, "dist/cli/postledger.js");
var missing = missingFakeTime() ?? (existsSync(service) ? null : `${service} is not there (npm run build)`);
if (missing !== null) {
  console.error(`The fast life cannot be lived here: ${missing}.`);
  process.exit(2);
}
var world = await fastWorld(seed, [service]);
try {
  await live(world, minutes);
  const evidence = await world.evidence();
  const breaches = audit(evidence);
  console.log(`seed ${seed}: ${summaryOf(evidence)}`);
  console.log(reportOf(evidence, breaches, `npm run simulate -- --fast --seed ${seed} --minutes ${minutes}`));
  const busy = machineTooBusy(evidence);
  if (breaches.length > 0 && busy !== null) console.log(`Nothing is decided: ${busy}.`);
  process.exitCode = breaches.length === 0 ? 0 : 1;
} finally {
  await world.close();
}
//# sourceMappingURL=run.js.map
