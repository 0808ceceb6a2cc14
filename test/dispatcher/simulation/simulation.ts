import { breachesOf } from './deliveryRules.ts';
import type { SimulatedLog } from './simulatedLog.ts';
import { ENDPOINTS, simulatedWorld } from './simulatedWorld.ts';

/** Runs at most, for each delivery: nothing may go on for ever. */
const MAX_RUNS = 40;

export interface SimulationReport {
  readonly breaches: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * Attempts over a log that outlives them, with a clock of its own: deliveries through random answers, kills that drop
 * all that was in memory, steps of the clock, endpoints that are switched off and on, runs that come too early, out of
 * a stale index, or two at once. Everything follows from the seed.
 */
export async function simulate(seed: number, deliveries: number): Promise<SimulationReport> {
  const world = simulatedWorld(seed);
  const { log, counts, breaches, queue, chance, endpoints } = world;
  for (let n = 0; n < ENDPOINTS; n++) world.addEndpoint(n);
  for (let n = 0; n < deliveries; n++) world.addDelivery(`d${n}`, `e${n % ENDPOINTS}`);
  let runs = 0;
  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    const { item, dueAtMs } = next;
    if (chance(0.0005)) world.stepClock();
    if ('endpoint' in item) {
      world.passTo(dueAtMs);
      world.toggle(item.endpoint, item.on);
      continue;
    }
    if (world.dueNextAtMs(item.delivery) !== dueAtMs) continue;
    runs += 1;
    if (runs > deliveries * MAX_RUNS) break;
    await world.take(item.delivery, dueAtMs);
  }
  for (let n = 0; n < deliveries; n++) {
    const history = log.stream(`webhookdelivery-d${n}`);
    countEnds(history, counts);
    const found = breachesOf(history, world.postsOf(`d${n}`), {
      toleranceMs: 0,
      setForthMs: world.setForthMs,
      offSinceMs: (event) => endpoints.offSinceMs(`e${n % ENDPOINTS}`, event),
    });
    breaches.push(...found.map((breach) => `d${n}: ${breach}`));
  }
  return { breaches, counts };
}

/** Counts the attempts of a delivery, and what became of it. */
export function countEnds(
  history: ReturnType<SimulatedLog['stream']>,
  counts: { attempts: number; delivered: number; dead: number; disabled: number },
): void {
  for (const { type, data } of history) {
    if (type === 'WebhookDelivered') counts.delivered += 1;
    if (type === 'WebhookDeliveryDied') counts.dead += 1;
    if ((data as { reason?: string }).reason === 'endpoint_disabled') counts.disabled += 1;
    if (type === 'WebhookDelivered' || type === 'WebhookAttemptFailed') counts.attempts += 1;
  }
}
