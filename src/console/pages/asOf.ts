import { html } from 'hono/html';
import { documentsAsOf, type Moment } from '../../audit/asOf.ts';
import { plainPosition } from '../../events/event.ts';
import { isUuid } from '../../events/fieldPatterns.ts';
import { suppressionIdOf } from '../../events/suppression.ts';
import type { SecretNames } from '../../events/uuid5.ts';
import { projectionList, projectionsFor } from '../../projections/readModels.ts';
import { instantIn, positionIn } from '../asked.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { choice, field, foreign, timeOf } from '../elements.ts';
import { eventLink, pathIn } from '../links.ts';
import { namesInside } from '../namedIds.ts';
import { ConsoleFault, type Html, nothingHere, type WorkspaceVisit } from '../page.ts';
import type { AddPages } from '../routes.ts';

/** Read models whose documents are of one workspace and hold no secrets, with what names a document. */
const MODELS = {
  messages: 'messages, by id',
  sms_messages: 'sms_messages, by id',
  suppressions: 'suppressions, by address',
  contacts: 'contacts, by id',
  audiences: 'audiences, by id',
  templates: 'templates, by id',
  campaigns: 'campaigns, by id',
  webhook_deliveries: 'webhook_deliveries, by id',
  daily_analytics: 'daily_analytics, by day',
  credit_months: 'credit_months, by month',
  balances: 'balances, of the workspace',
  workspaces: 'workspaces, this one',
} as const;
const PROJECTIONS = projectionList(projectionsFor(1));
/** A page does not wait longer: where the log is long the command line goes on. */
const PATIENCE_MS = 5_000;

/** The page has looked at the log for long enough. */
class TookTooLong extends Error {}

/** One document of a read model as it was at a moment. */
export const asOfPages: AddPages = (routes, dependencies) => {
  routes.workspacePage('log/as-of', 'log', async (visit) => {
    const { workspace, query } = visit;
    const { model = 'messages', key = '', at = '' } = query;
    if (!Object.hasOwn(MODELS, model))
      throw new ConsoleFault(400, `model: there is no read model ${model} here.`);
    const isAsked = at !== '' && (key !== '' || model === 'balances' || model === 'workspaces');
    const body = html`<form class="row" method="get">
${choice('Read model', 'model', MODELS, model)}
${field('Document', 'key', html`value="${key}"`)}
${field('At (UTC), or a position', 'at', html`value="${at}" placeholder="2026-03-01T09:00"`)}
<button>Show</button></form>
${isAsked && (await shown(dependencies, visit, model, keyOf(dependencies.ledger.ids, workspace.id, model, key), momentIn(at, dependencies)))}
<p><a href="${pathIn(workspace, 'log')}">The log</a></p>`;
    return { title: 'As it was', body };
  });
};

async function shown(
  { ledger: { store, clock }, models }: ConsoleDependencies,
  { workspace }: WorkspaceVisit,
  model: string,
  key: string,
  moment: Moment,
): Promise<Html> {
  const projection = PROJECTIONS.find(({ name }) => name === model);
  if (projection === undefined) throw nothingHere(`There is no read model ${model}.`);
  const startMs = clock.monotonicMs();
  let events = 0;
  const onLooked = (more: number) => {
    events += more;
    if (clock.monotonicMs() - startMs > PATIENCE_MS) throw new TookTooLong();
  };
  const found = await documentsAsOf(store, projection, [key], moment, onLooked).catch((error: unknown) => {
    if (error instanceof TookTooLong) return null;
    throw error;
  });
  if (found === null)
    return html`<p class="warn" role="status">Stopped after ${PATIENCE_MS / 1_000} seconds and ${events} events: the log is long. On the machine of the service, postledger audit as-of goes on.</p>`;
  const { document = null, last = null } = found.get(key) ?? {};
  const isOurs = document === null || !('workspace' in document) || document.workspace === workspace.id;
  if (last?.metadata.workspace !== workspace.id || !isOurs)
    return html`<p role="status">There was no such document.</p>`;
  return html`<p role="status">${document === null ? 'It had been removed' : 'It had become so'} by
${eventLink(workspace, last, last.type)}, ${timeOf(last.metadata.at)}, position ${plainPosition(last.position)}.</p>
${document && html`<pre>${foreign(JSON.stringify(document, null, 2))}</pre>`}
${await namesInside(models, workspace, document)}`;
}

/** The key of the document that a person names by an address, a day or a month, or not at all. */
function keyOf(names: SecretNames, workspaceId: string, model: string, name: string): string {
  if (model === 'balances' || model === 'workspaces') return workspaceId;
  if (model === 'suppressions' && /[@+]/.test(name)) return suppressionIdOf(names, workspaceId, name);
  if (model === 'daily_analytics' || model === 'credit_months') return `${workspaceId}/${name}`;
  return isUuid(name) ? name.toLowerCase() : name;
}

function momentIn(text: string, { options }: ConsoleDependencies): Moment {
  if (!/^\d{1,20}$/.test(text)) return { atMs: Date.parse(instantIn('at', text)) };
  return { position: positionIn(text, options) };
}
