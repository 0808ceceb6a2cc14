// src/sender/sms/submitSms.ts
import { divideSms } from "../../commands/sms/smsSegments.js";
import { instant } from "../../ports/clock.js";
import { smsDelayMs } from "../backoff.js";
async function submitSms(smsId, stream, claimId, { carrier, clock, ids, log, metrics }) {
  const { attempts } = stream.progress();
  const unrecorded = [];
  const onSegment = async (carrierId) => {
    const data = { attempt: attempts, carrierId };
    const taken = { id: ids.uuid(), type: "SmsSegmentSent", data };
    unrecorded.push(taken);
    const recorded = await stream.append(
      ({ state }) => state.at === "claimed" && state.claimId === claimId ? [taken] : []
    );
    if (recorded.length === 0) throw new Error("the claim has passed to another sender");
    unrecorded.pop();
  };
  const outcome = await carrier.submit(outgoing(smsId, stream.progress()), onSegment).catch((error) => {
    log.error({ smsId, err: error }, "the carrier failed");
    return { outcome: "deferred", detail: "the submission ended without an answer" };
  });
  metrics.count("postledger_sms_outcomes_total", { outcome: outcome.outcome });
  return [...unrecorded, outcomeEvent(attempts, outcome, clock.nowMs())];
}
function outgoing(smsId, { accepted, taken }) {
  const { from, to, text } = accepted.data;
  const division = divideSms(text);
  if (division === null) throw new Error(`the accepted message ${smsId} cannot be divided`);
  return { smsId, from, to, text, taken, ...division };
}
function outcomeEvent(attempt, outcome, nowMs) {
  if (outcome.outcome === "sent") return { type: "SmsSent", data: { attempt, carrierId: outcome.carrierId } };
  const delayMs = outcome.outcome === "deferred" ? smsDelayMs(attempt) : null;
  return {
    type: "SmsFailed",
    data: { attempt, detail: outcome.detail, nextAttemptAt: after(delayMs, nowMs) }
  };
}
function unansweredEvent({ attempts, unanswered }, nowMs) {
  const nextAttemptAt = after(unanswered === 0 ? 0 : smsDelayMs(attempts), nowMs);
  const detail = "the answer is unknown";
  return { type: "SmsFailed", data: { attempt: attempts, detail, nextAttemptAt, unanswered: true } };
}
var after = (delayMs, nowMs) => delayMs === null ? null : instant(nowMs + delayMs);
export {
  submitSms,
  unansweredEvent
};
//# sourceMappingURL=submitSms.js.map
