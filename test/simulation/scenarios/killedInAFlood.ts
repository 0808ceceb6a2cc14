import { webhooksBySchedule } from '../auditor/webhooksBySchedule.ts';
import type { PlannedEvent } from '../plan.ts';
import { client, MINUTE_MS, type Scenario, SECOND_MS, scenarioPlan, send, times } from './scenario.ts';

const shop = client('shop', ['healthy.test']);
const SENDS = 30;

/** A flood of mail, and the process is killed so long after its beginning; it is away for five seconds. */
const flood = (fromMs: number, killedAfterMs: number): readonly PlannedEvent[] => [
  ...times(SENDS, (at) => send(shop, fromMs + at * 20, `flood-${fromMs}-${at + 1}`)),
  {
    ...{ of: 'process', do: 'kill', process: 'process 1', upon: 'now', againAfterMs: 5 * SECOND_MS },
    atMs: fromMs + killedAfterMs,
  },
];
/** The same while each append takes up to two seconds, so that checkpoints are saved with events still waiting. */
const slowFlood = (fromMs: number, killedAfterMs: number): readonly PlannedEvent[] => [
  ...flood(fromMs, killedAfterMs),
  {
    ...{ of: 'store', do: 'slow', store: 'log', process: null, share: 1 },
    ...{ atMs: fromMs + 300, lastsMs: killedAfterMs },
  },
];

/** What was delivered shortly before a death is not posted again after it, and what was read ahead is not forgotten. */
export const killedInAFlood: Scenario = {
  name: 'a process that is killed in the middle of floods',
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 100 * SECOND_MS,
    calmMs: 2 * MINUTE_MS,
    clients: [shop],
    receivers: [{ host: 'healthy.test', behaviour: 'fast' }],
    plannedEvents: [
      ...flood(10 * SECOND_MS, 500),
      ...flood(25 * SECOND_MS, 700),
      ...slowFlood(40 * SECOND_MS, 2_300),
      ...slowFlood(60 * SECOND_MS, 3_100),
    ],
  }),
  rule: webhooksBySchedule,
};

const hosts = times(4, (at) => `healthy${at + 1}.test`);
const shops = times(2, (at) => client(`shop-${at + 1}`, hosts.slice(2 * at, 2 * at + 2)));
const floodOfBoth = (fromMs: number, process: string): readonly PlannedEvent[] => [
  ...shops.flatMap((one) =>
    times(12, (at) => send(one, fromMs + at * 20, `${one.name}-${fromMs}-${at + 1}`)),
  ),
  {
    ...{ of: 'process', do: 'kill', process, upon: 'now', againAfterMs: 20 * SECOND_MS },
    atMs: fromMs + 900,
  },
];

/** What a process had scheduled before its death, another schedules again, and posts nothing of it twice. */
export const killedNextToAnother: Scenario = {
  name: 'a process that is killed in the middle of a flood next to another',
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 2 * MINUTE_MS,
    calmMs: 2 * MINUTE_MS,
    over: 'engines',
    partitions: 4,
    processes: times(2, (at) => ({ name: `process ${at + 1}`, roles: 'all' as const })),
    clients: shops,
    receivers: hosts.map((host) => ({ host, behaviour: 'fast' as const })),
    plannedEvents: [...floodOfBoth(30 * SECOND_MS, 'process 1'), ...floodOfBoth(70 * SECOND_MS, 'process 2')],
  }),
  rule: webhooksBySchedule,
};
