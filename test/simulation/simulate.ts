import { audit } from './auditor/audit.ts';
import type { Breach } from './auditor/rule.ts';
import type { Plan } from './plan.ts';
import { schedulePlan } from './schedulePlan.ts';
import { type World, worldOf } from './world.ts';

/** What a run came to. */
export interface Outcome {
  /** SHA-256 of the log: the same plan gives the same one, byte for byte. */
  readonly sha256: string;
  readonly breaches: readonly Breach[];
  readonly world: World;
}

/** So long, at the end, every timer is lived through: a little more than the minute in which none may fire twice. */
const WATCHED_MS = 65_000;
/** So long after the last event, its read models are folded: what was due at the end of the watch is lived through. */
const FOLDED_MS = 3_000;
/** A life that appends without end is audited all the same. */
const LONGEST_END_MS = 20_000;

export interface SimulateOptions {
  /** Leaves nothing out, however idle the world is: ten to fifty times as slow. */
  readonly isEveryPollLived?: boolean;
}

/** Lives a plan through, and has it audited. */
export async function simulate(
  plan: Plan,
  { isEveryPollLived = false }: SimulateOptions = {},
): Promise<Outcome> {
  const world = await worldOf(plan);
  if (isEveryPollLived) world.idle.end();
  schedulePlan(world);
  for (const process of world.processes) {
    const isStartedLater = plan.plannedEvents.some(
      (one) => one.of === 'process' && one.do === 'start' && one.process === process.name,
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

async function runUntilFolded({ agenda, driver, stores }: World): Promise<void> {
  const latestMs = agenda.nowMs() + LONGEST_END_MS;
  const foldedMs = () => (stores.log.appended.at(-1)?.atMs ?? 0) + FOLDED_MS;
  while (agenda.nowMs() < Math.min(foldedMs(), latestMs))
    await driver.runUntil(Math.min(foldedMs(), latestMs));
}
