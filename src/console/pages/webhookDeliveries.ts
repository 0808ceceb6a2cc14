import { html } from 'hono/html';
import { actorOf, wordingOf } from '../../audit/wording.ts';
import { type Redelivered, redeliver } from '../../commands/webhook/redeliver.ts';
import { webhookDelivery } from '../../events/webhookDelivery.ts';
import type { Stored } from '../../ports/documents.ts';
import { isUnavailable } from '../../ports/isUnavailable.ts';
import {
  type DeliveryFilter,
  equalsOf,
  newestDeliveries,
  pageWebhookDeliveries,
  type WebhookDeliveryDocument,
} from '../../projections/webhookDeliveries.ts';
import { askedChoice, askedField, timeFields, timesIn } from '../asked.ts';
import { badge } from '../badges.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { actForm, addressWith, factsOf, figure, foreign, tableOf, timeOf } from '../elements.ts';
import { idOf, pathIn } from '../links.ts';
import { filterForm, nextLink, placeFrom, placeText } from '../lists.ts';
import { ConsoleFault, type Html, may, nothingHere, type WorkspaceVisit } from '../page.ts';
import type { AddPages } from '../routes.ts';
import { deliveriesAmong, receiversAnswer } from '../timeline.ts';
import { historyFor } from './message.ts';

const SHOWN = 50;
/** Deliveries that one act posts again at most. */
const MAX_AGAIN = 5_000;
const STATES = { '': 'all', pending: 'queued', delivered: 'delivered', dead: 'dead' } as const;
const LOOKS = {
  pending: badge('quiet', 'clock', STATES.pending),
  delivered: badge('good', 'check', STATES.delivered),
  dead: badge('bad', 'cross', STATES.dead),
} as const;

type Delivery = Stored<WebhookDeliveryDocument>;

/** Single deliveries, and posting them again. */
export const deliveryPages: AddPages = (routes, { models, ledger }) => {
  routes.workspacePage('webhooks/deliveries/:id', 'see', async (visit) => {
    const { workspace, params, session } = visit;
    const recorded = await webhookDelivery.read(ledger.store, params.id ?? '');
    const [scheduled] = recorded;
    if (scheduled?.type !== 'WebhookDeliveryScheduled' || scheduled.metadata.workspace !== workspace.id)
      throw nothingHere(`The workspace has no delivery ${params.id}.`);
    const { endpointId, eventId, kind, subjectId, body } = scheduled.data;
    const endpoint = (await models.webhookEndpoints.get(endpointId))?.document;
    const content = html`${factsOf({
      Kind: kind,
      Message: html`<a href="${pathIn(workspace, `messages/${subjectId}`)}">the message</a> ${idOf(subjectId, 'the message')}`,
      Event: idOf(eventId, 'the event'),
      Endpoint:
        endpoint === undefined
          ? endpointId
          : html`${foreign(endpoint.name)}, ${foreign(endpoint.url)} ${idOf(endpointId, endpoint.name)}`,
    })}
${may(session, 'redeliver') && actForm(visit, pathIn(workspace, 'webhooks/again'), 'Retry', { [`one.${params.id}`]: 'on' })}
<ol class="timeline">${recorded.map((event) => html`<li>${timeOf(event.metadata.at)}, ${actorOf(event.metadata)}: ${wordingOf(event)}${receiversAnswer(visit, event)}</li>`)}</ol>
${may(session, 'contents') && html`<h2>What is posted</h2><pre>${foreign(body)}</pre>`}`;
    return { title: 'Delivery', body: content };
  });
  const askedFor = async ({ workspace, form }: Pick<WorkspaceVisit, 'workspace' | 'form'>) => {
    if (form.message !== undefined) return deliveriesAmong(await historyFor(ledger, workspace, form.message));
    if (form.all !== 'yes') return chosenIn(form);
    const filter = filterOf({ workspace, query: form });
    const { found } = await newestDeliveries(models.webhookDeliveries, filter, MAX_AGAIN);
    return found.map(({ key }) => key);
  };
  routes.workspacePage('webhooks/again', 'redeliver', async (visit) => {
    const { workspace, query } = visit;
    const chosen = chosenIn(query);
    const isChosen = query.chosen === 'yes';
    const { found, more } = isChosen
      ? { found: chosen, more: false }
      : await newestDeliveries(models.webhookDeliveries, filterOf(visit), MAX_AGAIN);
    const fields = isChosen
      ? Object.fromEntries(chosen.map((id) => [`one.${id}`, 'on']))
      : { ...query, all: 'yes' };
    const says = more ? `The newest ${deliveriesAre(MAX_AGAIN)}` : deliveriesAre(found.length);
    const body = html`<p>${says} posted again, with all their attempts. Receivers know what they have by its id.</p>
${found.length > 0 && actForm(visit, pathIn(workspace, 'webhooks/again'), `Retry ${found.length}`, fields)}
<p><a href="${addressWith(visit, {}, pathIn(workspace, 'webhooks'))}">Back to the list</a></p>`;
    return { title: 'Retry', body };
  });
  routes.workspaceAct('webhooks/again', 'redeliver', async ({ workspace, origin, form }) => {
    const ids = await askedFor({ workspace, form });
    if (ids.length === 0) throw new ConsoleFault(400, 'No delivery was chosen. Nothing was done.');
    const counts = { due: 0, 'due already': 0, off: 0 };
    for (const [begun, id] of ids.entries())
      try {
        counts[await redeliver(ledger, origin, id)] += 1;
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        const says = `${madeDue(counts)}; of one it is not certain, and ${ids.length - begun - 1} were not begun`;
        throw new ConsoleFault(503, `${error.message}. ${says}. Look first, then try again.`);
      }
    return { to: pathIn(workspace, 'webhooks'), says: `${madeDue(counts)}.` };
  });
};

