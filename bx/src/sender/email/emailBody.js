// src/sender/email/emailBody.ts
import { loadText } from "../../commands/kernel/storedText.js";
import { loadTemplateRevision } from "../../commands/template/loadTemplateRevision.js";
import { campaign } from "../../events/campaign.js";
import { EventStoreUnavailable } from "../../ports/eventStore.js";
import { RendererBusy } from "../../ports/renderer.js";
import { recordedAt } from "../../runtime/follow/recordedAt.js";
import { linkStandIn, UNSUBSCRIBE_VARIABLE, withoutStandIn, withStandIn } from "./unsubscribeLink.js";
var MAX_REASON_CHARS = 500;
var SUBJECT_MAX = 998;
async function emailBody({ store, blobs, clock, renderer, links }, acceptance) {
  const { data, workspace } = acceptance;
  const standIn = linkStandIn(data, links);
  if (data.template === null) {
    const words = async (stored) => stored === null ? null : withStandIn(await loadText(blobs, stored), standIn);
    const [html, text] = await Promise.all([words(data.html), words(data.text)]);
    return { is: "ready", body: { subject: data.subject, html, text } };
  }
  const { templateId, revision, variables } = data.template;
  const asOf = await keptAsOf(store, acceptance);
  const template = await loadTemplateRevision({ store, blobs, clock }, templateId, revision, asOf);
  if (template === null)
    throw new EventStoreUnavailable(`revision ${revision} of template ${templateId} cannot be read yet`);
  const own = variables === null ? null : await loadText(blobs, variables);
  const parts = [
    { name: "subject", source: template.subject, escape: false }
  ];
  if (template.html !== null) parts.push({ name: "html", source: template.html, escape: true });
  if (template.text !== null) parts.push({ name: "text", source: template.text, escape: false });
  const given = [{ [UNSUBSCRIBE_VARIABLE]: standIn }, template.defaults, variablesIn(own)];
  const outcome = await renderer.render({ workspace, parts, variables: given }).catch(busyOutcome);
  if (outcome.outcome !== "rendered") return { is: outcome.outcome, reason: reasonOf(outcome) };
  const { html: renderedHtml = null, text: renderedText = null } = outcome.parts;
  const subject = withoutStandIn(outcome.parts.subject ?? "", standIn);
  const length = [...subject].length;
  if (length > SUBJECT_MAX)
    return { is: "failed", reason: `subject: has ${length} characters, at most ${SUBJECT_MAX} may be sent` };
  return { is: "ready", body: { subject, html: renderedHtml, text: renderedText } };
}
async function keptAsOf(store, { data, position }) {
  if (data.campaign === null) return position;
  const created = await recordedAt(store, campaign.stream(data.campaign.campaignId), 0);
  if (created === null)
    throw new EventStoreUnavailable(`campaign ${data.campaign.campaignId} cannot be read yet`);
  return created.position;
}
function variablesIn(json) {
  return json === null ? {} : JSON.parse(json);
}
function busyOutcome(error) {
  if (error instanceof RendererBusy) return { outcome: "busy", reason: error.message };
  throw error;
}
function reasonOf(outcome) {
  if (outcome.outcome === "busy") return outcome.reason.slice(0, MAX_REASON_CHARS);
  const missing = outcome.outcome === "failed" ? outcome.variable : null;
  const cause = missing === null ? outcome.reason : `the variable ${missing} is missing`;
  return `${outcome.part}: ${cause}`.slice(0, MAX_REASON_CHARS);
}
function loadAttachments(blobs, { attachments }) {
  return Promise.all(
    attachments.map(async ({ content, ...attachment }) => ({
      ...attachment,
      content: await blobs.get(content)
    }))
  );
}
function messageBytes({ html, text, attachments }) {
  const lengthOf = (stored) => stored === null ? 0 : "inline" in stored ? 3 * stored.inline.length : stored.blob.length;
  const files = attachments.reduce((sum, { content }) => sum + content.length, 0);
  return 4 * (files + lengthOf(html) + lengthOf(text)) + 16384;
}
export {
  emailBody,
  loadAttachments,
  messageBytes
};
//# sourceMappingURL=emailBody.js.map
