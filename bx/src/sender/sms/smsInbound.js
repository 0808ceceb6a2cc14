// src/sender/sms/smsInbound.ts
import { appendOnce } from "../../commands/kernel/appendOnce.js";
import { appendWithRetry } from "../../commands/kernel/appendWithRetry.js";
import { newEvent } from "../../commands/kernel/ledger.js";
import { decideSmsOptOut, optOutKeyword } from "../../commands/sms/smsOptOut.js";
import { MAX_SMS_SEGMENTS, smsSegments } from "../../commands/sms/smsSegments.js";
import { sms } from "../../events/sms.js";
import { uuid5 } from "../../events/uuid5.js";
import { numberOwner } from "../../projections/smsNumbers.js";
import { refuseOlderLog } from "../../runtime/follow/refuseOlderLog.js";
import { foundSurely } from "./foundSurely.js";
import { recordSmsPart } from "./smsParts.js";
var REPEATED_WITHIN_MS = 6e4;
function smsMessageHandler(dependencies) {
  const { ledger, numbers, numbersPosition, log } = dependencies;
  const { clock } = ledger;
  return async (message) => {
    const find = () => numberOwner(numbers, message.to);
    const workspace = await foundSurely({ find, position: numbersPosition }, dependencies);
    if (workspace === null) {
      const { carrierId } = message;
      log.warn({ carrierId }, "an inbound SMS came on a number that no workspace has, and was ignored");
      return "unknown";
    }
    if (message.part !== null) {
      const { part } = message;
      await appendWithRetry(clock, () => recordSmsPart(ledger, workspace, message, part));
    } else {
      const recordedAt = await appendWithRetry(clock, () => recordWhole(ledger, workspace, message));
      await applyKeyword(dependencies, workspace, message, recordedAt);
    }
    return "recorded";
  };
}
async function recordWhole(ledger, workspace, message) {
  const { from, to, text } = message;
  const smsId = await smsInIdOf(ledger, message);
  const segments = Math.max(1, smsSegments(text) ?? MAX_SMS_SEGMENTS);
  const received = newEvent(ledger, inboundOrigin(workspace, smsId), {
    type: "SmsReceived",
    // Half a pair of surrogates makes a webhook's body a JSON that many receivers refuse.
    data: { from, to, text: text.toWellFormed(), segments }
  });
  return (await appendOnce(ledger.store, sms.stream(smsId), received)).first.position;
}
async function smsInIdOf({ store, clock }, { carrierId, from, to, text }) {
  if (carrierId !== null) return uuid5("sms-in", carrierId, from, to);
  const nowMs = clock.nowMs();
  const minute = Math.floor(nowMs / REPEATED_WITHIN_MS);
  const idIn = (at) => uuid5("sms-in-content", String(at), from, to, text);
  const [before] = await store.readStream(sms.stream(idIn(minute - 1)), { limit: 1 });
  const isRepeated = before !== void 0 && nowMs - Date.parse(before.metadata.at) < REPEATED_WITHIN_MS;
  return idIn(isRepeated ? minute - 1 : minute);
}
async function applyKeyword({ ledger, onOptOut }, workspace, { carrierId, from, to, text }, recordedAt) {
  const change = optOutKeyword(text);
  if (change === null) return;
  const origin = inboundOrigin(workspace, ledger.ids.uuid());
  const position = await appendWithRetry(ledger.clock, async () => {
    await refuseOlderLog(ledger.store, recordedAt);
    const saidAt = carrierId === null ? null : recordedAt;
    return decideSmsOptOut(ledger, origin, { ...change, sender: to, number: from }, saidAt);
  });
  if (position !== null && change.do === "opt-out") onOptOut?.(to, from);
}
var inboundOrigin = (workspace, correlation) => ({
  workspace,
  actor: "recipient",
  correlation,
  causation: null
});
export {
  smsMessageHandler
};
//# sourceMappingURL=smsInbound.js.map
