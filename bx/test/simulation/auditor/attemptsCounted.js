// test/simulation/auditor/attemptsCounted.ts
import { recipientStories } from "./recipients.js";
var attemptsCounted = {
  name: "only attempts that were begun are counted",
  check(evidence) {
    return recipientStories(evidence).flatMap(
      ({ events, deliveryId, emailId }) => events.flatMap((event, place) => {
        const before = events[place - 1];
        if (event.type !== "SubmissionAttempted" || before?.type !== event.type) return [];
        const [number, numberBefore] = [event, before].map(({ data }) => data.attempt);
        if (number === numberBefore) return [];
        return [
          {
            ...{ rule: this.name, atMs: evidence.appendedAtMs(event), about: [emailId, deliveryId] },
            what: `the mail ${emailId} has the attempt ${number} directly after ${numberBefore}`
          }
        ];
      })
    );
  }
};
export {
  attemptsCounted
};
//# sourceMappingURL=attemptsCounted.js.map
