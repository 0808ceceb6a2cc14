import { client, MINUTE_MS, type Scenario, SECOND_MS, scenarioPlan, send } from './scenario.ts';

const shop = client('shop', ['healthy.test']);
/** The first unsubscription, five that are taken back, and one more. */
const MOST = 12;

/** Somebody who has a link unsubscribes and takes it back, a hundred times. */
export const changesMind: Scenario = {
  name: 'a log that grows by unsubscribing and undoing on one link',
  issue: 26,
  ingredients: ['recipient: changes mind'],
  plan: scenarioPlan({
    lastsMs: 2 * MINUTE_MS,
    clients: [shop],
    receivers: [{ host: 'healthy.test', behaviour: 'fast' }],
    plannedEvents: [
      { ...send(shop, 5 * SECOND_MS, 'news'), to: ['ann@mail.test'], stream: 'broadcast' },
      {
        ...{ of: 'recipient', do: 'changes mind', atMs: 20 * SECOND_MS, client: 'shop', key: 'news' },
        ...{ address: 'ann@mail.test', times: 100, everyMs: 500 },
      },
    ],
  }),
  rule: {
    name: 'one link adds a bounded number of events to the log',
    check({ plan, events }) {
      const changes = events.filter(({ type }) => type === 'Unsubscribed' || type === 'Resubscribed');
      const one = changes[MOST];
      if (one === undefined) return [];
      return [
        {
          rule: this.name,
          what: `${one.stream} has ${changes.length} changes by one link`,
          atMs: Date.parse(one.metadata.at) - plan.startsAtMs,
          about: [one.id],
        },
      ];
    },
  },
};
