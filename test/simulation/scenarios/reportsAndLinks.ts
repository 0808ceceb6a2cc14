import type { Breach, Evidence } from '../auditor/rule.ts';
import type { PlannedReport } from '../plan.ts';
import { client, MINUTE_MS, type Scenario, SECOND_MS, scenarioPlan, send } from './scenario.ts';

const shop = client('shop', ['healthy.test']);
const GONE = 'gone@mail.test';
const READER = 'reader@mail.test';
const FORWARDS = 'forwards@mail.test';
const LATER_GONE = 'later-gone@mail.test';
const about = (address: string) => ({ client: 'shop', key: 'news', address });
const report = (atMs: number, parts: Partial<PlannedReport>): PlannedReport => ({
  ...{ of: 'report', do: 'bounce', proof: 'signed', times: 1, everyMs: 0, atMs, ...about(GONE) },
  ...parts,
});

const RULE = 'reports and links do what they say, once';

/** What must be in the log how often, by type and recipient. */
const EXPECTED: readonly (readonly [type: string, recipient: string, count: number])[] = [
  ['Bounced', GONE, 1],
  ['Bounced', READER, 0],
  ['Bounced', FORWARDS, 0],
  ['Delivered', FORWARDS, 1],
  ['Bounced', LATER_GONE, 1],
  ['Delivered', READER, 1],
  ['Opened', READER, 1],
  ['Clicked', READER, 1],
  ['Unsubscribed', READER, 1],
  ['Resubscribed', READER, 1],
];

/** Signed reports that come twice and hours late, forged ones, and a reader who follows links. */
export const reportsAndLinks: Scenario = {
  name: 'reports that come late and twice, and links that are followed',
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 310 * MINUTE_MS,
    clients: [shop],
    receivers: [{ host: 'healthy.test', behaviour: 'fast' }],
    plannedEvents: [
      { ...send(shop, 5 * SECOND_MS, 'news'), to: [GONE, READER, FORWARDS, LATER_GONE], stream: 'broadcast' },
      report(MINUTE_MS, { proof: 'forged', ...about(READER) }),
      report(2 * MINUTE_MS, { do: 'delivered', ...about(READER), times: 2, everyMs: 5 * SECOND_MS }),
      ...(['open', 'click', 'unsubscribe', 'undo'] as const).map((what, at) => ({
        ...{ of: 'recipient' as const, do: what, atMs: (3 + at) * MINUTE_MS, ...about(READER) },
        ...{ times: 2, everyMs: SECOND_MS },
      })),
      report(8 * MINUTE_MS, { do: 'partly', proof: 'forwarded', ...about(FORWARDS) }),
      report(9 * MINUTE_MS, { proof: 'in capitals', ...about(LATER_GONE) }),
      report(300 * MINUTE_MS, { times: 2, everyMs: MINUTE_MS }),
      { ...send(shop, 305 * MINUTE_MS, 'again'), to: [GONE, READER] },
    ],
  }),
  rule: {
    name: RULE,
    check({ journals, events }: Evidence) {
      const breaches: Breach[] = [];
      const wrong = (what: string, recipient: string) =>
        breaches.push({ rule: RULE, what, atMs: null, about: [recipient] });
      for (const [type, recipient, count] of EXPECTED) {
        const found = events.filter(
          (one) => one.type === type && (one.data as { readonly recipient?: string }).recipient === recipient,
        ).length;
        if (found !== count) wrong(`${type} of ${recipient} ${found} times, not ${count}`, recipient);
      }
      for (const { proof, answer, recipient } of journals.reports)
        if (answer !== (proof === 'forged' ? 'unknown' : 'taken'))
          wrong(`a report, ${proof}, was answered: ${answer}`, recipient);
      for (const [recipient, count] of [
        [GONE, 1],
        [READER, 2],
      ] as const) {
        const mails = journals.mail.filter((line) => line.recipient === recipient && line.has).length;
        if (mails !== count) wrong(`${recipient} got ${mails} mails, not ${count}`, recipient);
      }
      return breaches;
    },
  },
};
