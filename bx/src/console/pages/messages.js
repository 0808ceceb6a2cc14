// src/console/pages/messages.ts
import { html } from "hono/html";
import { messagesOfKey } from "../../accepting/messagesOfKey.js";
import { parseInstant } from "../../commands/kernel/parseInstant.js";
import { isUuid } from "../../events/fieldPatterns.js";
import {
  cursorText,
  findMessages,
  messageCursor,
  messagesWithIds
} from "../../projections/findMessages.js";
import { MESSAGE_STATUSES } from "../../projections/messageStatus.js";
import { addressWith, choice, field, tableOf, timeOf } from "../elements.js";
import { pathIn } from "../layout.js";
import { addressLink } from "../links.js";
import { ConsoleFault, NOTHING } from "../page.js";
var SHOWN = 50;
var NAMED = 3;
var STATUSES = { "": "all", ...Object.fromEntries(MESSAGE_STATUSES.map((status) => [status, status])) };
var CHANNELS = { "": "all", email: "email", sms: "SMS" };
var STREAMS = { "": "all", transactional: "transactional", broadcast: "broadcast" };
var SANDBOX = { "": "all", no: "real", yes: "sandbox" };
var messageListPages = (routes, { models }) => {
  routes.workspacePage("messages", "see", async (visit) => {
    const { query } = visit;
    const sought = query.find?.trim() ?? "";
    const found = await whatIsSought(models, visit, sought);
    const isFiltered = Object.values(filterOf(visit)).filter((value) => value !== void 0).length > 1;
    const body = html`<form class="row" method="get">
${field("Id, address, number, tag, Idempotency-Key, template or campaign", "find", html`type="search" value="${sought}"`)}
${choice("Status", "status", STATUSES, query.status ?? "")}
${choice("Channel", "channel", CHANNELS, query.channel ?? "")}
${choice("Stream", "stream", STREAMS, query.stream ?? "")}
${choice("Delivery", "sandbox", SANDBOX, query.sandbox ?? "")}
${field("Since (UTC)", "since", html`placeholder="2026-03-01" value="${query.since ?? ""}"`)}
${field("Until (UTC)", "until", html`placeholder="2026-03-02" value="${query.until ?? ""}"`)}
<button class="main">Find</button></form>
${found.ids !== void 0 && isFiltered ? html`<p class="quiet">This was found by its id or key, so the filters have no effect.</p>` : NOTHING}
${found.isKey ? html`<p><a href="${addressWith(visit, { key: "no" })}">Search for other messages by ${sought}</a></p>` : NOTHING}
${await foundMessages(models, visit, found)}`;
    return { title: "Messages", body };
  });
};
async function whatIsSought(models, { workspace, query }, sought) {
  if (sought === "") return {};
  const ofKey = query.key === "no" ? [] : await messagesOfKey(models.messages, workspace.id, sought);
  if (ofKey.length > 0) return { ids: ofKey.map(({ key }) => key), isKey: true };
  if (sought.includes("@") || /^\+\d+$/.test(sought)) return { to: sought };
  if (!isUuid(sought)) return { tag: sought };
  const id = sought.toLowerCase();
  if ((await messagesWithIds(models.messages, workspace.id, [id])).length > 0) return { ids: [id] };
  if (await models.campaigns.get(id) !== null) return { campaignId: id };
  const ofTemplate = await findMessages(models.messages, { workspace: workspace.id, templateId: id }, 1);
  return ofTemplate.messages.length > 0 ? { templateId: id } : { tag: sought };
}
async function foundMessages(models, visit, { ids, ...sought }) {
  const { workspace, query } = visit;
  const filter = { ...filterOf(visit), ...sought };
  const { messages, next } = ids === void 0 ? await findMessages(models.messages, filter, SHOWN, placeIn(query.after)) : { messages: await messagesWithIds(models.messages, workspace.id, ids), next: null };
  return html`${tableOf(
    "Messages, the newest first",
    [
      {
        heading: "Accepted",
        of: ({ key, document }) => html`<a href="${pathIn(workspace, `messages/${key}`)}">${timeOf(document.createdAt)}</a>`
      },
      {
        heading: "Status",
        of: ({ document: { status } }) => html`<span class="${KINDS[status]}">${status}</span>`
      },
      { heading: "To", of: ({ document }) => recipientsOf(visit, document) },
      { heading: "Subject", of: ({ document }) => html`<div class="clip">${document.subject}</div>` },
      { heading: "From", of: ({ document }) => document.from },
      { heading: "Tags", of: ({ document }) => document.tags.join(", ") },
      {
        heading: "Kind",
        of: ({ document: { channel, sandbox } }) => sandbox ? `${channel}, sandbox` : channel
      }
    ],
    messages,
    next === null ? "There is no such message." : "None of those that were looked at; the next page looks further."
  )}
${next === null ? NOTHING : html`<p><a href="${addressWith(visit, { after: cursorText(next) })}" rel="next">Older ones</a></p>`}`;
}
var KINDS = {
  complained: "bad",
  bounced: "bad",
  rejected: "bad",
  rendering_failed: "bad",
  failed: "bad",
  delivery_delayed: "warn",
  processing: "quiet",
  queued: "quiet",
  scheduled: "quiet",
  submitted: "good",
  sent: "good",
  delivered: "good",
  received: "good",
  suppressed: "warn"
};
function recipientsOf({ workspace }, { recipients }) {
  const named = recipients.slice(0, NAMED);
  const more = recipients.length - named.length;
  return html`${named.map(({ address }, at) => html`${at === 0 ? "" : ", "}${addressLink(workspace, address)}`)}${more > 0 ? ` and ${more} more` : ""}`;
}
function filterOf({ workspace, query }) {
  const { status, channel, stream, sandbox, since, until } = query;
  return {
    workspace: workspace.id,
    status: MESSAGE_STATUSES.find((one) => one === status),
    channel: channel === "email" || channel === "sms" ? channel : void 0,
    messageStream: stream === "transactional" || stream === "broadcast" ? stream : void 0,
    sandbox: sandbox === "yes" || sandbox === "no" ? sandbox === "yes" : void 0,
    since: since ? instantIn("since", since) : void 0,
    until: until ? instantIn("until", until) : void 0
  };
}
function instantIn(name, text) {
  const [, date, time = "00:00", zone = "Z"] = /^(\d{4}-\d\d-\d\d)(?:[T ]([\d:.]+))?(?: ?(Z|[+-]\d\d:\d\d)| UTC)?$/i.exec(text.trim()) ?? [];
  const ms = parseInstant(`${date}T${time}${zone}`.toUpperCase());
  if (ms === null) throw new ConsoleFault(400, `${name} must be a time such as 2026-03-01T09:00.`);
  return new Date(ms).toISOString();
}
function placeIn(text) {
  if (text === void 0) return null;
  const place = messageCursor(text);
  if (place === null) throw new ConsoleFault(400, "after is no place of a list: begin at its first page.");
  return place;
}
export {
  foundMessages,
  instantIn,
  messageListPages
};
//# sourceMappingURL=messages.js.map
