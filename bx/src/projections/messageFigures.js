// src/projections/messageFigures.ts
import { MESSAGE_STATUSES } from "./messageStatus.js";
import { documentsOf } from "./pages.js";
var GROUPINGS = ["day", "hour", "tag", "campaign", "template", "domain", "bounce-sub-type"];
var figureColumns = (by) => [
  by.replaceAll("-", "_"),
  "messages",
  "recipients",
  ...MESSAGE_STATUSES,
  "opened",
  "clicked"
];
function figureRow(by, { group, statuses, ...counts }) {
  return { [by.replaceAll("-", "_")]: group, ...statuses, ...counts };
}
async function messageFigures(collection, { workspace, by, since, until }) {
  const groups = /* @__PURE__ */ new Map();
  const query = {
    index: "byCreation",
    equals: [workspace],
    ...since !== void 0 && { from: since },
    ...until !== void 0 && { to: until }
  };
  for await (const document of documentsOf(collection, query, ({ createdAt }) => [workspace, createdAt])) {
    if ("messageId" in document || document.direction === "inbound") continue;
    const counted = /* @__PURE__ */ new Set();
    for (const recipient of document.recipients)
      for (const group of groupsOf(by, document, recipient)) {
        const counts = groups.get(group) ?? noCounts();
        if (!counted.has(group)) counts.messages += 1;
        counts.recipients += 1;
        counts.statuses[recipient.status] += 1;
        counts.opened += recipient.opened ? 1 : 0;
        counts.clicked += recipient.clicked ? 1 : 0;
        counted.add(group);
        groups.set(group, counts);
      }
  }
  const order = (group) => group ?? "";
  return [...groups].map(([group, counts]) => ({ group, ...counts })).sort((one, other) => order(one.group) < order(other.group) ? -1 : 1);
}
function noCounts() {
  const statuses = Object.fromEntries(MESSAGE_STATUSES.map((status) => [status, 0]));
  return { messages: 0, recipients: 0, statuses, opened: 0, clicked: 0 };
}
function groupsOf(by, { createdAt, tags, campaignId, templateId }, { address, bounceSubType }) {
  switch (by) {
    case "day":
      return [createdAt.slice(0, "YYYY-MM-DD".length)];
    case "hour":
      return [`${createdAt.slice(0, "YYYY-MM-DDTHH".length)}:00Z`];
    case "tag":
      return tags.length === 0 ? [null] : tags;
    case "campaign":
      return [campaignId];
    case "template":
      return [templateId];
    case "domain":
      return [address.includes("@") ? address.slice(address.lastIndexOf("@") + 1).toLowerCase() : null];
    case "bounce-sub-type":
      return [bounceSubType ?? null];
  }
}
export {
  GROUPINGS,
  figureColumns,
  figureRow,
  messageFigures
};
//# sourceMappingURL=messageFigures.js.map
