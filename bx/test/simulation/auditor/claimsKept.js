// test/simulation/auditor/claimsKept.ts
import { ENDS, recipientStories } from "./recipients.js";
var claimsKept = {
  name: "an outcome is recorded by who has the claim",
  check(evidence) {
    const { appendedAtMs, appendedBy } = evidence;
    return recipientStories(evidence).flatMap(({ events, deliveryId, emailId }) => {
      let claim = null;
      return events.flatMap((event) => {
        const by = appendedBy(event);
        if (event.type === "SubmissionAttempted") {
          claim = { by };
          return [];
        }
        const { cause, source } = event.data;
        const isOutcome = ENDS.has(event.type) || event.type === "DeliveryDelayed";
        if (!isOutcome || claim === null || source !== void 0) return [];
        const { by: claimedBy } = claim;
        claim = null;
        if (by === claimedBy || cause !== void 0) return [];
        return [
          {
            ...{ rule: this.name, atMs: appendedAtMs(event), about: [emailId, deliveryId] },
            what: `the ${event.type} of the mail ${emailId} was recorded by ${by}, and ${claimedBy} had claimed it`
          }
        ];
      });
    });
  }
};
export {
  claimsKept
};
//# sourceMappingURL=claimsKept.js.map
