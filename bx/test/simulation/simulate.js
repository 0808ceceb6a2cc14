// test/simulation/simulate.ts
import { audit } from "./auditor/audit.js";
import { schedulePlan } from "./schedulePlan.js";
import { worldOf } from "./world.js";
var WATCHED_MS = 65e3;
var FOLDED_MS = 3e3;
var LONGEST_END_MS = 2e4;
async function simulate(plan, { isEveryPollLived = false } = {}) {
  const world = await worldOf(plan);
  if (isEveryPollLived) world.idle.end();
  schedulePlan(world);
  for (const process of world.processes) {
    const isStartedLater = plan.plannedEvents.some(
      (one) => one.of === "process" && one.do === "start" && one.process === process.name
    );
    if (!isStartedLater) process.start();
  }
  await world.driver.runUntil(plan.lastsMs + plan.calmMs);
  world.idle.end();
  world.watch.fromMs = world.agenda.nowMs();
  await world.driver.runUntil(world.agenda.nowMs() + WATCHED_MS);
  await runUntilFolded(world);
  const sha256 = world.stores.log.digest();
  return { sha256, breaches: await audit(world), world };
}
async function runUntilFolded({ agenda, driver, stores }) {
  const latestMs = agenda.nowMs() + LONGEST_END_MS;
  const foldedMs = () => (stores.log.appended.at(-1)?.atMs ?? 0) + FOLDED_MS;
  while (agenda.nowMs() < Math.min(foldedMs(), latestMs))
    await driver.runUntil(Math.min(foldedMs(), latestMs));
}
export {
  simulate
};
//# sourceMappingURL=simulate.js.map
