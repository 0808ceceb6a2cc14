import { webhooksInTime } from '../auditor/webhooksInTime.ts';
import { client, MINUTE_MS, type Scenario, SECOND_MS, scenarioPlan, send, times } from './scenario.ts';

const shop = client('shop', ['fails.test']);
const hosts = times(4, (at) => `healthy${at + 1}.test`);
const others = times(2, (at) => client(`shop-${at + 1}`, hosts.slice(2 * at, 2 * at + 2)));
const HOUR_MS = 60 * MINUTE_MS;

/** Failed deliveries wait for their next attempt when the clock is set back; more have waited before than there is room for. */
export const clockSetBack: Scenario = {
  name: 'a clock that is set back by an hour between two attempts',
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 400 * SECOND_MS,
    calmMs: MINUTE_MS,
    processes: [{ name: 'process 1', roles: 'all', bounds: { dispatch: { maxPauses: 12 } } }],
    clients: [shop],
    receivers: [{ host: 'fails.test', behaviour: '500' }],
    plannedEvents: [
      ...times(8, (at) => send(shop, 5 * SECOND_MS + at * 100, `key-${at + 1}`)),
      { of: 'clock', do: 'step', atMs: 2 * MINUTE_MS, process: null, byMs: -HOUR_MS },
    ],
  }),
  rule: webhooksInTime,
};

/** What a process schedules whose clock is ahead, another posts whose clock is right. */
export const clocksApart: Scenario = {
  name: 'two processes whose clocks are an hour apart',
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 2 * MINUTE_MS,
    calmMs: MINUTE_MS,
    over: 'engines',
    partitions: 4,
    processes: times(2, (at) => ({ name: `process ${at + 1}`, roles: 'all' as const })),
    clients: others,
    receivers: hosts.map((host) => ({ host, behaviour: 'fast' as const })),
    plannedEvents: [
      { of: 'clock', do: 'step', atMs: 5 * SECOND_MS, process: 'process 2', byMs: HOUR_MS },
      ...others.flatMap((one) => times(12, (at) => send(one, MINUTE_MS + at * 500, `${one.name}-${at + 1}`))),
    ],
  }),
  rule: webhooksInTime,
};
