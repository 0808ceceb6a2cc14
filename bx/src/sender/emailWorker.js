// src/sender/emailWorker.ts
import { partsOfLane } from "../projections/emailOutbox.js";
import { recordOutcome } from "./claimedSend.js";
import { claims } from "./claims.js";
import { messageBytes } from "./email/emailBody.js";
import { openEmailStream } from "./email/emailStream.js";
import { unansweredEvent } from "./email/mailOutcome.js";
import { emailAdmission } from "./emailAdmission.js";
import { turnOf } from "./emailProgress.js";
import { serveDeliveries } from "./serveDeliveries.js";
import { claimedDelivery, takeable } from "./submission.js";
var MAX_IN_FLIGHT = 128;
var SHARE_OF_A_LANE = 0.75;
var AT_ONCE = 200;
var LONGEST_WAIT_MS = 3e4;
var UNTAKEN_MS = 1e3;
var CROWDED_MS = 5e3;
function emailWorker(parts) {
  const { ledger, index, collection, rule, budget } = parts;
  const { clock, ids, store } = ledger;
  const own = claims();
  const always = { ...parts, store, clock, ids, claims: own };
  const isOwn = ({ delays }) => index === "emailRetries" === delays > 0;
  const maxInFlight = parts.maxInFlight ?? MAX_IN_FLIGHT;
  const { admit, giveBack, grantsFor } = emailAdmission({ ...parts, clock });
  const catchUp = async (stream, serving) => {
    for (const [deliveryId, { state }] of [...stream.progress().deliveries]) {
      const outcome = state.at === "claimed" ? own.outcomeOf(state.claimId) : void 0;
      if (state.at === "claimed" && outcome !== void 0)
        await recordOutcome(claimedDelivery(stream, deliveryId, state.claimId), outcome, serving);
    }
  };
  const putOff = async (stream) => {
    const context = { ids, nowMs: clock.nowMs() };
    const abandoned = ({ deliveries }) => [...deliveries.values()].filter(
      (one) => isOwn(one) && turnOf(one, context.nowMs, rule, own.isReleased).may === "put off"
    );
    if (abandoned(stream.progress()).length === 0) return false;
    const events = await stream.append(
      (progress) => abandoned(progress).map((one) => unansweredEvent(one, context))
    );
    return events.length > 0;
  };
  const run = async (emailId, { lane }, signal, permit) => {
    const stream = await openEmailStream(ledger, emailId);
    if (stream === null || stream.progress().accepted === null) return { retryAfterMs: LONGEST_WAIT_MS };
    const before = stream.progress().position;
    const serving = { ...always, signal };
    await catchUp(stream, serving);
    if (await putOff(stream)) return { position: stream.progress().position };
    const grants = grantsFor(lane, permit);
    const untakenMs = await serveDue({ emailId, stream, isOwn, grants, budget, serving });
    if (untakenMs !== null) return { retryAfterMs: untakenMs };
    const { position, deliveries } = stream.progress();
    if (position !== before) return { position };
    const turns = [...deliveries.values()].filter(isOwn).map((one) => turnOf(one, clock.nowMs(), rule, own.isReleased));
    const grantMs = Math.max(grants.first.retryAfterMs, grants.again.retryAfterMs);
    const waits = turns.flatMap((turn) => {
      if (turn.may === "wait") return [turn.ms];
      return turn.may === "take" && grantMs > 0 ? [grantMs] : [];
    });
    return waits.length === 0 ? { position } : { retryAfterMs: Math.min(...waits, LONGEST_WAIT_MS) };
  };
  return {
    name: index === "emailOutbox" ? "email" : "email_retries",
    collection,
    maxInFlight,
    maxInFlightPerLane: Math.ceil(maxInFlight * SHARE_OF_A_LANE),
    ownerOf: (lane) => partsOfLane(lane).workspace,
    admit,
    giveBack,
    run
  };
}
async function serveDue({ emailId, stream, isOwn, grants, budget, serving }) {
  const { accepted } = stream.progress();
  if (accepted === null) return null;
  const dueNow = () => {
    const own = [...stream.progress().deliveries.values()].filter(isOwn);
    const ids = own.map(({ recipient }) => recipient.deliveryId);
    return takeable(stream.progress(), ids, serving);
  };
  const settle = () => Promise.all([grants.first.settle(), grants.again.settle()]);
  const serveSome = async ({ hasWaited, othersWait }) => {
    try {
      if (hasWaited) await settle();
      const granted = serving.signal.aborted ? [] : await grantedOf(dueNow(), grants);
      if (granted.length === 0) return "no grant";
      const counted = new Set(granted.filter(isCounted).map(({ recipient }) => recipient.deliveryId));
      const spend = (deliveryId) => (counted.has(deliveryId) ? grants.again : grants.first).spend();
      const isTaken = await serveDeliveries(emailId, stream, granted, serving, { spend, othersWait });
      return isTaken ? "served" : "not taken";
    } finally {
      await settle();
    }
  };
  while (!serving.signal.aborted && dueNow().length > 0) {
    const end = await budget.within(accepted.workspace, messageBytes(accepted.data), serveSome);
    if (end === "no grant") return null;
    if (end !== "served") return end === null ? CROWDED_MS : UNTAKEN_MS;
  }
  return null;
}
var isCounted = ({ attempts }) => attempts > 0;
async function grantedOf(due, { first, again }) {
  const counted = due.filter(isCounted).slice(0, AT_ONCE);
  const uncounted = due.filter((one) => !isCounted(one)).slice(0, AT_ONCE - counted.length);
  const countedNow = counted.slice(0, await again.upTo(counted.length));
  return [...countedNow, ...uncounted.slice(0, await first.upTo(uncounted.length))];
}
export {
  emailWorker
};
//# sourceMappingURL=emailWorker.js.map
