// test/simulation/auditor/notTooEarly.ts
import { recipientStories } from "./recipients.js";
var ROUNDING_MS = 2;
var notTooEarly = {
  name: "scheduled mail waits for its time",
  check(evidence) {
    const aheadMs = Math.max(0, ...evidence.clocksMs);
    const dueOf = new Map(
      recipientStories(evidence).flatMap(
        ({ deliveryId, scheduledFor, emailId }) => scheduledFor === null ? [] : [[deliveryId, { emailId, dueMs: Date.parse(scheduledFor) }]]
      )
    );
    return evidence.journals.mail.flatMap(({ deliveryId, begunAtMs, atMs, dateMs }) => {
      const due = dueOf.get(deliveryId);
      const begunDateMs = dateMs - (atMs - begunAtMs);
      if (due === void 0 || begunDateMs + aheadMs >= due.dueMs - ROUNDING_MS) return [];
      const seconds = Math.round((due.dueMs - begunDateMs) / 1e3);
      return [
        {
          ...{ rule: this.name, atMs: begunAtMs, about: [due.emailId, deliveryId] },
          what: `the mail ${due.emailId} left ${seconds} s before its time`
        }
      ];
    });
  }
};
export {
  notTooEarly
};
//# sourceMappingURL=notTooEarly.js.map
