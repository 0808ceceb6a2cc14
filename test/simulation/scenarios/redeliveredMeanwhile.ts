import { webhooksInTime } from '../auditor/webhooksInTime.ts';
import { client, MINUTE_MS, type Scenario, SECOND_MS, scenarioPlan, send, times } from './scenario.ts';

const shop = client('shop', ['hangs.test']);

/** An operator asks for deliveries again while their second attempts are under way. */
export const redeliveredMeanwhile: Scenario = {
  name: 'a delivery that is asked for again while it is attempted',
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 150 * SECOND_MS,
    calmMs: 2 * MINUTE_MS,
    clients: [shop],
    receivers: [{ host: 'hangs.test', behaviour: 'hangs' }],
    plannedEvents: [
      ...times(1, (at) => send(shop, 5 * SECOND_MS, `key-${at + 1}`)),
      {
        ...{ of: 'client', do: 'redeliver', client: 'shop', url: 'https://hangs.test/hook' },
        ...{ atMs: 80 * SECOND_MS, sinceMs: 0 },
      },
    ],
  }),
  rule: webhooksInTime,
};
