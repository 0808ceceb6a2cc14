import { html } from 'hono/html';
import { senderDomainsOf, signingKeysOf } from '../../commands/workspace/senderDomains.ts';
import { oldestPendingAt } from '../../projections/webhookDeliveries.ts';
import { listWorkspaces, type WorkspaceDocument } from '../../projections/workspaces.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { spanOf, tableOf, timeOf } from '../elements.ts';
import { daysUntil, figuresPlot } from '../figures.ts';
import { pathIn } from '../layout.ts';
import { type Html, NOTHING } from '../page.ts';
import type { AddPages } from '../routes.ts';

/** A lag that people notice. */
const LATE_MS = 10_000;
const MAX_ENDPOINTS = 50;
const PLOTTED_DAYS = 14;
/** Workspaces whose domains are looked at: of more the others are on their own pages. */
const MAX_WORKSPACES = 200;

/** Something that needs a person, with the next step. `rank`: the worst first. */
interface Finding {
  readonly rank: number;
  readonly says: string;
  readonly next: string;
}

/** The first page: what needs attention now, in sentences, the worst first. It is asked for again every ten seconds. */
export const nowPages: AddPages = (routes, dependencies) => {
  routes.page('/', 'see', async ({ session }) => {
    const { models, ledger } = dependencies;
    const all = await listWorkspaces(models.workspaces);
    const seen = all.filter(({ id }) => session.workspaceId === null || session.workspaceId === id);
    const parts = await Promise.all([
      session.workspaceId === null ? ofTheService(dependencies) : [],
      ofEndpoints(dependencies, seen),
      ...seen.slice(0, MAX_WORKSPACES).map((workspace) => ofWorkspace(dependencies, workspace)),
    ]);
    const findings = parts.flat().sort((one, other) => other.rank - one.rank);
    const to = new Date(ledger.clock.nowMs()).toISOString().slice(0, 10);
    const [only] = seen;
    const days = only === undefined ? [] : await daysUntil(models.dailyAnalytics, only.id, to, PLOTTED_DAYS);
    const body = html`<div id="now" hx-get="/" hx-trigger="every 10s" hx-select="#now" hx-swap="outerHTML">
<p class="quiet">As of ${timeOf(new Date(ledger.clock.nowMs()).toISOString())}.</p>
${findings.length === 0 ? html`<p class="good">Nothing needs attention.</p>` : listOf(findings)}
</div>
${seen.length === 1 && only !== undefined ? figuresPlot(`The last ${PLOTTED_DAYS} days of ${only.name}`, days) : workspacesTable(seen)}`;
    return { title: 'Now', body };
  });
};

const listOf = (findings: readonly Finding[]): Html =>
  html`<ol class="findings">${findings.map(
    ({ says, next, rank }) =>
      html`<li${rank >= 5 ? html` class="bad-one"` : NOTHING}><strong>${says}</strong><br><span class="next">${next}</span></li>`,
  )}</ol>`;

function workspacesTable(seen: readonly WorkspaceDocument[]): Html {
  return tableOf(
    'Workspaces',
    [
      { heading: 'Name', of: (one) => html`<a href="${pathIn(one, 'messages')}">${one.name}</a>` },
      { heading: 'Opened', of: ({ openedAt }) => timeOf(openedAt) },
      {
        heading: 'State',
        of: ({ suspended }) => (suspended === null ? 'sends' : `suspended: ${suspended.reason}`),
      },
    ],
    seen,
    'There is no workspace yet.',
  );
}

/** What concerns every workspace: the log, the background, the route for mail, webhooks that wait. */
async function ofTheService({ reports, models, ledger }: ConsoleDependencies): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  if (reports.logDamage !== null)
    found.push({
      rank: 9,
      says: `The log is damaged: ${reports.logDamage}`,
      next: 'Nothing is accepted until it is repaired: docs/operations.md, Restore.',
    });
  if (reports.backgroundRuns?.() === false)
    found.push({
      rank: 8,
      says: 'The background process does not run: nothing is sent, posted or counted.',
      next: 'It is started again by itself; the log of the service says why it ended.',
    });
  const lagMs = reports.backgroundLagMs?.() ?? 0;
  if (lagMs >= LATE_MS)
    found.push({
      rank: 5,
      says: `The background is ${spanOf(lagMs)} late: figures and lists are as old.`,
      next: 'It catches up by itself once less is sent; postledger projections status shows how far it is.',
    });
  const route = reports.route?.() ?? null;
  if (route !== null && route.state !== 'open')
    found.push({
      rank: 7,
      says: `The route for mail (${route.route}) is ${route.state} since ${route.since}: ${route.trouble ?? 'it is tried'}.`,
      next: 'Accepted mail waits and nothing is lost; postledger doctor says what the server answers.',
    });
  if (reports.intakeListens?.() === false)
    found.push({
      rank: 6,
      says: 'Bounces and complaints are not received: the intake does not listen.',
      next: 'Other servers send them again for days; the log of the service says why, and postledger doctor too.',
    });
  const pendingAt = await oldestPendingAt(models.webhookDeliveries);
  const waitsMs = pendingAt === null ? 0 : ledger.clock.nowMs() - Date.parse(pendingAt);
  if (waitsMs >= 60_000)
    found.push({
      rank: 3,
      says: `The oldest webhook waits for ${spanOf(waitsMs)}.`,
      next: 'Mostly its endpoint fails: the page Webhooks of its workspace shows which one.',
    });
  return found;
}

/** Endpoints whose every attempt has failed for a while, those that fail longest first. */
async function ofEndpoints(
  { models, ledger }: ConsoleDependencies,
  seen: readonly WorkspaceDocument[],
): Promise<readonly Finding[]> {
  const failing = await models.webhookHealth.page({ index: 'byFailingSince', limit: MAX_ENDPOINTS });
  const endpoints = await models.webhookEndpoints.getMany(failing.map(({ key }) => key));
  return failing.flatMap(({ key, document }) => {
    const workspace = seen.find(({ id }) => id === document.workspace);
    const endpoint = endpoints.get(key)?.document;
    if (workspace === undefined || endpoint?.status !== 'ACTIVE' || document.failingSince === null) return [];
    const forMs = ledger.clock.nowMs() - Date.parse(document.failingSince);
    const answer = document.lastStatus ?? document.lastReason ?? 'no answer';
    return {
      rank: 4,
      says: `The endpoint ${endpoint.name} of ${workspace.name} fails since ${spanOf(forMs)}: ${answer}.`,
      next: `Its owner must repair ${endpoint.url}; what it missed can be posted again on the page Webhooks.`,
    };
  });
}

async function ofWorkspace(
  { ledger }: ConsoleDependencies,
  workspace: WorkspaceDocument,
): Promise<readonly Finding[]> {
  const { name, id, suspended } = workspace;
  const found: Finding[] = [];
  if (suspended !== null)
    found.push({
      rank: 2,
      says: `The workspace ${name} is suspended: ${suspended.reason}.`,
      next: 'Its sends are refused, and what waits stays. An operator lets it send again on the page Workspace.',
    });
  for (const domain of await senderDomainsOf(ledger, id))
    if (signingKeysOf(domain).length === 0)
      found.push({
        rank: 1,
        says: `The domain ${domain.domain} of ${name} is not verified: its mail is not signed.`,
        next: 'Set the records of the page Workspace in DNS, then: postledger domains check.',
      });
  return found;
}
