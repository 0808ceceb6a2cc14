import { stopsInOrder as rule } from '../auditor/stopsInOrder.ts';
import type { PlannedEvent } from '../plan.ts';
import { client, MINUTE_MS, type Scenario, SECOND_MS, scenarioPlan, send, times } from './scenario.ts';

const hosts = times(4, (at) => `slow${at + 1}.test`);
const shops = times(2, (at) => client(`shop-${at + 1}`, hosts.slice(2 * at, 2 * at + 2)));

/** Mail goes out, and a process is restarted while the posts about it are under way. */
const restart = (process: string, atMs: number): readonly PlannedEvent[] => [
  ...shops.flatMap((one) => times(6, (at) => send(one, atMs + at * 50, `${one.name}-${atMs}-${at + 1}`))),
  { of: 'process', do: 'stop', process, atMs: atMs + 1_200 },
  { of: 'process', do: 'start', process, atMs: atMs + 15 * SECOND_MS },
];

/** Two processes are restarted one after the other, as a new release is rolled out. */
export const stopsInOrder: Scenario = {
  name: 'processes that are restarted in order',
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 110 * SECOND_MS,
    calmMs: 2 * MINUTE_MS,
    over: 'engines',
    partitions: 4,
    processes: times(2, (at) => ({ name: `process ${at + 1}`, roles: 'all' as const })),
    clients: shops,
    receivers: hosts.map((host) => ({ host, behaviour: '1.9 s' as const })),
    plannedEvents: [
      ...times(2, (at) => ({
        ...{ of: 'process' as const, do: 'start' as const, process: `process ${at + 1}`, atMs: 0 },
      })),
      ...restart('process 1', 30 * SECOND_MS),
      ...restart('process 2', 60 * SECOND_MS),
      ...restart('process 1', 90 * SECOND_MS),
    ],
  }),
  rule,
};
