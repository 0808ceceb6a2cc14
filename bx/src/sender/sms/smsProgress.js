// src/sender/sms/smsProgress.ts
import { sms } from "../../events/sms.js";
import { foldedStream } from "../../runtime/fold/foldedStream.js";
import { sendingStream } from "../sendingStream.js";
var UNTRIED = {
  state: { at: "waiting" },
  attempts: 0,
  unanswered: 0,
  taken: 0,
  lastTakenId: null
};
function advanceSms(progress, event) {
  if (event.type === "SmsAccepted") {
    return { ...UNTRIED, accepted: event, position: event.position };
  }
  if (progress === null) return null;
  if (event.type === "SmsSegmentDelivered" || event.type === "SmsDelivered") return progress;
  if (event.type === "SmsPartReceived" || event.type === "SmsReceived") return progress;
  const moved = { ...progress, position: event.position };
  if (progress.state.at === "ended") return moved;
  switch (event.type) {
    case "SmsSubmissionAttempted": {
      const { id: claimId, metadata, data } = event;
      const state = { at: "claimed", claimId, sinceMs: Date.parse(metadata.at) };
      return { ...moved, attempts: data.attempt, state };
    }
    case "SmsSegmentSent":
      return { ...moved, taken: progress.taken + 1, lastTakenId: event.id };
    case "SmsSent":
      return { ...moved, state: { at: "ended" } };
    case "SmsFailed": {
      const { nextAttemptAt } = event.data;
      if (nextAttemptAt === null) return { ...moved, state: { at: "ended" } };
      const unanswered = progress.unanswered + (event.data.unanswered ? 1 : 0);
      return { ...moved, unanswered, state: { at: "delayed", untilMs: Date.parse(nextAttemptAt) } };
    }
  }
}
var progressFold = { initial: null, evolve: advanceSms };
async function openSmsStream(ledger, smsId) {
  const stream = sms.stream(smsId);
  const { state: progress, last } = await foldedStream(ledger.store, stream, progressFold);
  if (progress === null || last === null) return null;
  const { id: causation, metadata } = progress.accepted;
  const { workspace, correlation } = metadata;
  const sending = sendingStream(ledger, {
    stream,
    origin: { workspace, correlation, causation, actor: "sender" },
    from: { progress, revision: last.revision },
    advance: (before, event) => advanceSms(before, event) ?? before,
    readFrom: (fromRevision) => sms.read(ledger.store, smsId, { fromRevision })
  });
  return {
    ...sending,
    append: (decide, signal) => sending.append(
      (before) => decide(before).filter(({ id }) => id === void 0 || id !== before.lastTakenId),
      signal
    )
  };
}
export {
  openSmsStream
};
//# sourceMappingURL=smsProgress.js.map
