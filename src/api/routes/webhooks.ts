import { Type } from 'typebox';
import { notFound } from '../../commands/refusal.ts';
import { changeWebhookEndpoint, createWebhookEndpoint } from '../../commands/webhookEndpoints.ts';
import type { Position } from '../../events/event.ts';
import { type RecordedWebhooksEvent, webhooks } from '../../events/webhooks.ts';
import {
  listWebhookEndpoints,
  type WebhookEndpointDocument,
  webhookEndpoints,
} from '../../projections/webhookEndpoints.ts';
import { awaitDocument } from '../../runtime/awaitDocument.ts';
import { foldedDocument, freshDocument } from '../../runtime/freshDocument.ts';
import type { Projection } from '../../runtime/projection.ts';
import type { ApiContext, Routes } from '../context.ts';
import { idParams } from '../fields.ts';
import { originOf } from '../origin.ts';
import {
  endpointCheck,
  NewWebhookEndpoint,
  WebhookEndpointAnswer,
  WebhookEndpointChanges,
  WebhookEndpointList,
  WebhookEndpointWithSecret,
  webhookEndpointAnswer,
} from '../resources/webhookEndpoint.ts';

const manage = { scope: 'webhook:manage' } as const;
/** The url is asked about beyond its schema, so bodies are checked in the handler. */
const manageBody = { ...manage, ownValidation: true } as const;
const tags = ['Webhooks'];

/** Spec section 4.8. */
export const webhookRoutes: Routes = (app, context) => {
  readingRoutes(app, context);
  writingRoutes(app, context);
  removingRoutes(app, context);
};

const readingRoutes: Routes = (app, { models }) => {
  app.get(
    '/v1/webhooks',
    { config: manage, schema: { tags, summary: 'List endpoints', response: { 200: WebhookEndpointList } } },
    async (request) => {
      const data = [];
      for await (const stored of listWebhookEndpoints(models.webhookEndpoints, request.caller.workspace))
        data.push(webhookEndpointAnswer(stored));
      return { data };
    },
  );
};

const writingRoutes: Routes = (app, context) => {
  const { ledger, secrets } = context;
  const checkNew = endpointCheck(NewWebhookEndpoint);
  const checkChanges = endpointCheck(WebhookEndpointChanges);

  app.post(
    '/v1/webhooks',
    {
      config: manageBody,
      schema: {
        tags,
        summary: 'Create an endpoint; at most two may be active',
        body: NewWebhookEndpoint,
        response: { 201: WebhookEndpointWithSecret },
      },
    },
    async (request, reply) => {
      await checkNew(request.body, context);
      const created = await createWebhookEndpoint(ledger, secrets, originOf(request), request.body);
      const { endpointId, secret, position } = created;
      const answer = await current(context, request.caller.workspace, endpointId, position);
      return reply.code(201).send({ ...answer, secret });
    },
  );

  app.patch(
    '/v1/webhooks/:id',
    {
      config: manageBody,
      schema: {
        tags,
        summary: 'Change an endpoint',
        params: idParams(),
        body: WebhookEndpointChanges,
        response: { 200: WebhookEndpointAnswer },
      },
    },
    async (request) => {
      await checkChanges(request.body, context);
      const { id } = request.params;
      const position = await changeWebhookEndpoint(ledger, originOf(request), id, request.body);
      return current(context, request.caller.workspace, id, position);
    },
  );
};

const removingRoutes: Routes = (app, { ledger, models }) => {
  app.delete(
    '/v1/webhooks/:id',
    {
      config: manage,
      schema: {
        tags,
        summary: 'Disable an endpoint; its record stays',
        params: idParams(),
        response: { 204: Type.Null({ description: 'Disabled; nothing is posted to it any more.' }) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const position = await changeWebhookEndpoint(ledger, originOf(request), id, { status: 'DISABLED' });
      await awaitDocument(models.webhookEndpoints, id, position, ledger.clock);
      return reply.code(204).send(null);
    },
  );
};

/** The endpoint as it stands after what was appended at `position`. */
async function current(
  { ledger, models }: ApiContext,
  workspace: string,
  endpointId: string,
  position: Position | null,
) {
  const collection = models.webhookEndpoints;
  const stream = webhooks.stream(workspace);
  const one = { store: ledger.store, projection: oneEndpoint(endpointId), stream, key: endpointId };
  const stored =
    position === null
      ? await foldedDocument(one)
      : await freshDocument({ ...one, collection }, position, ledger.clock);
  if (stored === null) throw notFound('There is no such webhook endpoint.');
  return webhookEndpointAnswer(stored);
}

/** All endpoints of a workspace share a stream; this folds one of them. */
function oneEndpoint(endpointId: string): Projection<WebhookEndpointDocument, RecordedWebhooksEvent> {
  return {
    ...webhookEndpoints,
    fold: (document, event) =>
      event.data.endpointId === endpointId ? webhookEndpoints.fold(document, event) : document,
  };
}
