import type { Plan, PlannedEvent } from './plan.ts';
import { simulate } from './simulate.ts';

/** Runs at most, so that shrinking comes to its end. */
const MOST_RUNS = 200;

/**
 * Leaves out of a plan what a breach of the rule does not need: planned events in halves, quarters and so on, then processes and
 * clients, then the time after what is left. Since every part of the world has a chance of its own, what is left does what it
 * did before.
 */
export async function shrunk(
  plan: Plan,
  rule: string,
  onRun: (runs: number, plan: Plan) => void,
): Promise<Plan> {
  let runs = 0;
  let least = plan;
  const tryOut = async (smaller: Plan): Promise<boolean> => {
    if (runs >= MOST_RUNS) return false;
    runs += 1;
    const { breaches } = await simulate(smaller);
    if (!breaches.some((breach) => breach.rule === rule)) return false;
    least = smaller;
    onRun(runs, least);
    return true;
  };
  for (
    let size = Math.ceil(plan.plannedEvents.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < least.plannedEvents.length && runs < MOST_RUNS; ) {
      const plannedEvents = [
        ...least.plannedEvents.slice(0, from),
        ...least.plannedEvents.slice(from + size),
      ];
      if (!(await tryOut({ ...least, plannedEvents }))) from += size;
    }
  }
  for (const { name } of least.processes)
    if (least.processes.length > 1 && !least.plannedEvents.some((one) => isOf(one, name)))
      await tryOut({ ...least, processes: least.processes.filter((one) => one.name !== name) });
  for (const { name } of least.clients)
    if (!least.plannedEvents.some((one) => isOf(one, name)))
      await tryOut({ ...least, clients: least.clients.filter((one) => one.name !== name) });
  const lastAtMs = least.plannedEvents.at(-1)?.atMs ?? 0;
  await tryOut({ ...least, lastsMs: lastAtMs + 60_000 });
  return least;
}

/** Whether a planned event names a process or a client. */
const isOf = (plannedEvent: PlannedEvent, name: string): boolean =>
  ('process' in plannedEvent && plannedEvent.process === name) ||
  ('client' in plannedEvent && plannedEvent.client === name);
