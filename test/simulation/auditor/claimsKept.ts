import { ENDS, recipientStories } from './recipients.ts';
import type { Breach, Evidence, Rule } from './rule.ts';

/** Causes of a delay that are no answer to a transaction: anyone may record them. */
interface Delay {
  readonly cause?: string;
}

/** What came of a transaction is recorded by the process that claimed last, and no one records it when the claim has passed on. */
export const claimsKept: Rule = {
  name: 'an outcome is recorded by who has the claim',
  check(evidence: Evidence) {
    const { stores } = evidence;
    const byOf = new Map(stores.log.events.map(({ id }, at) => [id, stores.log.appended[at]?.by ?? null]));
    return recipientStories(evidence).flatMap(({ events, deliveryId, emailId }) => {
      let claimedBy: string | null = null;
      return events.flatMap((event): readonly Breach[] => {
        const by = byOf.get(event.id) ?? null;
        if (event.type === 'SubmissionAttempted') {
          claimedBy = by;
          return [];
        }
        const { cause, source } = event.data as Delay & { readonly source?: string };
        const isOutcome = ENDS.has(event.type) || event.type === 'DeliveryDelayed';
        if (!isOutcome || claimedBy === null || cause !== undefined || source !== undefined) return [];
        const claimer: string = claimedBy;
        claimedBy = null;
        if (by === claimer) return [];
        return [
          {
            ...{ rule: this.name, atMs: evidence.appendedAtMs(event), about: [emailId, deliveryId] },
            what: `the ${event.type} of the mail ${emailId} was recorded by ${by}, and ${claimer} had claimed it`,
          },
        ];
      });
    });
  },
};
