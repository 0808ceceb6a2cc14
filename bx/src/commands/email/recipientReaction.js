// src/commands/email/recipientReaction.ts
import { email } from "../../events/email.js";
import { foldedStream } from "../../runtime/fold/foldedStream.js";
import { handle } from "../kernel/decider.js";
import { EMPTY_MAP, entryIn, withEntry } from "../kernel/immutableMap.js";
import {
  isUnsubscribed,
  MAX_UNDONE,
  mayUndo,
  suppressionNow
} from "./unsubscribing.js";
var SAME_MS = 1e4;
var MAX_RECORDED = 500;
var NOTHING = {
  recorded: 0,
  opened: false,
  clicked: false,
  last: null,
  unsubscribedAtMs: null,
  undone: 0
};
var reactionsDecider = {
  initial: { accepted: null, byDelivery: EMPTY_MAP },
  evolve: (state, event) => {
    if (event.id === void 0 || event.metadata === void 0) return state;
    if (event.type === "EmailAccepted") {
      const { workspace, correlation } = event.metadata;
      const { from, recipients } = event.data;
      return { ...state, accepted: { workspace, correlation, eventId: event.id, from, recipients } };
    }
    const { deliveryId } = event.data;
    const before = entryIn(state.byDelivery, deliveryId) ?? NOTHING;
    const after = reactionsAfter(before, event, Date.parse(event.metadata.at));
    return after === before ? state : { ...state, byDelivery: withEntry(state.byDelivery, deliveryId, after) };
  },
  decide: ({ recipient, nowMs, suppression, ...reaction }, { byDelivery }) => {
    const done = entryIn(byDelivery, recipient.deliveryId) ?? NOTHING;
    const of = { deliveryId: recipient.deliveryId, recipient: recipient.address, sandbox: recipient.sandbox };
    if (reaction.do === "unsubscribe")
      return isUnsubscribed(done, nowMs, suppression !== null) ? [] : [{ type: "Unsubscribed", data: { ...of, way: reaction.way } }];
    if (reaction.do === "resubscribe")
      return mayUndo(done, nowMs, recipient, suppression) ? [{ type: "Resubscribed", data: of }] : [];
    const { agent, automatedBy } = reaction;
    const automated = automatedBy !== null;
    const isSame = done.last?.what === keyOf({ ...reaction, automated }) && nowMs - done.last.atMs < SAME_MS;
    if (isSame || done.recorded >= MAX_RECORDED) return [];
    const repeated = !automated && (reaction.do === "open" ? done.opened : done.clicked);
    const how = { agent, ...automated && { automated, automatedBy }, ...repeated && { repeated } };
    return reaction.do === "open" ? [{ type: "Opened", data: { ...of, ...how } }] : [{ type: "Clicked", data: { ...of, url: reaction.url, ...how } }];
  }
};
var keyOf = (reaction) => `${reaction.automated} ${reaction.do} ${reaction.url ?? ""}`;
function reactionsAfter(before, event, atMs) {
  const recorded = before.recorded + 1;
  switch (event.type) {
    case "Opened": {
      const { automated = false } = event.data;
      const last = { what: keyOf({ do: "open", automated }), atMs };
      return { ...before, recorded, last, opened: before.opened || !automated };
    }
    case "Clicked": {
      const { automated = false, url } = event.data;
      const last = { what: keyOf({ do: "click", automated, url }), atMs };
      return { ...before, recorded, last, clicked: before.clicked || !automated };
    }
    case "Unsubscribed":
      return { ...before, unsubscribedAtMs: atMs };
    case "Resubscribed":
      return { ...before, unsubscribedAtMs: null, undone: before.undone + 1 };
    case "SubmissionAttempted":
    case "Submitted":
    case "Delivered":
    case "DeliveryDelayed":
    case "Bounced":
    case "Complained":
    case "ReportKept":
    case "Rejected":
    case "RenderingFailed":
      return before;
  }
}
async function recipientOfMessage({ store, clock }, ref, suppressionOf) {
  const { state } = await foldedStream(store, email.stream(ref.emailId), reactionsDecider);
  const recipient = state.accepted?.recipients[ref.recipient];
  if (state.accepted === null || recipient === void 0) return null;
  const done = entryIn(state.byDelivery, recipient.deliveryId) ?? NOTHING;
  const nowMs = clock.nowMs();
  const suppression = await suppressionNow(state.accepted.workspace, recipient, suppressionOf);
  const isHeldByOther = suppression !== null && suppression.unsubscribedFrom !== recipient.deliveryId;
  return {
    from: state.accepted.from,
    address: recipient.address,
    isUnsubscribed: isUnsubscribed(done, nowMs, suppression !== null),
    mayUndo: mayUndo(done, nowMs, recipient, suppression),
    isHeldByOther,
    isFinal: isHeldByOther || done.undone >= MAX_UNDONE
  };
}
async function recordReaction(ledger, ref, reaction, suppressionOf) {
  const stream = email.stream(ref.emailId);
  const { accepted, byDelivery } = (await foldedStream(ledger.store, stream, reactionsDecider)).state;
  const recipient = accepted?.recipients[ref.recipient];
  if (accepted === null || recipient === void 0) return false;
  const { workspace, correlation, eventId: causation } = accepted;
  const origin = { workspace, actor: "recipient", correlation, causation };
  const isFirst = (entryIn(byDelivery, recipient.deliveryId) ?? NOTHING).unsubscribedAtMs === null;
  const asks = !isFirst && (reaction.do === "unsubscribe" || reaction.do === "resubscribe");
  const suppression = asks ? await suppressionNow(workspace, recipient, suppressionOf) : null;
  const command = { ...reaction, recipient, nowMs: ledger.clock.nowMs(), suppression };
  await handle(ledger, origin, stream, reactionsDecider, command);
  return true;
}
export {
  recipientOfMessage,
  recordReaction
};
//# sourceMappingURL=recipientReaction.js.map
