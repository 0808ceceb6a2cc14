// src/console/pages/now.ts
import { html } from "hono/html";
import { senderDomainsOf, signingKeysOf } from "../../commands/workspace/senderDomains.js";
import { pages } from "../../projections/pages.js";
import { listWorkspaces } from "../../projections/workspaces.js";
import { keptFor } from "../../queues/keptFor.js";
import { spanOf, tableOf, timeOf } from "../elements.js";
import { daysUntil, figuresPlot } from "../figures.js";
import { lastHour } from "../lastHour.js";
import { pathIn } from "../layout.js";
import { partOf } from "../notAsked.js";
import { NOTHING } from "../page.js";
import { findingsOf, serviceFindings } from "../serviceFindings.js";
var MAX_ENDPOINTS = 50;
var MAX_READ = 5e3;
var READ_AT_ONCE = 500;
var PLOTTED_DAYS = 14;
var MAX_WORKSPACES = 200;
var SHARED_MS = 5e3;
var nowPages = (routes, dependencies) => {
  const overviewOf = overview(dependencies);
  const shared = keptFor(dependencies.ledger.clock, SHARED_MS);
  routes.page("/", "see", async ({ session: { workspaceId } }) => ({
    title: "Now",
    body: await shared.of(workspaceId ?? "", () => overviewOf(workspaceId))
  }));
};
function overview(dependencies) {
  const { models, ledger } = dependencies;
  const ofTheService = serviceFindings(dependencies);
  const hourOf = lastHour(dependencies);
  return async (workspaceId) => {
    const seen = [];
    const ofWorkspaces = await findingsOf("The workspaces", async () => {
      const all = await listWorkspaces(models.workspaces);
      seen.push(...all.filter(({ id }) => workspaceId === null || workspaceId === id));
      const states = seen.slice(0, MAX_WORKSPACES).map((workspace) => ofWorkspace(dependencies, workspace));
      return (await Promise.all(states)).flat();
    });
    const parts = await Promise.all([
      workspaceId === null ? ofTheService() : [],
      findingsOf("The endpoints", () => ofEndpoints(dependencies, seen))
    ]);
    const findings = [...ofWorkspaces, ...parts.flat()].sort((one, other) => other.rank - one.rank);
    const now = new Date(ledger.clock.nowMs()).toISOString();
    const [only, another] = seen;
    const plotted = async ({ id, name }) => figuresPlot(
      `The last ${PLOTTED_DAYS} days of ${name}`,
      await daysUntil(models.dailyAnalytics, id, now.slice(0, 10), PLOTTED_DAYS)
    );
    const head = html`<div id="now" hx-get="/" hx-trigger="every 10s" hx-select="#now" hx-swap="outerHTML">
<p class="quiet">As of ${timeOf(now)}.</p>
${findings.length === 0 ? html`<p class="good">Nothing needs attention.</p>` : listOf(findings)}
${notLookedAt(seen.length)}
</div>`;
    if (only === void 0) return head;
    return html`${head}
${await partOf("The last hour", () => hourOf(workspaceId ?? "", seen.slice(0, MAX_WORKSPACES)))}
${another === void 0 ? await partOf("Its days", () => plotted(only)) : workspacesTable(seen)}`;
  };
}
function notLookedAt(workspaces) {
  const left = workspaces - MAX_WORKSPACES;
  if (left <= 0) return NOTHING;
  return html`<p class="warn">Of ${workspaces} workspaces ${left} were not looked at for suspensions and domains, nor for the last hour: their own pages show these.</p>`;
}
var linkIn = (workspace, path, label) => html`<a href="${pathIn(workspace, path)}">${label}</a>`;
var listOf = (findings) => html`<ol class="findings">${findings.map(
  ({ says, next, rank }) => html`<li${rank >= 5 ? html` class="bad-one"` : NOTHING}><strong>${says}</strong><br><span class="next">${next}</span></li>`
)}</ol>`;
function workspacesTable(seen) {
  return tableOf(
    "Workspaces",
    [
      { heading: "Name", of: (one) => html`<a href="${pathIn(one, "messages")}">${one.name}</a>` },
      { heading: "Opened", of: ({ openedAt }) => timeOf(openedAt) },
      {
        heading: "State",
        of: ({ suspended }) => suspended === null ? "sends" : `suspended: ${suspended.reason}`
      }
    ],
    seen,
    ""
  );
}
async function ofEndpoints({ models, ledger }, seen) {
  const workspaces = new Map(seen.map((workspace) => [workspace.id, workspace]));
  const query = { index: "byFailingSince" };
  const found = [];
  let read = 0;
  for await (const page of pages(
    models.webhookHealth,
    query,
    ({ failingSince }) => [failingSince ?? ""],
    READ_AT_ONCE
  )) {
    const failing = page.filter(({ document }) => workspaces.has(document.workspace));
    const endpoints = await models.webhookEndpoints.getMany(failing.map(({ key }) => key));
    for (const { key, document } of failing) {
      const workspace = workspaces.get(document.workspace);
      const endpoint = endpoints.get(key)?.document;
      if (workspace === void 0 || endpoint?.status !== "ACTIVE" || document.failingSince === null)
        continue;
      const forMs = ledger.clock.nowMs() - Date.parse(document.failingSince);
      const answer = document.lastStatus ?? document.lastReason ?? "no answer";
      found.push({
        rank: 4,
        says: `The endpoint ${endpoint.name} of ${workspace.name} has failed for ${spanOf(forMs)}: ${answer}.`,
        next: html`Its owner must repair ${endpoint.url}; what it missed can be posted again on ${linkIn(workspace, "webhooks", "the page Webhooks")}.`
      });
      if (found.length === MAX_ENDPOINTS) return found;
    }
    read += page.length;
    if (read >= MAX_READ) return [...found, CUT_OFF];
  }
  return found;
}
var CUT_OFF = {
  rank: 0,
  says: `Only the ${MAX_READ} endpoints that have failed longest were looked at.`,
  next: "The page Webhooks of a workspace shows each of its endpoints."
};
async function ofWorkspace({ ledger }, workspace) {
  const { name, id, suspended } = workspace;
  const found = [];
  if (suspended !== null)
    found.push({
      rank: 2,
      says: `The workspace ${name} is suspended: ${suspended.reason}.`,
      next: html`Its sends are refused, and what waits stays. An operator lets it send again on ${linkIn(workspace, "settings", "the page Workspace")}.`
    });
  for (const domain of await senderDomainsOf(ledger, id))
    if (signingKeysOf(domain).length === 0)
      found.push({
        rank: 1,
        says: `The domain ${domain.domain} of ${name} is not verified: its mail is not signed.`,
        next: html`Set ${linkIn(workspace, `settings/domains/${domain.domain}`, "its records")} in DNS, then: postledger domains check.`
      });
  return found;
}
export {
  nowPages
};
//# sourceMappingURL=now.js.map
