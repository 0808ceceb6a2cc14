// src/audit/otherHistories.ts
import { audience } from "../events/audience.js";
import { campaign } from "../events/campaign.js";
import { contact, contactIdOf } from "../events/contact.js";
import { email } from "../events/email.js";
import { sms } from "../events/sms.js";
import { smsOptOutIdOf, suppression, suppressionIdOf } from "../events/suppression.js";
import { template } from "../events/template.js";
import { webhookDelivery } from "../events/webhookDelivery.js";
import { webhooks } from "../events/webhooks.js";
import { workspace } from "../events/workspace.js";
import { byPosition, messageHistory } from "./history.js";
var KINDS = {
  contact,
  campaign,
  template,
  audience,
  "webhook delivery": webhookDelivery,
  suppression,
  workspace
};
async function historyOf(store, id, workspaceId, ownerOf) {
  const message = await messageHistory(store, id);
  if (message !== null) return message;
  for (const [kind, category] of Object.entries(KINDS)) {
    const own = await store.readStream(category.stream(id));
    const [first] = own;
    if (first === void 0) continue;
    const { type, data } = first;
    const reported = type === "WebhookDeliveryScheduled" ? await reportedBy(store, data) : [];
    return { kind, workspace: first.metadata.workspace, events: [...reported, ...own].map(plain) };
  }
  return await endpointHistory(store, workspaceId, id) ?? endpointHistory(store, await ownerOf(id), id);
}
async function endpointHistory(store, workspaceId, id) {
  if (workspaceId === null) return null;
  const own = (await webhooks.read(store, workspaceId)).filter(({ data }) => data.endpointId === id);
  return own.length === 0 ? null : { kind: "endpoint", workspace: workspaceId, events: own.map(plain) };
}
async function reportedBy(store, { subjectId, eventId }) {
  const events = [...await email.read(store, subjectId), ...await sms.read(store, subjectId)];
  return events.filter(({ id }) => id === eventId);
}
async function addressHistory(store, workspaceId, address, messages) {
  const isOurs = (text) => typeof text === "string" && text.toLowerCase() === address.toLowerCase();
  const ofEmails = await Promise.all(messages.emails.map((id) => email.read(store, id)));
  const ofSms = await Promise.all(messages.sms.map((id) => sms.read(store, id)));
  const senders = new Set(ofSms.flatMap(([first]) => first?.type === "SmsAccepted" ? first.data.from : []));
  const decisions = [
    suppressionIdOf(workspaceId, address),
    ...[...senders].map((sender) => smsOptOutIdOf(workspaceId, sender, address))
  ];
  const events = [
    ...ofEmails.flat().filter(({ type, data }) => type === "EmailAccepted" || isOurs(data.recipient)),
    ...ofSms.flat(),
    ...(await Promise.all(decisions.map((id) => suppression.read(store, id)))).flat(),
    ...await contact.read(store, contactIdOf(workspaceId, address))
  ];
  if (events.length === 0) return null;
  return { kind: "address", workspace: workspaceId, events: events.map(plain).sort(byPosition) };
}
var plain = (event) => ({ event, webhook: null });
export {
  addressHistory,
  historyOf
};
//# sourceMappingURL=otherHistories.js.map
