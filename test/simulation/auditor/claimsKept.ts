import { ENDS, recipientStories } from './recipients.ts';
import type { Breach, Evidence, Rule } from './rule.ts';

interface Outcome {
  /** Why a mail was put off, where it was no answer of a server. */
  readonly cause?: string;
  /** Where a report came from. */
  readonly source?: string;
}

/** What came of a transaction is recorded by the process that claimed last; when the claim has passed on, it is dropped. */
export const claimsKept: Rule = {
  name: 'an outcome is recorded by who has the claim',
  check(evidence: Evidence) {
    const { appendedAtMs, appendedBy } = evidence;
    return recipientStories(evidence).flatMap(({ events, deliveryId, emailId }) => {
      let claim: { readonly by: string | null } | null = null;
      return events.flatMap((event): readonly Breach[] => {
        const by = appendedBy(event);
        if (event.type === 'SubmissionAttempted') {
          claim = { by };
          return [];
        }
        const { cause, source } = event.data as Outcome;
        const isOutcome = ENDS.has(event.type) || event.type === 'DeliveryDelayed';
        if (!isOutcome || claim === null || source !== undefined) return [];
        const { by: claimedBy } = claim;
        claim = null;
        // Anyone may put off what was claimed and abandoned.
        if (by === claimedBy || cause !== undefined) return [];
        return [
          {
            ...{ rule: this.name, atMs: appendedAtMs(event), about: [emailId, deliveryId] },
            what: `the ${event.type} of the mail ${emailId} was recorded by ${by}, and ${claimedBy} had claimed it`,
          },
        ];
      });
    });
  },
};
