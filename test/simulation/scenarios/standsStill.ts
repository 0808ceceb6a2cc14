import { claimsKept } from '../auditor/claimsKept.ts';
import { webhooksBySchedule } from '../auditor/webhooksBySchedule.ts';
import { client, MINUTE_MS, type Scenario, SECOND_MS, scenarioPlan, send, times } from './scenario.ts';

const two = times(2, (at) => ({ name: `process ${at + 1}`, roles: 'all' as const }));
const engines = { over: 'engines', partitions: 4, processes: two } as const;
const shop = client('shop');
const PAUSED_MS = 14 * MINUTE_MS;

/** A process stands still in the middle of transactions, and goes on when another has its claims. */
export const stillInASend: Scenario = {
  name: 'a process that stands still while it sends, and goes on when another sends',
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    ...engines,
    lastsMs: 25 * MINUTE_MS,
    calmMs: 20 * MINUTE_MS,
    clients: [shop],
    mailDomains: [{ domain: 'mail.test', behaviour: 'hangs' }],
    plannedEvents: [
      ...times(8, (at) => send(shop, 20 * SECOND_MS + at * 100, `key-${at + 1}`)),
      { of: 'process', do: 'pause', process: 'process 1', atMs: 23 * SECOND_MS, lastsMs: PAUSED_MS },
    ],
  }),
  rule: claimsKept,
};

const hosts = times(6, (at) => `slow${at + 1}.test`);
const shops = times(3, (at) => client(`shop-${at + 1}`, hosts.slice(2 * at, 2 * at + 2)));

/** A process stands still while it is given its leases; when it goes on they have lapsed, and are another's. */
export const stillInAnAcquire: Scenario = {
  name: 'a process that stands still while it acquires its leases',
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    ...engines,
    lastsMs: 100 * SECOND_MS,
    calmMs: 2 * MINUTE_MS,
    clients: shops,
    receivers: hosts.map((host) => ({ host, behaviour: '1.9 s' as const })),
    plannedEvents: [
      { of: 'process', do: 'start', process: 'process 2', atMs: 20 * SECOND_MS },
      {
        ...{ of: 'store', do: 'slow', store: 'coordination', process: 'process 2', share: 1 },
        ...{ atMs: 20 * SECOND_MS, lastsMs: 8 * SECOND_MS },
      },
      { of: 'process', do: 'pause', process: 'process 2', atMs: 21.8 * SECOND_MS, lastsMs: 12 * SECOND_MS },
      ...shops.flatMap((one) =>
        times(10, (at) => send(one, MINUTE_MS + at * 3 * SECOND_MS, `${one.name}-${at + 1}`)),
      ),
    ],
  }),
  rule: webhooksBySchedule,
};
