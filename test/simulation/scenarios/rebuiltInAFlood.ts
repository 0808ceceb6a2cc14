import { rebuiltEqualsLive } from '../auditor/rebuiltEqualsLive.ts';
import type { PlannedEvent, PlannedRebuild } from '../plan.ts';
import { client, MINUTE_MS, type Scenario, SECOND_MS, scenarioPlan, send, times } from './scenario.ts';

const shop = client('shop');

const rebuild = (atMs: number, of: Partial<PlannedRebuild> = {}): PlannedEvent => ({
  ...{ of: 'rebuild', do: 'whole', atMs, models: [], afterMs: 0 },
  ...of,
});

/** Read models are built again while mail comes five times a second: what comes before the exchange is in the new ones too. */
export const rebuiltInAFlood: Scenario = {
  name: 'read models that are built again in a flood, and killed on the way',
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 80 * SECOND_MS,
    calmMs: 2 * MINUTE_MS,
    over: 'engines',
    partitions: 4,
    processes: times(2, (at) => ({ name: `process ${at + 1}`, roles: 'all' as const })),
    clients: [shop],
    plannedEvents: [
      ...times(300, (at) => send(shop, 5 * SECOND_MS + at * 200, `key-${at + 1}`)),
      rebuild(15 * SECOND_MS),
      rebuild(30 * SECOND_MS, { do: 'killed', afterMs: 2 * SECOND_MS }),
      rebuild(45 * SECOND_MS),
    ],
  }),
  rule: rebuiltEqualsLive,
};
