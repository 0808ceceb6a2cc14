// src/projections/findMessages.ts
import { placeIn } from "./messageDocuments.js";
var MAX_READ = 1e3;
var STEP = 250;
async function findMessages(collection, filter, limit, after = null) {
  const { index, equals } = indexFor(filter);
  const { since, until } = filter;
  const found = [];
  const step = isAnswered(filter) ? limit : Math.max(limit, STEP);
  let next = after;
  for (let read = 0; read < Math.max(MAX_READ, limit); read += step) {
    const page = await collection.page({
      ...{ index, equals, limit: step, descending: true },
      ...since !== void 0 && { from: since },
      ...until !== void 0 && { to: until },
      ...next && { after: { values: [...equals, next.createdAt], key: next.key } }
    });
    for (const { message, place } of await messagesOf(collection, page)) {
      next = place;
      if (message === null || !isWanted(message.document, filter)) continue;
      found.push(message);
      if (found.length === limit) return { messages: found, next };
    }
    if (page.length < step) return { messages: found, next: null };
  }
  return { messages: found, next };
}
async function messagesWithIds(collection, workspace, ids) {
  const stored = await collection.getMany(ids);
  return ids.flatMap((id) => {
    const message = asMessage(stored.get(id));
    return message?.document.workspace === workspace ? [message] : [];
  });
}
function cursorText({ createdAt, key }) {
  return `${createdAt}/${key}`;
}
function messageCursor(text) {
  const [, createdAt, key] = /^(\d{4}-[\d-]{5}T[\d:.]{12}Z)\/([\da-f-]{36}(?:\/\w+\/\d+)?)$/.exec(text) ?? [];
  return createdAt === void 0 || key === void 0 ? null : { createdAt, key };
}
function indexFor(filter) {
  const { workspace, to, tag, status, campaignId, templateId } = filter;
  if (to !== void 0) return { index: "byRecipient", equals: [placeIn(workspace, to.toLowerCase())] };
  if (campaignId !== void 0) return { index: "byCampaign", equals: [workspace, campaignId] };
  if (templateId !== void 0) return { index: "byTemplate", equals: [workspace, templateId] };
  if (tag !== void 0) return { index: "byTag", equals: [placeIn(workspace, tag)] };
  if (status !== void 0) return { index: "byStatus", equals: [workspace, status] };
  return { index: "byCreation", equals: [workspace] };
}
var WITH_INDEX = ["status", "campaignId", "templateId"];
var WITHOUT_INDEX = ["channel", "messageStream", "sandbox"];
var COMPARED = [...WITH_INDEX, ...WITHOUT_INDEX];
function isAnswered(filter) {
  const isAsked = (field) => filter[field] !== void 0;
  const { length } = ["to", "tag", ...WITH_INDEX].filter(isAsked);
  return length <= 1 && !WITHOUT_INDEX.some(isAsked);
}
function isWanted(message, filter) {
  const hasTag = filter.tag === void 0 || message.tags.includes(filter.tag);
  return hasTag && COMPARED.every((field) => filter[field] === void 0 || filter[field] === message[field]);
}
async function messagesOf(collection, page) {
  const ids = page.flatMap(({ document }) => "messageId" in document ? [document.messageId] : []);
  const led = ids.length === 0 ? /* @__PURE__ */ new Map() : await collection.getMany(ids);
  return page.map((stored) => ({
    message: asMessage("messageId" in stored.document ? led.get(stored.document.messageId) : stored),
    place: { createdAt: stored.document.createdAt, key: stored.key }
  }));
}
function asMessage(stored) {
  if (stored === void 0 || "messageId" in stored.document) return null;
  return { ...stored, document: stored.document };
}
export {
  cursorText,
  findMessages,
  messageCursor,
  messagesWithIds
};
//# sourceMappingURL=findMessages.js.map
