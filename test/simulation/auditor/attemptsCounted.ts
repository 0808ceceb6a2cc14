import { recipientStories } from './recipients.ts';
import type { Breach, Evidence, Rule } from './rule.ts';

/**
 * An attempt is counted when it was begun: of two claims in a row, without an outcome between them, nothing was sent under the
 * first, and the second has its number.
 */
export const attemptsCounted: Rule = {
  name: 'only attempts that were begun are counted',
  check(evidence: Evidence) {
    return recipientStories(evidence).flatMap(({ events, deliveryId, emailId }) =>
      events.flatMap((event, place): readonly Breach[] => {
        const before = events[place - 1];
        if (event.type !== 'SubmissionAttempted' || before?.type !== event.type) return [];
        const [number, numberBefore] = [event, before].map(({ data }) => (data as Claim).attempt);
        if (number === numberBefore) return [];
        return [
          {
            ...{ rule: this.name, atMs: evidence.appendedAtMs(event), about: [emailId, deliveryId] },
            what: `the mail ${emailId} has the attempt ${number} directly after ${numberBefore}`,
          },
        ];
      }),
    );
  },
};

interface Claim {
  readonly attempt: number;
}
