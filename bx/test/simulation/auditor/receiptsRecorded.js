// test/simulation/auditor/receiptsRecorded.ts
import { endsText } from "./texts.js";
var ROUNDING_MS = 2;
var receiptsRecorded = {
  name: "what the carrier reports is recorded",
  check({ journals, stream, appendedAtMs }) {
    return journals.receipts.flatMap(({ smsId, carrierId, state, answer, atMs }) => {
      if (smsId === null || answer !== "taken") return [];
      const events = stream(`sms-${smsId}`);
      const isKnown = events.some(
        (event) => /^Sms(SegmentSent|Sent)$/.test(event.type) && carrierIdOf(event.data) === carrierId && appendedAtMs(event) <= atMs
      );
      const isRecorded = events.some((event) => {
        if (appendedAtMs(event) > atMs + ROUNDING_MS) return false;
        if (event.type === "SmsDelivered" || event.type === "SmsFailed" && endsText(event)) return true;
        return state === "delivered" && event.type === "SmsSegmentDelivered";
      });
      if (!isKnown || isRecorded) return [];
      return [
        {
          ...{ rule: this.name, atMs, about: [smsId, carrierId] },
          what: `the receipt '${state}' of ${carrierId} was taken, and the text message ${smsId} has none`
        }
      ];
    });
  }
};
var carrierIdOf = (data) => data.carrierId;
export {
  receiptsRecorded
};
//# sourceMappingURL=receiptsRecorded.js.map
