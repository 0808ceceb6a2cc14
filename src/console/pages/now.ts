import { html } from 'hono/html';
import { senderDomainsOf, signingKeysOf } from '../../commands/workspace/senderDomains.ts';
import { pages } from '../../projections/pages.ts';
import { listWorkspaces, type WorkspaceDocument } from '../../projections/workspaces.ts';
import { keptFor } from '../../queues/keptFor.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { foreign, spanOf, tableOf, timeOf } from '../elements.ts';
import { daysUntil, figuresPlot } from '../figures.ts';
import { lastHour } from '../lastHour.ts';
import { pathIn } from '../layout.ts';
import { partOf } from '../notAsked.ts';
import { type Html, NOTHING } from '../page.ts';
import type { AddPages } from '../routes.ts';
import { findingsOf, type ServiceFinding, serviceFindings } from '../serviceFindings.ts';

const MAX_ENDPOINTS = 50;
/** Failing endpoints that are read at most to find them, and those read at once. */
const MAX_READ = 5_000;
const READ_AT_ONCE = 500;
const PLOTTED_DAYS = 14;
/** Workspaces that are looked at: of more the page says how many are not. */
const MAX_WORKSPACES = 200;
/** Those who see the same workspaces share an answer this long. */
const SHARED_MS = 5_000;

/** The first page: what needs attention now, in sentences, the worst first. It is asked for again every ten seconds. */
export const nowPages: AddPages = (routes, dependencies) => {
  const overviewOf = overview(dependencies);
  const shared = keptFor<Html>(dependencies.ledger.clock, SHARED_MS);
  routes.page('/', 'see', async ({ session: { workspaceId } }) => ({
    title: 'Now',
    body: await shared.of(workspaceId ?? '', () => overviewOf(workspaceId)),
  }));
};

/** The body of the page for those who see one workspace, or all of them (null). */
function overview(dependencies: ConsoleDependencies): (workspaceId: string | null) => Promise<Html> {
  const { models, ledger } = dependencies;
  const ofTheService = serviceFindings(dependencies);
  const hourOf = lastHour(dependencies);
  return async (workspaceId) => {
    const seen: WorkspaceDocument[] = [];
    const ofWorkspaces = await findingsOf('The workspaces', async () => {
      const all = await listWorkspaces(models.workspaces);
      seen.push(...all.filter(({ id }) => workspaceId === null || workspaceId === id));
      const states = seen.slice(0, MAX_WORKSPACES).map((workspace) => ofWorkspace(dependencies, workspace));
      return (await Promise.all(states)).flat();
    });
    const parts = await Promise.all([
      workspaceId === null ? ofTheService() : [],
      findingsOf('The endpoints', () => ofEndpoints(dependencies, seen)),
    ]);
    const findings = [...ofWorkspaces, ...parts.flat()].sort((one, other) => other.rank - one.rank);
    const now = new Date(ledger.clock.nowMs()).toISOString();
    const [only, another] = seen;
    const plotted = async ({ id, name }: WorkspaceDocument) =>
      figuresPlot(
        `The last ${PLOTTED_DAYS} days of ${name}`,
        await daysUntil(models.dailyAnalytics, id, now.slice(0, 10), PLOTTED_DAYS),
      );
    const head = html`<div id="now" hx-get="/" hx-trigger="every 10s" hx-select="#now" hx-swap="outerHTML">
<p class="quiet">As of ${timeOf(now)}.</p>
${findings.length === 0 ? html`<p class="good">Nothing needs attention.</p>` : listOf(findings)}
${notLookedAt(seen.length)}
</div>`;
    if (only === undefined) return head;
    return html`${head}
${await partOf('The last hour', () => hourOf(seen.slice(0, MAX_WORKSPACES)))}
${another === undefined ? await partOf('Its days', () => plotted(only)) : workspacesTable(seen)}`;
  };
}

/** What the page does not know where there are very many workspaces. */
function notLookedAt(workspaces: number): Html {
  const left = workspaces - MAX_WORKSPACES;
  if (left <= 0) return NOTHING;
  return html`<p class="warn">Of ${workspaces} workspaces ${left} were not looked at for suspensions and domains, nor for the last hour: their own pages show these.</p>`;
}

