import { promptTo } from './promptTo.ts';
import { client, type Scenario, SECOND_MS, scenarioPlan, send } from './scenario.ts';

const shop = client('shop', ['healthy.test']);
const live = ['live-1', 'live-2'];

/** An operator has 304 deliveries posted again, and meanwhile something new happens. */
export const replayAheadOfLive: Scenario = {
  name: 'a replay goes ahead of live events',
  issue: 24,
  ingredients: ['client: redeliver'],
  plan: scenarioPlan({
    lastsMs: 80 * SECOND_MS,
    clients: [shop],
    receivers: [{ host: 'healthy.test', behaviour: '250 ms' }],
    plannedEvents: [
      send(shop, 5 * SECOND_MS, 'much', { recipients: 152 }),
      send(shop, 6 * SECOND_MS, 'more', { recipients: 152 }),
      {
        ...{ of: 'client', do: 'redeliver', client: 'shop', atMs: 40 * SECOND_MS },
        ...{ url: 'https://healthy.test/hook', sinceMs: 0 },
      },
      ...live.map((key, at) => send(shop, 41 * SECOND_MS + at * 500, key)),
    ],
  }),
  rule: promptTo('healthy.test', live),
};
