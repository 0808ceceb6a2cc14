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
  const sha256 = world.stores.log.digest();
  return { sha256, breaches: await audit(world), world };
}
