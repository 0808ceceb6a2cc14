import { attemptsCounted } from '../auditor/attemptsCounted.ts';
import { webhooksBySchedule } from '../auditor/webhooksBySchedule.ts';
import type { StoreTrouble } from '../plan.ts';
import { client, MINUTE_MS, type Scenario, SECOND_MS, scenarioPlan, send, times } from './scenario.ts';

const shop = client('shop', ['fails.test', 'slow.test']);

const ofLog = (what: StoreTrouble['do'], atMs: number, lastsMs: number, share = 1): StoreTrouble => ({
  ...{ of: 'store', do: what, store: 'log', process: null, atMs, lastsMs, share },
});

/** The way out closes in the middle of mail that was claimed: nothing was sent under those claims. */
export const routeAway: Scenario = {
  name: 'a mail route that closes between claims and their mails',
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: MINUTE_MS,
    calmMs: 3 * MINUTE_MS,
    clients: [client('sender')],
    plannedEvents: [
      ...times(10, (at) =>
        send(client('sender'), 20 * SECOND_MS + at * 100, `key-${at + 1}`, { recipients: 5 }),
      ),
      // Claims take so long that the route closes meanwhile.
      ofLog('slow', 20.2 * SECOND_MS, 1.5 * SECOND_MS),
      { of: 'outside', do: 'relay away', atMs: 21 * SECOND_MS, lastsMs: 20 * SECOND_MS, who: null },
    ],
  }),
  rule: attemptsCounted,
};

/** The log is away while outcomes are recorded, and when next attempts are due; and it loses answers. */
export const logAway: Scenario = {
  name: 'a log that is away while attempts begin and end',
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 150 * SECOND_MS,
    calmMs: 2 * MINUTE_MS,
    clients: [shop],
    receivers: [
      { host: 'fails.test', behaviour: '500' },
      { host: 'slow.test', behaviour: '1.9 s' },
    ],
    plannedEvents: [
      ...times(6, (at) => send(shop, 10 * SECOND_MS + at * 50, `first-${at + 1}`)),
      // The next attempts of the first are due.
      ofLog('unavailable', 68 * SECOND_MS, 10 * SECOND_MS),
      // Posts of the second are under way.
      ...times(4, (at) => send(shop, 100 * SECOND_MS + at * 50, `second-${at + 1}`)),
      ofLog('unavailable', 101.2 * SECOND_MS, 15 * SECOND_MS),
      ...times(30, (at) => send(shop, 130 * SECOND_MS + at * 200, `third-${at + 1}`)),
      ofLog('answers lost', 130 * SECOND_MS, 8 * SECOND_MS, 0.3),
    ],
  }),
  rule: webhooksBySchedule,
};