const linkIn = (workspace: WorkspaceDocument, path: string, label: string): Html =>
  html`<a href="${pathIn(workspace, path)}">${label}</a>`;

const listOf = (findings: readonly ServiceFinding[]): Html =>
  html`<ol class="findings">${findings.map(
    ({ says, next, rank }) =>
      html`<li${rank >= 5 ? html` class="bad-one"` : NOTHING}><strong>${says}</strong><br><span class="next">${next}</span></li>`,
  )}</ol>`;

function workspacesTable(seen: readonly WorkspaceDocument[]): Html {
  return tableOf(
    'Workspaces',
    [
      { heading: 'Name', of: (one) => html`<a href="${pathIn(one, 'messages')}">${foreign(one.name)}</a>` },
      { heading: 'Opened', of: ({ openedAt }) => timeOf(openedAt) },
      {
        heading: 'State',
        of: ({ suspended }) => (suspended === null ? 'sends' : `suspended: ${suspended.reason}`),
      },
    ],
    seen,
    '',
  );
}

/** Endpoints whose every attempt has failed for a while, those that fail longest first. */
async function ofEndpoints(
  { models, ledger }: ConsoleDependencies,
  seen: readonly WorkspaceDocument[],
): Promise<readonly ServiceFinding[]> {
  const workspaces = new Map(seen.map((workspace) => [workspace.id, workspace]));
  const query = { index: 'byFailingSince' };
  const found: ServiceFinding[] = [];
  let read = 0;
  for await (const page of pages(
    models.webhookHealth,
    query,
    ({ failingSince }) => [failingSince ?? ''],
    READ_AT_ONCE,
  )) {
    const failing = page.filter(({ document }) => workspaces.has(document.workspace));
    const endpoints = await models.webhookEndpoints.getMany(failing.map(({ key }) => key));
    for (const { key, document } of failing) {
      const workspace = workspaces.get(document.workspace);
      const endpoint = endpoints.get(key)?.document;
      if (workspace === undefined || endpoint?.status !== 'ACTIVE' || document.failingSince === null)
        continue;
      const forMs = ledger.clock.nowMs() - Date.parse(document.failingSince);
      const answer = document.lastStatus ?? document.lastReason ?? 'no answer';
      found.push({
        rank: 4,
        says: `The endpoint ${endpoint.name} of ${workspace.name} has failed for ${spanOf(forMs)}: ${answer}.`,
        next: html`Its owner must repair ${endpoint.url}; what it missed can be posted again on ${linkIn(workspace, 'webhooks', 'the page Webhooks')}.`,
      });
      if (found.length === MAX_ENDPOINTS) return found;
    }
    read += page.length;
    if (read >= MAX_READ) return [...found, CUT_OFF];
  }
  return found;
}

const CUT_OFF: ServiceFinding = {
  rank: 0,
  says: `Only the ${MAX_READ} endpoints that have failed longest were looked at.`,
  next: 'The page Webhooks of a workspace shows each of its endpoints.',
};

async function ofWorkspace(
  { ledger }: ConsoleDependencies,
  workspace: WorkspaceDocument,
): Promise<readonly ServiceFinding[]> {
  const { name, id, suspended } = workspace;
  const found: ServiceFinding[] = [];
  if (suspended !== null)
    found.push({
      rank: 2,
      says: `The workspace ${name} is suspended: ${suspended.reason}.`,
      next: html`Its sends are refused, and what waits stays. An operator lets it send again on ${linkIn(workspace, 'settings', 'the page Workspace')}.`,
    });
  for (const domain of await senderDomainsOf(ledger, id))
    if (signingKeysOf(domain).length === 0)
      found.push({
        rank: 1,
        says: `The domain ${domain.domain} of ${name} is not verified: its mail is not signed.`,
        next: html`Set ${linkIn(workspace, `settings/domains/${domain.domain}`, 'its records')} in DNS, then: postledger domains check.`,
      });
  return found;
}
