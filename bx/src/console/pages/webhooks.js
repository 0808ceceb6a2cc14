// src/console/pages/webhooks.ts
import { html } from "hono/html";
import { changeWebhookEndpoint, webhookEndpointWithId } from "../../commands/webhook/webhookEndpoints.js";
import { postSample, SecretUnreadable } from "../../dispatcher/sample.js";
import { pageWebhookDeliveries } from "../../projections/webhookDeliveries.js";
import { listWebhookEndpoints } from "../../projections/webhookEndpoints.js";
import { medianAnswerMs } from "../../projections/webhookHealth.js";
import { actForm, spanOf, tableOf, timeOf } from "../elements.js";
import { pathIn } from "../layout.js";
import { partOf } from "../notAsked.js";
import { ConsoleFault, NOTHING, nothingHere } from "../page.js";
import { may } from "../roles.js";
import { whenShown } from "../whenShown.js";
import { deliveriesOf } from "./webhookDeliveries.js";
var LAST = 100;
var ANSWER_SHOWN = 200;
var webhookPages = (routes, dependencies) => {
  const { models, ledger } = dependencies;
  routes.workspacePage("webhooks", "see", async (visit) => {
    const { workspace, session } = visit;
    const found = await endpointsOf(models, workspace.id);
    const acts = ({ id, endpoint }) => html`${actForm(visit, pathIn(workspace, "webhooks/test"), "Send a test event", {
      endpoint: id
    })}${actForm(
      visit,
      pathIn(workspace, "webhooks/status"),
      endpoint.status === "ACTIVE" ? "Switch off" : "Switch on",
      { endpoint: id, status: endpoint.status === "ACTIVE" ? "DISABLED" : "ACTIVE" }
    )}`;
    const body = html`${tableOf(
      "Endpoints in the order of their creation",
      [
        {
          heading: "Name",
          of: ({ id, endpoint }) => html`<a href="${pathIn(workspace, "webhooks")}?endpoint=${id}">${endpoint.name}</a>`
        },
        { heading: "Address", of: ({ endpoint }) => endpoint.url },
        { heading: "State", of: healthOf },
        { heading: "Last answer", of: ({ health }) => health?.lastStatus ?? health?.lastReason ?? null },
        { heading: "Last failure", of: ({ health }) => failureOf(health) },
        { heading: "Wait", isNumber: true, of: ({ waits }) => waits },
        { heading: `Delivered of the last ${LAST}`, isNumber: true, of: ({ delivered }) => delivered },
        { heading: "Median", isNumber: true, of: ({ health }) => medianOf(health) },
        ...may(session, "administer") ? [{ heading: "Act", of: acts }] : []
      ],
      found,
      "The workspace has no webhook endpoint."
    )}
${may(session, "administer") ? html`<p class="quiet">A test event is signed like any other and posted once, by this process. Nothing of it is recorded: it is not among the deliveries.</p>` : NOTHING}
<h2>Deliveries</h2>
${await partOf(
      "Deliveries",
      () => deliveriesOf(
        dependencies,
        visit,
        found.map(({ id, endpoint }) => ({ id, name: endpoint.name }))
      )
    )}`;
    return { title: "Webhooks", body };
  });
  addTest(routes, dependencies);
  routes.workspaceAct("webhooks/status", "administer", async ({ workspace, origin, form }) => {
    const { endpoint = "", status } = form;
    const known = (await models.webhookEndpoints.get(endpoint))?.document;
    if (known?.workspace !== workspace.id) throw nothingHere("There is no such endpoint.");
    const to = status === "DISABLED" ? "DISABLED" : "ACTIVE";
    const position = await changeWebhookEndpoint(ledger, origin, endpoint, { status: to });
    const says = to === "ACTIVE" ? "is posted to again" : "is posted to no more; what waits for it is kept for 72 hours";
    const done = { to: pathIn(workspace, "webhooks"), says: `${known.name} ${says}.` };
    return whenShown(done, models.webhookEndpoints, endpoint, position, ledger.clock);
  });
};
var addTest = (routes, dependencies) => {
  const { ledger } = dependencies;
  routes.workspaceAct("webhooks/test", "administer", async ({ workspace, form }) => {
    const endpoint = await webhookEndpointWithId(ledger.store, workspace.id, form.endpoint ?? "");
    if (endpoint === void 0) throw nothingHere("There is no such endpoint.");
    const result = await postSample(ledger, dependencies, endpoint).catch((error) => {
      throw error instanceof SecretUnreadable ? new ConsoleFault(503, error.message) : error;
    });
    const what = result.status ?? `no answer: ${result.outcome} (${result.detail})`;
    const answer = result.answer === null ? "" : ` It says: ${result.answer.slice(0, ANSWER_SHOWN)}`;
    const says = `${endpoint.name}: ${what}, after ${spanOf(result.durationMs)}. Nothing was recorded.${answer}`;
    return { to: pathIn(workspace, "webhooks"), says };
  });
};
function healthOf({ endpoint, health }) {
  if (endpoint.status === "DISABLED") return html`<span class="quiet">off</span>`;
  if (health === null) return html`<span class="quiet">nothing posted yet</span>`;
  if (health.failingSince !== null)
    return html`<span class="bad">has failed since ${timeOf(health.failingSince)}</span>`;
  return html`<span class="good">answers${health.standing === null ? "" : `, ${health.standing}`}</span>`;
}
async function endpointsOf({ webhookEndpoints, webhookHealth, webhookDeliveries }, workspace) {
  const found = [];
  for await (const { key: id, document: endpoint } of listWebhookEndpoints(webhookEndpoints, workspace)) {
    const ofEndpoint = { workspace, endpointId: id };
    const last = (await pageWebhookDeliveries(webhookDeliveries, ofEndpoint, LAST)).page;
    const delivered = last.filter(({ document }) => document.status === "delivered").length;
    const pending = { ...ofEndpoint, status: "pending" };
    const { length } = (await pageWebhookDeliveries(webhookDeliveries, pending, LAST)).page;
    found.push({
      ...{ id, endpoint, health: (await webhookHealth.get(id))?.document ?? null },
      delivered: `${delivered} of ${last.length}`,
      waits: length < LAST ? String(length) : `${LAST} or more`
    });
  }
  return found;
}
function failureOf(health) {
  const { lastFailure = null } = health ?? {};
  return lastFailure && html`${timeOf(lastFailure.at)}: ${lastFailure.status ?? lastFailure.reason}`;
}
function medianOf(health) {
  const ms = health === null ? null : medianAnswerMs(health);
  return ms === null ? null : spanOf(ms);
}
export {
  webhookPages
};
//# sourceMappingURL=webhooks.js.map
