// src/sender/serveDeliveries.ts
import { SMALL_BYTES } from "./byteBudget.js";
import { composeEmail } from "./email/composeEmail.js";
import { emailBody, messageBytes } from "./email/emailBody.js";
import { restEvent, subjectOf, unrenderedEvent } from "./email/mailOutcome.js";
import { firstLink, simulated } from "./email/sandbox.js";
import { submit, takeable } from "./submission.js";
var SIDE_BY_SIDE = 10;
async function serveDeliveries(emailId, stream, due, parts, watch) {
  const { accepted } = stream.progress();
  if (accepted === null) return true;
  const addresses = due.map(({ recipient }) => recipient.address);
  const suppressed = await parts.suppressedAmong(accepted.workspace, addresses);
  const [refused, left] = parted(due, ({ recipient }) => suppressed.has(recipient.address));
  await conclude(stream, refused, parts, (delivery) => [
    { type: "Rejected", data: { ...subjectOf(delivery), reason: "suppressed" } }
  ]);
  if (left.length === 0) return true;
  const body = await emailBody(parts, accepted);
  if (body.is !== "ready") {
    const context = { ids: parts.ids, nowMs: parts.clock.nowMs() };
    const events = await conclude(stream, left, parts, (one) => [unrenderedEvent(one, body, context)]);
    if (events.some(({ type }) => type === "RenderingFailed"))
      parts.metrics.count("postledger_rendering_failures_total");
    return true;
  }
  const [played, live] = parted(left, ({ recipient }) => recipient.sandbox);
  const { html } = body.body;
  let found;
  const link = () => {
    if (found === void 0) found = html === null ? null : firstLink(html);
    return found;
  };
  const outcomes = await conclude(stream, played, parts, ({ recipient }) => simulated(recipient, link));
  for (const deliveryId of new Set(outcomes.map(({ data }) => data.deliveryId))) watch.spend(deliveryId);
  if (live.length === 0) return true;
  if (await parts.signing?.isAllowed(accepted.workspace, accepted.data.from) === false) {
    await conclude(stream, live, parts, (delivery) => [
      { type: "Rejected", data: { ...subjectOf(delivery), reason: "sender domain not verified" } }
    ]);
    return true;
  }
  const awake = await withoutResting(stream, live, parts);
  if (awake.length === 0) return true;
  if (parts.route.room() === 0) return false;
  const envelope = await composeEmail(parts, parts.blobs, emailId, accepted, body.body);
  const sideBySide = sideBySideOf(accepted.data);
  for (let from = 0; from < awake.length && !parts.signal.aborted; from += sideBySide) {
    if (from > 0 && watch.othersWait()) return true;
    const taken = await submit(stream, idsOf(awake.slice(from, from + sideBySide)), envelope, parts, watch);
    if (!taken) return false;
  }
  return true;
}
async function withoutResting(stream, deliveries, parts) {
  const { mailer, ids, clock } = parts;
  const restOf = ({ recipient }) => mailer.restOf(recipient.address);
  const [resting, awake] = parted(deliveries, (one) => restOf(one) !== null);
  await conclude(stream, resting, parts, (delivery) => {
    const rest = restOf(delivery);
    return rest === null ? [] : [restEvent(delivery, rest, { ids, nowMs: clock.nowMs() })];
  });
  return awake;
}
async function conclude(stream, deliveries, parts, end) {
  if (deliveries.length === 0) return [];
  return stream.append((progress) => takeable(progress, idsOf(deliveries), parts).flatMap(end));
}
var idsOf = (deliveries) => deliveries.map(({ recipient }) => recipient.deliveryId);
function parted(deliveries, matches) {
  return [deliveries.filter(matches), deliveries.filter((one) => !matches(one))];
}
function sideBySideOf(data) {
  return messageBytes(data) > SMALL_BYTES ? 1 : SIDE_BY_SIDE;
}
export {
  serveDeliveries
};
//# sourceMappingURL=serveDeliveries.js.map
