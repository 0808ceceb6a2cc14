// src/sender/submission.ts
import { sendClaimed } from "./claimedSend.js";
import { newClaim } from "./claims.js";
import { outcomeEvents } from "./email/mailOutcome.js";
import { turnOf, withoutReleased } from "./emailProgress.js";
function takeable(progress, deliveryIds, { clock, claims, rule }) {
  const nowMs = clock.nowMs();
  return deliveryIds.flatMap((id) => {
    const delivery = progress.deliveries.get(id);
    if (delivery === void 0) return [];
    const isFree = turnOf(delivery, nowMs, rule, claims.isReleased).may === "take";
    return isFree ? [withoutReleased(delivery, claims.isReleased)] : [];
  });
}
async function submit(stream, deliveryIds, envelope, parts, watch) {
  const { claims, ids, clock, route } = parts;
  const pass = await route.enter(deliveryIds.length);
  try {
    if (pass.granted === 0) return false;
    const claimedAtMs = clock.monotonicMs();
    const claimed = await stream.append(
      (progress) => takeable(progress, deliveryIds.slice(0, pass.granted), parts).map(({ recipient, attempts }) => ({
        id: newClaim(ids, claims),
        type: "SubmissionAttempted",
        data: {
          deliveryId: recipient.deliveryId,
          recipient: recipient.address,
          sandbox: false,
          attempt: attempts + 1
        }
      }))
    );
    let isTaken = pass.granted === deliveryIds.length;
    const results = await Promise.allSettled(
      claimed.map(
        (claim) => sendClaimed(
          claimedDelivery(stream, claim.data.deliveryId, claim.id),
          claimedAtMs,
          parts,
          async () => {
            const events = await sendOne(stream, claim, envelope, parts, pass);
            if (events === null) isTaken = false;
            else watch.spend(claim.data.deliveryId);
            return events;
          }
        )
      )
    );
    for (const result of results) if (result.status === "rejected") throw result.reason;
    return isTaken;
  } finally {
    pass.leave();
  }
}
function claimedDelivery(stream, deliveryId, claimId) {
  const stateIn = ({ deliveries }) => deliveries.get(deliveryId)?.state;
  return { stream, claimId, stateIn, about: { deliveryId } };
}
async function sendOne(stream, { data: { deliveryId } }, envelope, { mailer, clock, ids, log, metrics }, pass) {
  const { accepted, deliveries } = stream.progress();
  const delivery = deliveries.get(deliveryId);
  if (delivery === void 0 || accepted === null)
    throw new Error(`the delivery ${deliveryId} was claimed and is not there`);
  const { recipient } = delivery;
  const { workspace } = accepted;
  const mail = {
    sender: envelope.sender(recipient),
    reportsComeBack: envelope.reportsComeBack,
    recipient: recipient.address,
    raw: await envelope.raw(recipient),
    deliveryId,
    workspace
  };
  const startedAtMs = clock.monotonicMs();
  const answer = await mailer.send(mail).catch((error) => {
    log.error({ deliveryId, err: error }, "the mailer failed");
    const diagnostic = "the transaction ended without an answer";
    return { outcome: "deferred", fault: "message", diagnostic };
  });
  const outcome = pass.ended(deliveryId, answer);
  metrics.timing("postledger_mail_transaction_seconds", clock.monotonicMs() - startedAtMs);
  metrics.count("postledger_mail_outcomes_total", { outcome: outcome.outcome });
  if (outcome.outcome === "unsent" || outcome.outcome === "waiting") return null;
  const sentAs = { sender: mail.sender, dkim: envelope.dkim };
  return outcomeEvents(delivery, outcome, sentAs, { ids, nowMs: clock.nowMs() });
}
export {
  claimedDelivery,
  submit,
  takeable
};
//# sourceMappingURL=submission.js.map
