import { html } from 'hono/html';
import { changeWebhookEndpoint, webhookEndpointWithId } from '../../commands/webhook/webhookEndpoints.ts';
import { postSample, SecretUnreadable } from '../../dispatcher/sample.ts';
import { pageWebhookDeliveries } from '../../projections/webhookDeliveries.ts';
import { listWebhookEndpoints, type WebhookEndpointDocument } from '../../projections/webhookEndpoints.ts';
import { medianAnswerMs, type WebhookHealthDocument } from '../../projections/webhookHealth.ts';
import { badge } from '../badges.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { actForm, emptyPage, figure, foreign, partOf, spanOf, tableOf, timeOf } from '../elements.ts';
import { idOf, pathIn } from '../links.ts';
import { ConsoleFault, type Html, may, nothingHere, ownOf, whenShown } from '../page.ts';
import type { AddPages } from '../routes.ts';
import { deliveriesOf } from './webhookDeliveries.ts';

interface Endpoint {
  readonly id: string;
  readonly endpoint: WebhookEndpointDocument;
  readonly health: WebhookHealthDocument | null;
  /** Of the last ones, how many were delivered: `97 of 100`. */
  readonly delivered: string;
  /** How many wait: `12`, or `100 or more`. */
  readonly waits: string;
}

const LAST = 100;
/** Of the answer to a test event: what is said is kept in a cookie. */
const ANSWER_SHOWN = 200;

/** Endpoints with their health, and what was posted to them. */
export const webhookPages: AddPages = (routes, dependencies) => {
  const { models, ledger } = dependencies;
  routes.workspacePage('webhooks', 'see', async (visit) => {
    const { workspace, session } = visit;
    const found = await endpointsOf(models, workspace.id);
    const names = new Map(found.map(({ id, endpoint }) => [id, endpoint.name]));
    const mayChange = may(session, 'administer');
    const acts = ({ id, endpoint: { status } }: Endpoint) => {
      const [label, to] = status === 'ACTIVE' ? ['Switch off', 'DISABLED'] : ['Switch on', 'ACTIVE'];
      return html`${actForm(visit, pathIn(workspace, 'webhooks/test'), 'Send a test event', { endpoint: id })}${actForm(visit, pathIn(workspace, 'webhooks/status'), label, { endpoint: id, status: to })}`;
    };
    const body = html`${tableOf<Endpoint>(
      `Endpoints in the order of their creation; delivered: of the last ${LAST}`,
      {
        Name: ({ id, endpoint }) =>
          html`<a href="${pathIn(workspace, 'webhooks')}?endpoint=${id}">${foreign(endpoint.name)}</a> ${idOf(id, endpoint.name)}`,
        Address: ({ endpoint }) => endpoint.url,
        State: healthOf,
        'Last answer': ({ health }) => health?.lastStatus ?? health?.lastReason ?? null,
        'Last failure': ({ health }) => failureOf(health),
        Queued: figure(({ waits }) => waits),
        Delivered: figure(({ delivered }) => delivered),
        Median: figure(({ health }) => {
          const ms = health && medianAnswerMs(health);
          return ms === null ? null : spanOf(ms);
        }),
        ...(mayChange && { Actions: acts }),
      },
      found,
      emptyPage(
        'Here are the endpoints that are told what becomes of messages, and what was posted to them. An endpoint is created by a call:',
        `curl "$URL/v1/webhooks" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -d '{"name": "orders", "url": "https://your.example.net/webhooks", "events": ["*"]}'`,
      ),
    )}
${mayChange && html`<p class="quiet">A test event is signed like any other and posted once, by this process. Nothing of it is recorded: it is not among the deliveries.</p>`}
<h2>Deliveries</h2>
${await partOf('Deliveries', () => deliveriesOf(dependencies, visit, names))}`;
    return { title: 'Webhooks', body };
  });
  // A test event is posted from this process, and it is shown how it was answered.
  routes.workspaceAct('webhooks/test', 'administer', async ({ workspace, form }) => {
    const endpoint = await webhookEndpointWithId(ledger.store, workspace.id, form.endpoint ?? '');
    if (endpoint === undefined) throw nothingHere('There is no such endpoint.');
    const result = await postSample(ledger, dependencies, endpoint).catch((error: unknown) => {
      throw error instanceof SecretUnreadable ? new ConsoleFault(503, error.message) : error;
    });
    const what = result.status ?? `no answer: ${result.outcome} (${result.detail})`;
    const answer = result.answer === null ? '' : ` It says: ${result.answer.slice(0, ANSWER_SHOWN)}`;
    const says = `${endpoint.name}: ${what}, after ${spanOf(result.durationMs)}. Nothing was recorded.${answer}`;
    return { to: pathIn(workspace, 'webhooks'), says };
  });
  routes.workspaceAct('webhooks/status', 'administer', async ({ workspace, origin, form }) => {
    const { key, document } = await ownOf(models.webhookEndpoints, { workspace }, 'endpoint', form.endpoint);
    const status = form.status === 'DISABLED' ? 'DISABLED' : 'ACTIVE';
    const position = await changeWebhookEndpoint(ledger, origin, key, { status });
    const is = status === 'ACTIVE' ? 'again' : 'no more; what waits for it is kept for 72 hours';
    const done = { to: pathIn(workspace, 'webhooks'), says: `${document.name} is posted to ${is}.` };
    return whenShown(done, models.webhookEndpoints, key, position, ledger.clock);
  });
};

function healthOf({ endpoint, health }: Endpoint): Html {
  if (endpoint.status === 'DISABLED') return badge('quiet', 'barred', 'off');
  if (health === null) return badge('quiet', 'clock', 'nothing posted yet');
  if (health.failingSince !== null)
    return html`${badge('bad', 'cross', 'fails')} since ${timeOf(health.failingSince)}`;
  return html`${badge('good', 'check', 'active')}${health.speedClass === null ? '' : ` ${health.speedClass}`}`;
}

async function endpointsOf(
  { webhookEndpoints, webhookHealth, webhookDeliveries }: ConsoleDependencies['models'],
  workspace: string,
): Promise<readonly Endpoint[]> {
  const found: Endpoint[] = [];
  for await (const { key: id, document: endpoint } of listWebhookEndpoints(webhookEndpoints, workspace)) {
    const ofEndpoint = { workspace, endpointId: id };
    const last = (await pageWebhookDeliveries(webhookDeliveries, ofEndpoint, LAST)).page;
    const delivered = last.filter(({ document }) => document.status === 'delivered').length;
    const pending = { ...ofEndpoint, status: 'pending' as const };
    const { length } = (await pageWebhookDeliveries(webhookDeliveries, pending, LAST)).page;
    found.push({
      ...{ id, endpoint, health: (await webhookHealth.get(id))?.document ?? null },
      delivered: `${delivered} of ${last.length}`,
      waits: length < LAST ? String(length) : `${LAST} or more`,
    });
  }
  return found;
}

function failureOf(health: WebhookHealthDocument | null): Html | null {
  const { lastFailure = null } = health ?? {};
  return lastFailure && html`${timeOf(lastFailure.at)}: ${lastFailure.status ?? lastFailure.reason}`;
}
