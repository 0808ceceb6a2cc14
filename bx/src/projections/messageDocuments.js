// src/projections/messageDocuments.ts
import { streamId } from "../events/category.js";
import { statusOfAll } from "./messageStatus.js";
function placeIn(workspace, value) {
  return `${workspace}/${value}`;
}
var tagsOf = ({ tags }) => [...new Set(tags)];
function addressesOf({ recipients, suppressedRecipients }) {
  const addresses = [...recipients.map(({ address }) => address), ...suppressedRecipients];
  return [...new Set(addresses.map((address) => address.toLowerCase()))];
}
function indexed({ workspace, at }, address, tag) {
  return {
    recipient: address === void 0 ? null : placeIn(workspace, address),
    tag: tag === void 0 ? null : placeIn(workspace, tag),
    createdAt: at
  };
}
function entryOf({ data, metadata, stream }, key, addresses) {
  const [, kind, n] = key.split("/");
  const [address, tag] = kind === "to" ? [addresses[Number(n)], void 0] : [void 0, tagsOf(data)[Number(n)]];
  return { ...indexed(metadata, address, tag), messageId: streamId(stream) };
}
function emailOf({ data, metadata }) {
  const tags = tagsOf(data);
  const status = data.scheduledFor === null ? "queued" : "scheduled";
  const recipients = data.recipients.map(({ address, kind, deliveryId }) => ({
    address,
    kind,
    status,
    deliveryId
  }));
  for (const address of data.suppressedRecipients)
    recipients.push({ address, kind: "to", status: "suppressed", deliveryId: null });
  return {
    ...indexed(metadata, addressesOf(data)[0], tags[0]),
    workspace: metadata.workspace,
    channel: "email",
    messageStream: data.messageStream,
    direction: "outbound",
    status: statusOfAll(recipients.map((each) => each.status)),
    from: data.from,
    subject: data.subject,
    recipients,
    tags,
    templateId: data.template?.templateId ?? null,
    campaignId: data.campaign?.campaignId ?? null,
    batchId: data.batchId,
    batchSize: data.batch?.size ?? null,
    scheduledFor: data.scheduledFor,
    sandbox: data.recipients.length > 0 && data.recipients.every(({ sandbox }) => sandbox),
    credits: data.credits
  };
}
function smsOf({ data: { from, to }, metadata }, direction, tags) {
  const status = direction === "outbound" ? "queued" : "received";
  return {
    ...indexed(metadata, to, tags[0]),
    workspace: metadata.workspace,
    channel: "sms",
    messageStream: null,
    direction,
    status,
    from,
    subject: null,
    recipients: [{ address: to, kind: "to", status, deliveryId: null }],
    tags,
    templateId: null,
    campaignId: null,
    batchId: null,
    batchSize: null,
    scheduledFor: null,
    sandbox: false,
    credits: 0
  };
}
export {
  addressesOf,
  emailOf,
  entryOf,
  placeIn,
  smsOf,
  tagsOf
};
//# sourceMappingURL=messageDocuments.js.map
