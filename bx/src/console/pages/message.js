// src/console/pages/message.ts
import { html } from "hono/html";
import { messageHistory } from "../../audit/history.js";
import { loadText } from "../../commands/kernel/storedText.js";
import { isUuid } from "../../events/fieldPatterns.js";
import { factsOf, timeOf } from "../elements.js";
import { sendForeign } from "../frames.js";
import { pathIn } from "../layout.js";
import { addressLink } from "../links.js";
import { actsOn } from "../messageActs.js";
import { NOTHING, nothingHere } from "../page.js";
import { may } from "../roles.js";
import { timelineOf } from "../timeline.js";
var messagePages = (routes, dependencies) => {
  const historyFor = async ({ workspace, params }) => {
    const { id = "" } = params;
    const history = isUuid(id) ? await messageHistory(dependencies.ledger.store, id.toLowerCase()) : null;
    if (history?.workspace !== workspace.id) throw nothingHere(`The workspace has no message ${id}.`);
    return history;
  };
  routes.workspacePage("messages/:id", "see", async (visit) => {
    const history = await historyFor(visit);
    const [first] = history.events;
    if (first === void 0) throw nothingHere("The message has no events.");
    const body = html`${aboutOf(visit, first.event)}
<h2>What became of it</h2>
${timelineOf(visit, history)}
${await actsOn(dependencies, visit, history)}
${await contentsOf(dependencies, visit, first.event)}
${may(visit.session, "log") ? html`<p><a href="${pathIn(visit.workspace, "log")}?${new URLSearchParams({ stream: first.event.stream })}">The events themselves</a></p>` : NOTHING}`;
    return { title: history.kind === "email" ? "Email" : "SMS", body };
  });
  routes.workspaceFile("messages/:id/html", "contents", async (visit, reply) => {
    const [first] = (await historyFor(visit)).events;
    const event = first?.event;
    const content = event?.type === "EmailAccepted" ? event.data.html : null;
    if (content === null || content === void 0) throw nothingHere("The message has no html.");
    return sendForeign(reply, await textOf(dependencies, content));
  });
};
function aboutOf(visit, event) {
  const { workspace, params } = visit;
  const id = params.id ?? "";
  const links = (addresses) => addresses.length === 0 ? null : html`${addresses.map((address, at) => html`${at === 0 ? "" : ", "}${addressLink(workspace, address)}`)}`;
  if (event.type === "EmailAccepted") {
    const { data } = event;
    return factsOf({
      Id: id,
      From: data.from,
      To: links(data.to),
      Cc: links(data.cc),
      Bcc: links(data.bcc),
      Subject: data.subject,
      Template: data.template && html`<a href="${pathIn(workspace, `templates/${data.template.templateId}`)}?to=${data.template.revision}">${data.template.templateId}</a>, revision ${data.template.revision}`,
      Campaign: data.campaign && html`<a href="${pathIn(workspace, "messages")}?find=${data.campaign.campaignId}">${data.campaign.campaignId}</a>`,
      Tags: data.tags.join(", "),
      Stream: data.messageStream,
      "Planned for": timeOf(data.scheduledFor),
      Files: data.attachments.map(({ filename }) => filename).join(", "),
      Suppressed: data.suppressedRecipients.join(", "),
      Credits: data.credits
    });
  }
  if (event.type !== "SmsAccepted" && event.type !== "SmsReceived") return NOTHING;
  const { from, to, segments } = event.data;
  return factsOf({
    Id: id,
    From: from,
    To: addressLink(workspace, to),
    Segments: segments
  });
}
async function contentsOf(dependencies, visit, event) {
  if (!may(visit.session, "contents")) return NOTHING;
  if (event.type === "SmsAccepted" || event.type === "SmsReceived")
    return html`<h2>Text</h2><pre>${event.data.text}</pre>`;
  if (event.type !== "EmailAccepted") return NOTHING;
  const { text, html: markup } = event.data;
  const frame = `${pathIn(visit.workspace, `messages/${visit.params.id}`)}/html`;
  return html`${text === null ? NOTHING : html`<h2>Text</h2><pre>${await textOf(dependencies, text)}</pre>`}
${markup === null ? NOTHING : html`<h2>Html</h2><iframe src="${frame}" sandbox title="The message as html"></iframe>`}`;
}
async function textOf({ blobs }, stored) {
  return loadText(blobs, stored).catch((error) => `The content could not be read: ${error.message}`);
}
export {
  messagePages
};
//# sourceMappingURL=message.js.map
