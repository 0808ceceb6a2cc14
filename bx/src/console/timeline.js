// src/console/timeline.ts
import { html } from "hono/html";
import { actorOf, wordingOf } from "../audit/wording.js";
import { spanOf, timeOf } from "./elements.js";
import { addressLink } from "./links.js";
import { NOTHING } from "./page.js";
import { may } from "./roles.js";
var OPEN_LANES = 5;
function timelineOf(visit, { events }) {
  const [forAll, ...ofRecipients] = lanesOf(events);
  if (forAll === void 0 || ofRecipients.length < 2) return listOf(visit, events, events);
  const isOpen = ofRecipients.length <= OPEN_LANES;
  return html`${listOf(visit, forAll.entries, events)}
${ofRecipients.map(
    ({ recipient, entries }) => html`<details class="lane"${isOpen ? html` open` : NOTHING}><summary>${recipient}</summary>
<p>${addressLink(visit.workspace, recipient)}</p>${listOf(visit, entries, events)}</details>`
  )}`;
}
function listOf(visit, entries, [first]) {
  const startMs = Date.parse(first?.event.metadata.at ?? "");
  return html`<ol class="timeline">${entries.map(
    ({ event, webhook }) => html`<li${webhook === null ? NOTHING : html` class="of-webhook"`}>
<span class="quiet">${timeOf(event.metadata.at)}, +${spanOf(Date.parse(event.metadata.at) - startMs)}, ${actorOf(event.metadata)}</span><br>
${webhook === null ? saidTo(visit, event) : `webhook ${webhook.kind} to ${webhook.endpoint.name}: ${wordingOf(event)}`}${answerOf(visit, event)}</li>`
  )}</ol>`;
}
function saidTo({ session }, { type, data }) {
  if (type !== "Clicked" || may(session, "contents")) return wordingOf({ type, data });
  const { url } = data;
  const origin = URL.canParse(url) ? new URL(url).origin : "";
  return wordingOf({ type, data: { ...data, url: `${origin}/\u2026` } });
}
function answerOf({ session }, { data }) {
  const { answer } = data;
  if (answer === void 0 || !may(session, "contents")) return NOTHING;
  return html`<pre class="answer">${answer}</pre>`;
}
function lanesOf(events) {
  const lanes = /* @__PURE__ */ new Map([["", { recipient: "", entries: [] }]]);
  const recipients = /* @__PURE__ */ new Map();
  for (const entry of events) {
    const { id, data, metadata } = entry.event;
    const { recipient, address } = data;
    const named = recipient ?? address ?? (entry.webhook && recipients.get(metadata.causation ?? "")) ?? "";
    recipients.set(id, named);
    const key = named.toLowerCase();
    const lane = lanes.get(key) ?? { recipient: named, entries: [] };
    lanes.set(key, lane);
    lane.entries.push(entry);
  }
  return [...lanes.values()];
}
export {
  answerOf,
  timelineOf
};
//# sourceMappingURL=timeline.js.map
