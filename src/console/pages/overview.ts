import { html } from 'hono/html';
import { instant } from '../../ports/clock.ts';
import { listWorkspaces, type WorkspaceDocument } from '../../projections/workspaces.ts';
import { keptFor } from '../../queues/keptFor.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { foreign, partOf, tableOf, timeOf } from '../elements.ts';
import { groupRates } from '../groups.ts';
import { lastHour } from '../lastHour.ts';
import { pathIn } from '../links.ts';
import { partForm } from '../lists.ts';
import { type Html, NOTHING } from '../page.ts';
import type { AddPages } from '../routes.ts';
import { findingsList, findingsOf, serviceFindings } from '../serviceFindings.ts';
import { weekOf } from '../week.ts';
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
    return html`${week}${only && (await partOf('Rates', () => ratesOf(path, only)))}${hour}`;
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
function overview(dependencies: ConsoleDependencies) {
  const { models, ledger } = dependencies;
  const ofTheService = serviceFindings(dependencies);
  return async (path: string, workspaceId: string | null): Promise<Overview> => {
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
    const looked = seen.slice(0, MAX_WORKSPACES);
    const only = seen.length === 1 ? (seen[0] ?? null) : null;
    const head = html`${only && partForm({ query: {} }, 'Find a message, a recipient, a campaign', pathIn(only, 'messages'))}<div id="now" hx-get="${path}" hx-trigger="every 10s" hx-select="#now" hx-swap="outerHTML">
<p class="quiet">As of ${timeOf(instant(ledger.clock.nowMs()))}.</p>
${beingBuilt(dependencies)}
${findings.length === 0 ? html`<p class="good">Nothing needs attention.</p>` : findingsList(findings)}
${notLookedAt(seen.length)}
</div>`;
    if (seen.length === 0) return { week: head, hour: NOTHING, only };
    const week = html`${head}
${await partOf('The week', () => weekOf(dependencies, looked))}${only === null && workspacesTable(seen)}`;
    return { week, hour: await partOf('The last hour', () => lastHour(dependencies, looked, path)), only };
  };
}

/** Which read models are being built from the log and how far each has come, as `/readyz` has it; nothing when none is. */
function beingBuilt({ startUp }: ConsoleDependencies): Html {
  const shares = Object.entries(startUp.building()).sort(([, one], [, other]) => one - other);
  if (shares.length === 0) return NOTHING;
  // By their names without versions, of those of their checkpoints.
  const nameOf = (consumer: string) => consumer.replace(/^projection:/, '').replace(/(_p\d+)?_v\d+$/, '');
  const each = shares.map(([name, share]) => `${nameOf(name)} ${Math.round(share * 100)} %`).join(', ');
  return html`<p class="warn" role="status">Read models are being built from the log, as after an upgrade: ${each}.
Until one is done the older one answers; where there is none, pages show less than there is.</p>`;
}

/** What the page does not know where there are very many workspaces. */
function notLookedAt(workspaces: number): Html {
  const left = workspaces - MAX_WORKSPACES;
  if (left <= 0) return NOTHING;
  return html`<p class="warn">Of ${workspaces} workspaces ${left} were not looked at for suspensions and domains, nor for the week and the last hour: their own pages show these.</p>`;
}

const workspacesTable = (seen: readonly WorkspaceDocument[]): Html =>
  tableOf(
    'Workspaces',
    {
      Name: (one) => html`<a href="${pathIn(one, 'overview')}">${foreign(one.name)}</a>`,
      Messages: (one) => html`<a href="${pathIn(one, 'messages')}">Messages</a>`,
      Opened: ({ openedAt }) => timeOf(openedAt),
      State: ({ suspended }) => (suspended === null ? 'sends' : `suspended: ${suspended.reason}`),
    },
    seen,
  );
