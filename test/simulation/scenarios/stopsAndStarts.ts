import { stopsValid } from '../auditor/stopsValid.ts';
import type { InboundText, PlannedEvent } from '../plan.ts';
import { client, MINUTE_MS, type Scenario, SECOND_MS, scenarioPlan, times } from './scenario.ts';

const shop = { ...client('shop'), number: '+46101000' };
const from = '+46701000001';

const word = (what: 'stop' | 'start', atMs: number, of: Partial<InboundText> = {}): PlannedEvent => ({
  ...{ of: 'text', do: what, atMs, client: shop.name, from, hasId: true, times: 1, everyMs: 0 },
  ...of,
});

/** The carrier brings a STOP again when the person has long said START, and the shop writes all the while. */
export const stopsAndStarts: Scenario = {
  name: 'a STOP that is brought again after a START',
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 4 * MINUTE_MS,
    clients: [shop],
    plannedEvents: [
      word('stop', 30 * SECOND_MS, { times: 2, everyMs: 2 * MINUTE_MS }),
      word('start', MINUTE_MS),
      ...times(
        20,
        (at): PlannedEvent => ({
          ...{ of: 'client', do: 'text', client: shop.name, key: `text-${at + 1}`, to: from },
          ...{ atMs: (5 + at * 10) * SECOND_MS, segments: 1, callsAtOnce: 1 },
        }),
      ),
    ],
  }),
  rule: stopsValid,
};
