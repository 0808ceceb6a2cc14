import { client, MINUTE_MS, type Scenario, SECOND_MS, scenarioPlan, send } from './scenario.ts';

const shop = { ...client('shop'), perDay: 1 };
const LATE_MS = 5 * MINUTE_MS;

/**
 * A mail to two: one is to be tried again soon, while the other waits for tomorrow's pace. A retry does not count in the day's
 * pace, so it must not wait for it.
 */
export const dayOfAnother: Scenario = {
  name: 'a retry waits for the day of another recipient',
  issue: 24,
  ingredients: ['client: a small day'],
  plan: scenarioPlan({
    lastsMs: 10 * MINUTE_MS,
    calmMs: 15 * MINUTE_MS,
    clients: [shop],
    mailDomains: [{ domain: 'mail.test', behaviour: 'greylists' }],
    plannedEvents: [send(shop, 5 * SECOND_MS, 'key-1', { recipients: 2 })],
  }),
  rule: {
    name: 'a retry begins within five minutes of its time',
    check({ events, endDateMs }) {
      const due = new Map<string, number>();
      for (const event of events) {
        const { deliveryId, nextAttemptAt } = event.data as Record<string, string | null>;
        if (event.type === 'SubmissionAttempted') due.delete(deliveryId ?? '');
        if (event.type === 'DeliveryDelayed' && nextAttemptAt)
          due.set(deliveryId ?? '', Date.parse(nextAttemptAt));
      }
      return [...due].flatMap(([deliveryId, atMs]) =>
        endDateMs - atMs < LATE_MS
          ? []
          : [
              {
                rule: this.name,
                what: `the retry of ${deliveryId} is ${Math.round((endDateMs - atMs) / SECOND_MS)} s late`,
                atMs: null,
                about: [deliveryId],
              },
            ],
      );
    },
  },
};
