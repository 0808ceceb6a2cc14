import { delaysReported } from '../auditor/delaysReported.ts';
import { client, MINUTE_MS, type Scenario, SECOND_MS, scenarioPlan, send } from './scenario.ts';

const shop = client('shop');
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Mails to many are deferred again and again, more often than that is reported; another one is to leave in an hour. Few of five
 * hundred recipients are deferred six times, and at times that a wrong report would show.
 */
export const deferredForHours: Scenario = {
  name: 'a mail that is deferred for hours, next to a scheduled one',
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 8 * HOUR_MS,
    clients: [shop],
    mailDomains: [
      { domain: 'mail.test', behaviour: 'takes' },
      { domain: 'full.test', behaviour: 'defers' },
    ],
    plannedEvents: [
      ...Array.from({ length: 10 }, (_, n) =>
        send(shop, 5 * SECOND_MS, `deferred-${n}`, { domain: 'full.test', recipients: 50 }),
      ),
      { ...send(shop, 6 * SECOND_MS, 'scheduled'), laterMs: HOUR_MS },
    ],
  }),
  rule: delaysReported,
};
