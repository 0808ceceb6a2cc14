// test/simulation/shrink.ts
import { simulate } from "./simulate.js";
var MOST_RUNS = 200;
async function shrunk(plan, rule, onRun) {
  let runs = 0;
  let least = plan;
  const tryOut = async (smaller) => {
    if (runs >= MOST_RUNS) return false;
    runs += 1;
    const { breaches } = await simulate(smaller);
    if (!breaches.some((breach) => breach.rule === rule)) return false;
    least = smaller;
    onRun(runs, least);
    return true;
  };
  for (let size = Math.ceil(plan.plannedEvents.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < least.plannedEvents.length && runs < MOST_RUNS; ) {
      const plannedEvents = [
        ...least.plannedEvents.slice(0, from),
        ...least.plannedEvents.slice(from + size)
      ];
      if (!await tryOut({ ...least, plannedEvents })) from += size;
    }
  }
  for (const { name } of least.processes)
    if (least.processes.length > 1 && !least.plannedEvents.some((one) => isOf(one, name)))
      await tryOut({ ...least, processes: least.processes.filter((one) => one.name !== name) });
  for (const { name } of least.clients)
    if (!least.plannedEvents.some((one) => isOf(one, name)))
      await tryOut({ ...least, clients: least.clients.filter((one) => one.name !== name) });
  const lastAtMs = least.plannedEvents.at(-1)?.atMs ?? 0;
  await tryOut({ ...least, lastsMs: lastAtMs + 6e4 });
  return least;
}
var isOf = (plannedEvent, name) => "process" in plannedEvent && plannedEvent.process === name || "client" in plannedEvent && plannedEvent.client === name;
export {
  shrunk
};
//# sourceMappingURL=shrink.js.map
