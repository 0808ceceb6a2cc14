import type { RecordedEvent } from '../../../src/events/event.ts';
import { recipientStories } from './recipients.ts';
import type { Breach, Evidence, Rule } from './rule.ts';

const HOUR_MS = 3_600_000;

interface Delay {
  readonly reported?: boolean;
  /** Why, where it was no answer about the recipient. */
  readonly cause?: string;
}

/**
 * A recipient whose destination rests for all, or greylists, has waited an hour before that is reported, by the waits alone:
 * attempts may take minutes each.
 */
const QUIET_MS = 2 * HOUR_MS;

/**
 * A deferral by a server is reported to the customer, unless one of the same recipient was within the hour before. Where mail
 * goes to the recipients' own servers, most deferrals are about a destination.
 */
export const delaysReported: Rule = {
  name: 'deferrals are reported once an hour',
  check(evidence: Evidence) {
    const quietMs = (cause?: string) =>
      evidence.plan.route === 'mx' || cause === 'greylisted' ? QUIET_MS : 0;
    const { appendedAtMs } = evidence;
    return recipientStories(evidence).flatMap(({ events, deliveryId, emailId }): readonly Breach[] => {
      const [first] = events;
      if (first === undefined) return [];
      /** Clocks are set meanwhile, and an attempt waits for a date: by each of the two it may be longer than was waited. */
      const longestWaitMs = (event: RecordedEvent) =>
        Math.min(
          appendedAtMs(event) - appendedAtMs(first),
          Date.parse(event.metadata.at) - Date.parse(first.metadata.at),
        );
      let reportedMs = Number.NEGATIVE_INFINITY;
      return events.flatMap((event): readonly Breach[] => {
        if (event.type !== 'DeliveryDelayed') return [];
        const { reported = true, cause } = event.data as Delay;
        const dateMs = Date.parse(event.metadata.at);
        const isRecent = dateMs - reportedMs < HOUR_MS;
        if (reported) reportedMs = dateMs;
        const isAnswer = cause === undefined || cause === 'greylisted';
        if (reported || !isAnswer || isRecent || longestWaitMs(event) < quietMs(cause)) return [];
        return [
          {
            ...{ rule: this.name, atMs: appendedAtMs(event), about: [emailId, deliveryId] },
            what: `a deferral of the mail ${emailId} at ${event.metadata.at} was not reported, and none before it`,
          },
        ];
      });
    });
  },
};
