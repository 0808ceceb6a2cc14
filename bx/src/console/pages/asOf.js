// src/console/pages/asOf.ts
import { html } from "hono/html";
import { documentsAsOf } from "../../audit/asOf.js";
import { BEGINNING, plainPosition } from "../../events/event.js";
import { isUuid } from "../../events/fieldPatterns.js";
import { suppressionIdOf } from "../../events/suppression.js";
import { projectionList, projectionsFor } from "../../projections/readModels.js";
import { choice, field, timeOf } from "../elements.js";
import { pathIn } from "../layout.js";
import { ConsoleFault, NOTHING, nothingHere } from "../page.js";
import { instantIn } from "./messages.js";
var MODELS = {
  messages: "messages, by id",
  sms_messages: "sms_messages, by id",
  suppressions: "suppressions, by address",
  contacts: "contacts, by id",
  audiences: "audiences, by id",
  templates: "templates, by id",
  campaigns: "campaigns, by id",
  webhook_deliveries: "webhook_deliveries, by id",
  daily_analytics: "daily_analytics, by day",
  credit_months: "credit_months, by month",
  balances: "balances, of the workspace",
  workspaces: "workspaces, this one"
};
var PROJECTIONS = projectionList(projectionsFor(1));
var PATIENCE_MS = 5e3;
var TookTooLong = class extends Error {
};
var asOfPages = (routes, dependencies) => {
  routes.workspacePage("log/as-of", "log", async (visit) => {
    const { workspace, query } = visit;
    const { model = "messages", key = "", at = "" } = query;
    if (!Object.hasOwn(MODELS, model))
      throw new ConsoleFault(400, `model: there is no read model ${model} here.`);
    const asked = at !== "" && (key !== "" || model === "balances" || model === "workspaces");
    const body = html`<form class="row" method="get">
${choice("Read model", "model", MODELS, model)}
${field("Document", "key", html`value="${key}"`)}
${field("At (UTC), or a position", "at", html`value="${at}" placeholder="2026-03-01T09:00"`)}
<button>Show</button></form>
${asked ? await shown(dependencies, visit, model, keyOf(workspace.id, model, key), momentIn(at, dependencies)) : NOTHING}
<p><a href="${pathIn(workspace, "log")}">The log</a></p>`;
    return { title: "As it was", body };
  });
};
async function shown({ ledger: { store, clock } }, { workspace }, model, key, moment) {
  const projection = PROJECTIONS.find(({ name }) => name === model);
  if (projection === void 0) throw nothingHere(`There is no read model ${model}.`);
  const startMs = clock.monotonicMs();
  let events = 0;
  const onLooked = (more) => {
    events += more;
    if (clock.monotonicMs() - startMs > PATIENCE_MS) throw new TookTooLong();
  };
  const found = await documentsAsOf(store, projection, [key], moment, onLooked).catch((error) => {
    if (error instanceof TookTooLong) return null;
    throw error;
  });
  if (found === null)
    return html`<p class="warn" role="status">Stopped after ${PATIENCE_MS / 1e3} seconds and ${events} events: the log is long. On the machine of the service, postledger audit as-of goes on.</p>`;
  const { document, last } = found.get(key) ?? { document: null, last: null };
  const isOurs = last?.metadata.workspace === workspace.id && (document === null || !("workspace" in document) || document.workspace === workspace.id);
  if (last === null || !isOurs) return html`<p role="status">There was no such document.</p>`;
  const { stream, revision, type, position, metadata } = last;
  return html`<p role="status">${document === null ? "It had been removed" : "It had become so"} by
<a href="${pathIn(workspace, `log/${encodeURIComponent(stream)}/${revision}`)}">${type}</a>, ${timeOf(metadata.at)}, position ${plainPosition(position)}.</p>
${document === null ? NOTHING : html`<pre>${JSON.stringify(document, null, 2)}</pre>`}`;
}
function keyOf(workspaceId, model, name) {
  if (model === "balances" || model === "workspaces") return workspaceId;
  if (model === "suppressions" && /[@+]/.test(name)) return suppressionIdOf(workspaceId, name);
  if (model === "daily_analytics" || model === "credit_months") return `${workspaceId}/${name}`;
  return isUuid(name) ? name.toLowerCase() : name;
}
function momentIn(text, { options: { positionIn } }) {
  if (!/^\d{1,20}$/.test(text)) return { atMs: Date.parse(instantIn("at", text)) };
  return { position: positionIn(text.padStart(BEGINNING.length, "0")) };
}
export {
  asOfPages
};
//# sourceMappingURL=asOf.js.map
