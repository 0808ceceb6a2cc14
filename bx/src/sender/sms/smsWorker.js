// src/sender/sms/smsWorker.ts
import { hasOptedOut } from "../../commands/sms/smsOptOut.js";
import { recordOutcome, sendClaimed } from "../claimedSend.js";
import { claims, newClaim } from "../claims.js";
import { turnOf } from "../emailProgress.js";
import { openSmsStream } from "./smsProgress.js";
import { submitSms, unansweredEvent } from "./submitSms.js";
var MAX_IN_FLIGHT = 32;
var SHARE_OF_A_LANE = 0.75;
var CHECK_AGAIN_MS = 1e3;
var NO_WINDOW = { slot: 0, day: null };
var LONGEST_WAIT_MS = 3e4;
var OPTED_OUT = "the recipient told this number to stop";
var LOST_RACE_MS = 1e3;
function smsWorker(dependencies) {
  const { ledger, carrier, pace, rule, log, metrics } = dependencies;
  const { clock, ids } = ledger;
  const own = claims();
  const maxInFlight = dependencies.maxInFlight ?? MAX_IN_FLIGHT;
  const claimed = (stream, smsId, claimId) => ({
    stream,
    claimId,
    stateIn: ({ state }) => state,
    about: { smsId }
  });
  const refuse = async (stream) => {
    await stream.append((progress) => {
      if (turnIn(progress).may !== "take") return [];
      const data = { attempt: progress.attempts + 1, detail: OPTED_OUT, nextAttemptAt: null };
      return [{ type: "SmsFailed", data }];
    });
    return { position: stream.progress().position };
  };
  const turnIn = (progress) => turnOf(progress, clock.nowMs(), rule, own.isReleased);
  const send = async (smsId, stream, permit, by) => {
    const claimedAtMs = clock.monotonicMs();
    const [claim] = await stream.append((progress) => {
      if (turnIn(progress).may !== "take") return [];
      const data = { attempt: progress.attempts + 1 };
      return [{ id: newClaim(ids, own), type: "SmsSubmissionAttempted", data }];
    });
    if (claim === void 0) return { retryAfterMs: LOST_RACE_MS };
    const sent = await sendClaimed(claimed(stream, smsId, claim.id), claimedAtMs, by, () => {
      permit.use();
      return submitSms(smsId, stream, claim.id, { carrier, clock, ids, log, metrics });
    });
    return sent ? { position: stream.progress().position } : { retryAfterMs: 0 };
  };
  return {
    name: "sms",
    collection: dependencies.collection,
    maxInFlight,
    maxInFlightPerLane: Math.ceil(maxInFlight * SHARE_OF_A_LANE),
    admit: admissionBy(dependencies),
    giveBack: (workspace, window, unused) => pace.giveBack(workspace, window, unused),
    async run(smsId, _document, signal, permit) {
      const claiming = { clock, log, claims: own, rule, signal };
      const stream = await openSmsStream(ledger, smsId);
      if (stream === null) return { retryAfterMs: LONGEST_WAIT_MS };
      const { state } = stream.progress();
      const outcome = state.at === "claimed" ? own.outcomeOf(state.claimId) : void 0;
      if (state.at === "claimed" && outcome !== void 0)
        await recordOutcome(claimed(stream, smsId, state.claimId), outcome, claiming);
      const turn = turnIn(stream.progress());
      if (turn.may === "rest") return { position: stream.progress().position };
      if (turn.may === "put off") {
        await stream.append(
          (progress) => turnIn(progress).may === "put off" ? [unansweredEvent(progress, clock.nowMs())] : []
        );
        return { position: stream.progress().position };
      }
      if (turn.may === "wait") return { retryAfterMs: Math.min(turn.ms, LONGEST_WAIT_MS) };
      const { data, metadata } = stream.progress().accepted;
      const parties = { sender: data.from, number: data.to };
      if (await hasOptedOut(ledger, metadata.workspace, parties)) return refuse(stream);
      const closedForMs = carrier.closedForMs();
      if (closedForMs > 0) return { retryAfterMs: Math.min(closedForMs, LONGEST_WAIT_MS) };
      return send(smsId, stream, permit, claiming);
    }
  };
}
function admissionBy({
  carrier,
  pace,
  limitsOf
}) {
  return async (workspace, wanted) => {
    const closedForMs = carrier.closedForMs();
    if (closedForMs > 0)
      return { granted: 0, retryAfterMs: Math.min(closedForMs, CHECK_AGAIN_MS), window: NO_WINDOW };
    const limits = await limitsOf(workspace);
    if (limits.perSecond === 0) return { granted: 0, retryAfterMs: CHECK_AGAIN_MS, window: NO_WINDOW };
    return pace.take(workspace, limits, wanted);
  };
}
export {
  smsWorker
};
//# sourceMappingURL=smsWorker.js.map
