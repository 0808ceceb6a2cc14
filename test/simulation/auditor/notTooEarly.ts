import { recipientStories } from './recipients.ts';
import type { Breach, Evidence, Rule } from './rule.ts';

/** Dates are whole milliseconds. */
const ROUNDING_MS = 2;

/** No server sees a scheduled mail before its time, by the clock that was ever furthest ahead of the date outside. */
export const notTooEarly: Rule = {
  name: 'scheduled mail waits for its time',
  check(evidence: Evidence) {
    const aheadMs = Math.max(0, ...evidence.clocksMs);
    const dueOf = new Map(
      recipientStories(evidence).flatMap(({ deliveryId, scheduledFor, emailId }) =>
        scheduledFor === null ? [] : [[deliveryId, { emailId, dueMs: Date.parse(scheduledFor) }]],
      ),
    );
    return evidence.journals.mail.flatMap(({ deliveryId, begunAtMs, atMs, dateMs }): readonly Breach[] => {
      const due = dueOf.get(deliveryId);
      const begunDateMs = dateMs - (atMs - begunAtMs);
      if (due === undefined || begunDateMs + aheadMs >= due.dueMs - ROUNDING_MS) return [];
      const seconds = Math.round((due.dueMs - begunDateMs) / 1_000);
      return [
        {
          ...{ rule: this.name, atMs: begunAtMs, about: [due.emailId, deliveryId] },
          what: `the mail ${due.emailId} left ${seconds} s before its time`,
        },
      ];
    });
  },
};
