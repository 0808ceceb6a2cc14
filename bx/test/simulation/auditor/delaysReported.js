// test/simulation/auditor/delaysReported.ts
import { recipientStories } from "./recipients.js";
var HOUR_MS = 36e5;
var QUIET_MS = 2 * HOUR_MS;
var delaysReported = {
  name: "deferrals are reported once an hour",
  check(evidence) {
    const quietMs = (cause) => evidence.plan.route === "mx" || cause === "greylisted" ? QUIET_MS : 0;
    const { appendedAtMs } = evidence;
    return recipientStories(evidence).flatMap(({ events, deliveryId, emailId }) => {
      const [first] = events;
      if (first === void 0) return [];
      const longestWaitMs = (event) => Math.min(
        appendedAtMs(event) - appendedAtMs(first),
        Date.parse(event.metadata.at) - Date.parse(first.metadata.at)
      );
      let reportedMs = Number.NEGATIVE_INFINITY;
      return events.flatMap((event) => {
        if (event.type !== "DeliveryDelayed") return [];
        const { reported = true, cause } = event.data;
        const dateMs = Date.parse(event.metadata.at);
        const isRecent = dateMs - reportedMs < HOUR_MS;
        if (reported) reportedMs = dateMs;
        const isAnswer = cause === void 0 || cause === "greylisted";
        if (reported || !isAnswer || isRecent || longestWaitMs(event) < quietMs(cause)) return [];
        return [
          {
            ...{ rule: this.name, atMs: appendedAtMs(event), about: [emailId, deliveryId] },
            what: `a deferral of the mail ${emailId} at ${event.metadata.at} was not reported, and none before it`
          }
        ];
      });
    });
  }
};
export {
  delaysReported
};
//# sourceMappingURL=delaysReported.js.map
