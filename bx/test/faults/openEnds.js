// test/faults/openEnds.ts
import { eventually } from "../e2e/eventually.js";
async function openEnds(ledger, acceptedBeforeMs) {
  const last = /* @__PURE__ */ new Map();
  let reported = 0;
  for (const event of await ledger.events()) {
    if (ledger.isReported(event)) reported++;
    if (event.type === "EmailAccepted")
      for (const { deliveryId } of event.data.recipients) last.set(deliveryId, event);
    else if (event.stream.startsWith("email-"))
      last.set(event.data.deliveryId, event);
    else if (event.stream.startsWith("webhookdelivery-")) last.set(event.stream, event);
  }
  const ends = [...last.values()];
  const ending = (type) => ends.filter((event) => event.type === type);
  const webhooks = ends.filter(({ stream }) => stream.startsWith("webhookdelivery-")).length;
  return {
    untouched: ending("EmailAccepted").filter(({ metadata }) => Date.parse(metadata.at) < acceptedBeforeMs).length,
    claimedAtMs: ending("SubmissionAttempted").map(({ metadata }) => Date.parse(metadata.at)),
    delayed: ending("DeliveryDelayed").length,
    unscheduled: reported - webhooks,
    unposted: ending("WebhookDeliveryScheduled").length,
    putOff: ending("WebhookAttemptFailed").length
  };
}
async function settled(ledger, isSettled, acceptedBeforeMs = Number.POSITIVE_INFINITY) {
  let open = await openEnds(ledger, acceptedBeforeMs);
  await eventually(
    "the log comes to its ends",
    async () => {
      open = await openEnds(ledger, acceptedBeforeMs);
      return isSettled(open);
    },
    12e4
  ).catch((error) => {
    throw new Error(`still open: ${JSON.stringify(open)}`, { cause: error });
  });
  return open;
}
export {
  settled
};
//# sourceMappingURL=openEnds.js.map
