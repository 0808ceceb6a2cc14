import type { Breach } from '../../auditor/rule.ts';
import { audit } from '../audit/audit.ts';
import { type Evidence, eventMs } from '../audit/rule.ts';
import { begin, type FastWorld, fastWorld } from '../world.ts';

/** A small fixed life that meets one fault. */
export interface Scenario {
  readonly name: string;
  /** The issue that mends it: it then moves to the ordinary ones. Null: nothing is wrong any more. */
  readonly knownFaultOf: string | null;
  /** Whether a breach is the one that the scenario is about. Any other is a fault of its own. */
  isAbout(breach: Breach): boolean;
  /** Begins with a service that runs, and an endpoint; ends when the service has stopped. */
  live(world: FastWorld): Promise<void>;
}

export interface Met {
  /** Breaches that the scenario is about. */
  readonly breaches: readonly Breach[];
  readonly others: readonly Breach[];
  readonly evidence: Evidence;
  /** From the begin of the life to the first of them; null while there is none, or it has no time. */
  readonly foundAfterMs: { readonly life: number | null; readonly real: number };
}

/** Lives a scenario through and has it audited. */
export async function met(scenario: Scenario): Promise<Met> {
  const world = await fastWorld(1);
  const beganAt = performance.now();
  try {
    await begin(world);
    await scenario.live(world);
    const evidence = await world.evidence();
    const real = performance.now() - beganAt;
    const all = audit(evidence);
    const breaches = all.filter((breach) => scenario.isAbout(breach));
    const others = all.filter((breach) => !scenario.isAbout(breach));
    const atMs = breaches.find((breach) => breach.atMs !== null)?.atMs;
    const life = atMs === null || atMs === undefined ? null : atMs - beginMs(evidence);
    return { breaches, others, evidence, foundAfterMs: { life, real } };
  } finally {
    await world.close();
  }
}

/** The service's own first moment. */
function beginMs({ events, journal }: Evidence): number {
  const [first] = events;
  return first === undefined ? journal.beganAtMs : eventMs(first);
}
