// test/simulation/scenarios/dayOfAnother.ts
import { client, MINUTE_MS, SECOND_MS, scenarioPlan, send } from "./scenario.js";
var shop = { ...client("shop"), perDay: 1 };
var LATE_MS = 5 * MINUTE_MS;
var dayOfAnother = {
  name: "a retry waits for the day of another recipient",
  issue: 24,
  ingredients: ["client: a small day"],
  plan: scenarioPlan({
    lastsMs: 10 * MINUTE_MS,
    calmMs: 15 * MINUTE_MS,
    clients: [shop],
    mailDomains: [{ domain: "mail.test", behaviour: "greylists" }],
    plannedEvents: [send(shop, 5 * SECOND_MS, "key-1", { recipients: 2 })]
  }),
  rule: {
    name: "a retry begins within five minutes of its time",
    check({ events, endDateMs }) {
      const due = /* @__PURE__ */ new Map();
      for (const event of events) {
        const { deliveryId, nextAttemptAt } = event.data;
        if (event.type === "SubmissionAttempted") due.delete(deliveryId ?? "");
        if (event.type === "DeliveryDelayed" && nextAttemptAt)
          due.set(deliveryId ?? "", Date.parse(nextAttemptAt));
      }
      return [...due].flatMap(
        ([deliveryId, atMs]) => endDateMs - atMs < LATE_MS ? [] : [
          {
            rule: this.name,
            what: `the retry of ${deliveryId} is ${Math.round((endDateMs - atMs) / SECOND_MS)} s late`,
            atMs: null,
            about: [deliveryId]
          }
        ]
      );
    }
  }
};
export {
  dayOfAnother
};
//# sourceMappingURL=dayOfAnother.js.map
