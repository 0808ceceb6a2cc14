import { endsInTime } from '../auditor/endsInTime.ts';
import { DNS_CHANGES, type PlannedEvent } from '../plan.ts';
import { client, MINUTE_MS, type Scenario, SECOND_MS, scenarioPlan, send, times } from './scenario.ts';

const shop = client('shop');
/** One domain for each thing that may become of its names. */
const domains = DNS_CHANGES.map((_, at) => `mail${at + 1}.test`);

/** Mail goes to the recipients' own servers while the DNS of their domains changes, fails and comes back. */
export const namesChange: Scenario = {
  name: 'mail domains whose names change and fail for a while',
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 12 * MINUTE_MS,
    calmMs: 40 * MINUTE_MS,
    clients: [shop],
    route: 'mx',
    mailDomains: domains.map((domain) => ({ domain, behaviour: 'takes' })),
    plannedEvents: domains.flatMap((domain, at): readonly PlannedEvent[] => [
      ...times(6, (one) =>
        send(shop, (5 + one * 110) * SECOND_MS + at * 100, `key-${at + 1}-${one + 1}`, { domain }),
      ),
      {
        ...{ of: 'names', do: DNS_CHANGES[at] ?? 'moved', domain },
        ...{ atMs: MINUTE_MS, lastsMs: 8 * MINUTE_MS },
      },
    ]),
  }),
  rule: endsInTime,
};
