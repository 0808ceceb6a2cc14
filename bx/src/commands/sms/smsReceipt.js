// src/commands/sms/smsReceipt.ts
import { sms } from "../../events/sms.js";
import { firstEventOf } from "../kernel/appendOnce.js";
import { handle } from "../kernel/decider.js";
var smsReceiptDecider = {
  initial: null,
  evolve(state, event) {
    if (event.type === "SmsAccepted")
      return { segments: event.data.segments, attempt: 1, delivered: [], ended: false };
    if (state === null) return null;
    switch (event.type) {
      case "SmsSubmissionAttempted":
        return { ...state, attempt: event.data.attempt };
      case "SmsSegmentDelivered":
        return { ...state, delivered: [...state.delivered, event.data.carrierId] };
      case "SmsDelivered":
        return { ...state, ended: true };
      case "SmsFailed":
        return { ...state, ended: state.ended || event.data.nextAttemptAt === null };
      case "SmsSegmentSent":
      case "SmsSent":
      case "SmsPartReceived":
      case "SmsReceived":
        return state;
    }
  },
  decide({ carrierId, state: reported, detail }, state) {
    if (state === null || state.ended || state.delivered.includes(carrierId)) return [];
    if (reported === "failed")
      return [{ type: "SmsFailed", data: { attempt: state.attempt, detail, nextAttemptAt: null } }];
    if (state.delivered.length + 1 < state.segments)
      return [{ type: "SmsSegmentDelivered", data: { carrierId, detail } }];
    return [{ type: "SmsDelivered", data: { detail } }];
  }
};
async function recordSmsReceipt(ledger, smsId, receipt) {
  const stream = sms.stream(smsId);
  const accepted = await firstEventOf(ledger.store, stream, "SmsAccepted");
  if (accepted === null) return;
  const { workspace, correlation } = accepted.metadata;
  const origin = { workspace, correlation, causation: accepted.id, actor: "recipient" };
  await handle(ledger, origin, stream, smsReceiptDecider, receipt);
}
export {
  recordSmsReceipt,
  smsReceiptDecider
};
//# sourceMappingURL=smsReceipt.js.map
