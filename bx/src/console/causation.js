// src/console/causation.ts
import { html } from "hono/html";
import { messageHistory } from "../audit/history.js";
import { campaign } from "../events/campaign.js";
import { streamId } from "../events/category.js";
import { email } from "../events/email.js";
import { sms } from "../events/sms.js";
import { findMessages } from "../projections/findMessages.js";
import { timeOf } from "./elements.js";
import { pathIn } from "./layout.js";
var LOOKED_AT = 2e3;
var SHOWN = 50;
async function causationOf(dependencies, workspace, event) {
  const near = (await relatedTo(dependencies, workspace, event)).filter(
    ({ metadata }) => metadata.workspace === workspace.id
  );
  const wanted = causeOf(event);
  const cause = near.find(({ id }) => id === wanted);
  const effects = near.filter((one) => causeOf(one) === event.id);
  const link = ({ stream, revision, type, metadata }) => html`<a href="${pathIn(workspace, `log/${encodeURIComponent(stream)}/${revision}`)}">${type}</a>, ${timeOf(metadata.at)}, ${stream}`;
  const before = wanted === null ? "No event: a request, or a person." : cause === void 0 ? `Event ${wanted}, which is not in the streams that this one belongs to.` : link(cause);
  return html`<h2>What led to it</h2><p>${before}</p>
<h2>What it led to</h2>
${effects.length === 0 ? html`<p class="quiet">Nothing in the streams that it belongs to.</p>` : html`<ul>${effects.slice(0, SHOWN).map((one) => html`<li>${link(one)}</li>`)}</ul>`}
${effects.length > SHOWN ? html`<p>${effects.length - SHOWN} more of them are in the same streams.</p>` : ""}`;
}
function causeOf({ metadata, data }) {
  const { cause } = data ?? {};
  return metadata.causation ?? (typeof cause === "string" ? cause : null);
}
async function relatedTo({ ledger: { store }, models }, workspace, { stream }) {
  const own = await store.readStream(stream, { limit: LOOKED_AT });
  const first = own[0]?.data;
  const id = streamId(stream);
  const isMessage = stream === email.stream(id) || stream === sms.stream(id);
  const messageId = isMessage ? id : first?.subjectId;
  const history = messageId === void 0 ? null : await messageHistory(store, messageId);
  const { campaignId } = first?.campaign ?? {};
  const ofCampaign = campaignId === void 0 ? [] : await campaign.read(store, campaignId, { limit: LOOKED_AT });
  const newest = stream === campaign.stream(id) ? await findMessages(models.messages, { workspace: workspace.id, campaignId: id }, SHOWN) : null;
  const accepted = await Promise.all(
    (newest?.messages ?? []).map(({ key }) => email.read(store, key, { limit: 1 }))
  );
  const ofMessage = (history?.events ?? []).map((one) => one.event);
  const all = [...own, ...ofMessage, ...ofCampaign, ...accepted.flat()];
  return [...new Map(all.map((event) => [event.id, event])).values()];
}
export {
  causationOf
};
//# sourceMappingURL=causation.js.map
