import { webhooksBySchedule } from '../auditor/webhooksBySchedule.ts';
import { client, MINUTE_MS, type Scenario, SECOND_MS, scenarioPlan, send, times } from './scenario.ts';

const hosts = times(6, (at) => `broken${at + 1}.test`);
const shops = times(3, (at) => client(`shop-${at + 1}`, hosts.slice(2 * at, 2 * at + 2)));

/** Attempts have failed, and while their next ones wait in memory half of the partitions move to a second process. */
export const movedWhilePaused: Scenario = {
  name: 'partitions that move while attempts wait for their time',
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    ...{ over: 'engines', partitions: 4 },
    lastsMs: 2 * MINUTE_MS,
    calmMs: 2 * MINUTE_MS,
    processes: times(2, (at) => ({ name: `process ${at + 1}`, roles: 'all' as const })),
    clients: shops,
    receivers: hosts.map((host) => ({ host, behaviour: '500' as const })),
    plannedEvents: [
      ...shops.map((one) => send(one, 10 * SECOND_MS, one.name)),
      { of: 'process', do: 'start', process: 'process 2', atMs: 35 * SECOND_MS },
    ],
  }),
  rule: webhooksBySchedule,
};
