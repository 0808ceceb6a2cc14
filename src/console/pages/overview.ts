import { html } from 'hono/html';
import { listWorkspaces, type WorkspaceDocument } from '../../projections/workspaces.ts';
import { keptFor } from '../../queues/keptFor.ts';
import { beingBuilt } from '../beingBuilt.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { foreign, tableOf, timeOf } from '../elements.ts';
import { groupRates } from '../groupRates.ts';
import { lastHour } from '../lastHour.ts';
import { pathIn } from '../layout.ts';
import { partOf } from '../notAsked.ts';
import { type Html, NOTHING } from '../page.ts';
import { partForm } from '../parts.ts';
import type { AddPages } from '../routes.ts';
import { findingsOf, listOf, serviceFindings } from '../serviceFindings.ts';
import { weekOf } from '../weekFigures.ts';
import { ofEndpoints, ofWorkspace } from '../workspaceFindings.ts';

/** Workspaces that are looked at: of more the page says how many are not. */
const MAX_WORKSPACES = 200;
/** Those who see the same workspaces share an answer this long. */
const SHARED_MS = 5_000;

/** The first page: what needs attention, by kind, and the week in four figures; of one workspace also what makes them. It is asked for again every ten seconds. */
export const overviewPages: AddPages = (routes, dependencies) => {
  const overviewOf = overview(dependencies);
  const ratesOf = groupRates(dependencies);
  const shared = keptFor<Overview>(dependencies.ledger.clock, SHARED_MS);
  const bodyOf = async (path: string, workspaceId: string | null) => {
    const { week, hour, only } = await shared.of(`${path} ${workspaceId}`, () =>
      overviewOf(path, workspaceId),
    );
    return html`${week}${only === null ? NOTHING : await partOf('Rates', () => ratesOf(path, only))}${hour}`;
  };
  routes.page('/', 'see', async ({ session: { workspaceId } }) => ({
    title: 'Overview',
    body: await bodyOf('/', workspaceId),
  }));
  routes.workspacePage('overview', 'see', async ({ workspace }) => ({
    title: `Overview of ${workspace.name}`,
    body: await bodyOf(pathIn(workspace, 'overview'), workspace.id),
  }));
};

interface Overview {
  /** What needs attention, and the week. */
  readonly week: Html;
  readonly hour: Html;
  /** The only workspace that is seen; null: there are several, or none could be asked for. */
  readonly only: WorkspaceDocument | null;
}

/** The parts of the page for those who see one workspace, or all of them (null). */
function overview(
  dependencies: ConsoleDependencies,
): (path: string, workspaceId: string | null) => Promise<Overview> {
  const { models, ledger } = dependencies;
  const ofTheService = serviceFindings(dependencies);
  const hourOf = lastHour(dependencies);
  return async (path, workspaceId) => {
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
    const findings = [...ofWorkspaces, ...parts.flat()];
    const now = new Date(ledger.clock.nowMs()).toISOString();
    const looked = seen.slice(0, MAX_WORKSPACES);
    const only = seen.length === 1 ? (seen[0] ?? null) : null;
    const search =
      only && partForm({ query: {} }, 'Find a message, a recipient, a campaign', pathIn(only, 'messages'));
    const head = html`${search ?? NOTHING}<div id="now" hx-get="${path}" hx-trigger="every 10s" hx-select="#now" hx-swap="outerHTML">
<p class="quiet">As of ${timeOf(now)}.</p>
${beingBuilt(dependencies)}
${findings.length === 0 ? html`<p class="good">Nothing needs attention.</p>` : listOf(findings)}
${notLookedAt(seen.length)}
</div>`;
    if (seen.length === 0) return { week: head, hour: NOTHING, only };
    const week = html`${head}
${await partOf('The week', () => weekOf(dependencies, looked))}${only === null ? workspacesTable(seen) : NOTHING}`;
    return { week, hour: await partOf('The last hour', () => hourOf(looked, path)), only };
  };
}

/** What the page does not know where there are very many workspaces. */
function notLookedAt(workspaces: number): Html {
  const left = workspaces - MAX_WORKSPACES;
  if (left <= 0) return NOTHING;
  return html`<p class="warn">Of ${workspaces} workspaces ${left} were not looked at for suspensions and domains, nor for the week and the last hour: their own pages show these.</p>`;
}

function workspacesTable(seen: readonly WorkspaceDocument[]): Html {
  return tableOf(
    'Workspaces',
    [
      { heading: 'Name', of: (one) => html`<a href="${pathIn(one, 'overview')}">${foreign(one.name)}</a>` },
      { heading: 'Messages', of: (one) => html`<a href="${pathIn(one, 'messages')}">Messages</a>` },
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
