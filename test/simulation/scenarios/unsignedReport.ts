import type { PlannedReport } from '../plan.ts';
import { client, MINUTE_MS, type Scenario, SECOND_MS, scenarioPlan, send } from './scenario.ts';

const shop = client('shop');
const ADDRESS = 'ann@mail.test';
const first = { ...send(shop, 5 * SECOND_MS, 'first'), to: [ADDRESS] };
const second = { ...send(shop, 2 * MINUTE_MS, 'second'), to: [ADDRESS] };

const unsigned = (name: string, what: PlannedReport['do']): Scenario => ({
  name,
  issue: 23,
  ingredients: [`report: unsigned ${what}`, `report: forwarded ${what}`],
  plan: scenarioPlan({
    lastsMs: 3 * MINUTE_MS,
    clients: [shop],
    plannedEvents: [
      first,
      {
        ...{ of: 'report', do: what, atMs: MINUTE_MS, client: 'shop', key: 'first', address: ADDRESS },
        ...{ proof: 'unsigned', times: 1, everyMs: 0 },
      },
      second,
    ],
  }),
  rule: {
    name: 'no one is suppressed by a single unsigned report',
    check({ plan, journals, events }) {
      const handedOver = journals.mail.filter(({ recipient, has }) => has && recipient === ADDRESS);
      if (journals.reports.every(({ answer }) => answer !== 'taken') || handedOver.length > 1) return [];
      const refused = events.find(({ type }) => type === 'Rejected');
      const dateMs = refused === undefined ? null : Date.parse(refused.metadata.at);
      return [
        {
          rule: this.name,
          what: `${ADDRESS} gets no more mail after one ${what} that knew the Message-ID alone`,
          atMs: dateMs === null ? second.atMs : dateMs - plan.startsAtMs,
          about: [ADDRESS],
        },
      ];
    },
  },
});

/** A person who knows a Message-ID, such as another recipient of the message, reports that someone's address does not exist. */
export const unsignedBounce = unsigned('a suppression by one forged report of a bounce', 'bounce');
/** The same with a complaint, which names no address at all. */
export const unsignedComplaint = unsigned('a suppression by one forged complaint', 'complaint');
