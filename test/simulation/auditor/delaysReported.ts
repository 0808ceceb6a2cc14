import { recipientStories } from './recipients.ts';
import type { Breach, Evidence, Rule } from './rule.ts';

const HOUR_MS = 3_600_000;

interface Delay {
  readonly reported?: boolean;
  /** Why, where it was no answer of a server. */
  readonly cause?: string;
}

/** A deferral by a server is reported to the customer, unless one of the same recipient was within the hour before. */
export const delaysReported: Rule = {
  name: 'deferrals are reported once an hour',
  check(evidence: Evidence) {
    return recipientStories(evidence).flatMap(({ events, deliveryId, emailId }): readonly Breach[] => {
      let reportedMs = Number.NEGATIVE_INFINITY;
      return events.flatMap((event): readonly Breach[] => {
        if (event.type !== 'DeliveryDelayed') return [];
        const { reported = true, cause } = event.data as Delay;
        const dateMs = Date.parse(event.metadata.at);
        const isRecent = dateMs - reportedMs < HOUR_MS;
        if (reported) reportedMs = dateMs;
        if (reported || cause !== undefined || isRecent) return [];
        return [
          {
            ...{ rule: this.name, atMs: evidence.appendedAtMs(event), about: [emailId, deliveryId] },
            what: `a deferral of the mail ${emailId} at ${event.metadata.at} was not reported, and none before it`,
          },
        ];
      });
    });
  },
};