/** The deliveries of a workspace by what the query asks for, the newest first, each to be chosen. `names`: of its endpoints. */
export async function deliveriesOf(
  { models }: ConsoleDependencies,
  visit: WorkspaceVisit,
  names: ReadonlyMap<string, string>,
): Promise<Html> {
  const { workspace, query, session } = visit;
  const filter = filterOf(visit);
  const after = placeFrom(query.after, equalsOf(filter));
  const { page, next } = await pageWebhookDeliveries(models.webhookDeliveries, filter, SHOWN, after);
  const mayChoose = may(session, 'redeliver');
  const choose = ({ key }: Delivery): Html =>
    html`<input type="checkbox" name="one.${key}" form="again" aria-label="Choose delivery ${key}">`;
  return html`${filterForm(
    html`${askedChoice(visit, 'State', 'status', STATES)}
${askedChoice(visit, 'Endpoint', 'endpoint', { '': 'all', ...Object.fromEntries(names) })}
${askedField(visit, 'Kind', 'kind', html`placeholder="email.bounced"`)}
${timeFields(visit)}`,
    html`<button>Show</button>`,
  )}
${tableOf<Delivery>(
  'By the time when they were scheduled, the newest first',
  {
    ...(mayChoose && { Choose: choose }),
    Scheduled: ({ key, document }) =>
      html`<a href="${pathIn(workspace, `webhooks/deliveries/${key}`)}">${timeOf(document.scheduledAt)}</a>`,
    Kind: ({ document }) => document.kind,
    State: ({ document: { status } }) => LOOKS[status],
    Attempts: figure(({ document }) => document.attempts),
    Answer: ({ document }) => document.lastStatus ?? document.lastReason,
    Next: ({ document }) => timeOf(document.nextAttemptAt),
    Endpoint: ({ document }) => names.get(document.endpointId) ?? document.endpointId,
  },
  page,
  next === null
    ? 'There are no such deliveries.'
    : 'None of those that were looked at; the next page looks further.',
)}
${page.length > 0 && mayChoose && againForms(visit)}
${nextLink(visit, next && placeText(next))}`;
}

/** What posts the chosen ones of a list again, or all of it. */
function againForms(visit: WorkspaceVisit): Html {
  const path = pathIn(visit.workspace, 'webhooks/again');
  return html`<form id="again" class="row" method="get" action="${path}">
<input type="hidden" name="chosen" value="yes"><button>Retry the chosen ones …</button>
<a href="${addressWith(visit, { after: null }, path)}">Retry all of this list …</a></form>`;
}

const deliveriesAre = (count: number) => (count === 1 ? '1 delivery is' : `${count} deliveries are`);

const madeDue = (counts: Readonly<Record<Redelivered, number>>) =>
  `${deliveriesAre(counts.due)} due now, ${counts['due already']} were due already` +
  (counts.off === 0 ? '' : `, ${counts.off} were left, since their endpoint is off`);

/** The deliveries that a person has chosen one by one. */
const chosenIn = (fields: Readonly<Record<string, string>>): readonly string[] =>
  Object.keys(fields).flatMap((name) => (name.startsWith('one.') ? name.slice('one.'.length) : []));

function filterOf({ workspace, query }: Pick<WorkspaceVisit, 'workspace' | 'query'>): DeliveryFilter {
  const { status, endpoint, kind } = query;
  const known = (['pending', 'delivered', 'dead'] as const).find((one) => one === status);
  return {
    workspace: workspace.id,
    ...(known && { status: known }),
    ...(endpoint && { endpointId: endpoint }),
    ...(kind && { kind }),
    ...timesIn({ query }),
  };
}
