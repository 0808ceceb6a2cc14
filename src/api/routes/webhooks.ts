import { Type } from 'typebox';
import { changeWebhookEndpoint, createWebhookEndpoint } from '../../commands/webhook/webhookEndpoints.ts';
import type { Position } from '../../events/event.ts';
import { type RecordedWebhooksEvent, webhooks } from '../../events/webhooks.ts';
import type { Projection } from '../../follow/fold/projection.ts';
import { awaitDocument } from '../../follow/reached.ts';
import {
  listWebhookEndpoints,
  type WebhookEndpointDocument,
  webhookEndpoints,
} from '../../projections/webhookEndpoints.ts';
import type { ApiDependencies, Routes } from '../dependencies.ts';
import { idParams } from '../fields.ts';
import { operationsOf } from '../operation.ts';
import { originOf } from '../origin.ts';
import { bodyOf } from '../reading/bodyReaders.ts';
import {
  checkedEndpoint,
  NewWebhookEndpoint,
  WebhookEndpointAnswer,
  WebhookEndpointChanges,
  WebhookEndpointList,
  WebhookEndpointWithSecret,
  webhookEndpointAnswer,
} from '../resources/webhookEndpoint.ts';
import { writtenDocument } from '../writtenDocument.ts';

const manage = { scope: 'webhook:manage' } as const;
const operation = operationsOf('Webhooks');

/** Spec section 4.8. */
export const webhookRoutes: Routes = (app, dependencies) => {
  const { ledger, models, secrets } = dependencies;

  app.get(
    '/v1/webhooks',
    {
      config: manage,
      schema: operation('listWebhookEndpoints', 'List endpoints', { response: { 200: WebhookEndpointList } }),
    },
    async (request) => {
      const data = [];
      for await (const stored of listWebhookEndpoints(models.webhookEndpoints, request.caller.workspace))
        data.push(webhookEndpointAnswer(stored));
      return { data };
    },
  );

  app.post(
    '/v1/webhooks',
    {
      config: { ...manage, reader: 'newEndpoint' },
      schema: operation('createWebhookEndpoint', 'Create an endpoint; at most two may be active', {
        body: NewWebhookEndpoint,
        response: { 201: WebhookEndpointWithSecret },
      }),
    },
    async (request, reply) => {
      const fields = await checkedEndpoint(bodyOf(request, 'newEndpoint'), dependencies);
      const created = await createWebhookEndpoint(ledger, secrets, originOf(request), fields);
      const { endpointId, secret, position } = created;
      const answer = await answerAfter(dependencies, request.caller.workspace, endpointId, position);
      return reply.code(201).send({ ...answer, secret });
    },
  );

  app.patch(
    '/v1/webhooks/:id',
    {
      config: { ...manage, reader: 'endpointChanges' },
      schema: operation('updateWebhookEndpoint', 'Change an endpoint', {
        params: idParams(),
        body: WebhookEndpointChanges,
        response: { 200: WebhookEndpointAnswer },
      }),
    },
    async (request) => {
      const changes = await checkedEndpoint(bodyOf(request, 'endpointChanges'), dependencies);
      const { id } = request.params;
      const position = await changeWebhookEndpoint(ledger, originOf(request), id, changes);
      return answerAfter(dependencies, request.caller.workspace, id, position);
    },
  );

  app.delete(
    '/v1/webhooks/:id',
    {
      config: manage,
      schema: operation('disableWebhookEndpoint', 'Disable an endpoint; its record stays', {
        params: idParams(),
        response: { 204: Type.Null({ description: 'Disabled; nothing is posted to it any more.' }) },
      }),
    },
    async (request, reply) => {
      const { id } = request.params;
      const position = await changeWebhookEndpoint(ledger, originOf(request), id, { status: 'DISABLED' });
      await awaitDocument(models.webhookEndpoints, id, position, ledger.clock);
      return reply.code(204).send(null);
    },
  );
};

/** The answer with the endpoint after the event at `position`. */
async function answerAfter(
  { ledger, models }: ApiDependencies,
  workspace: string,
  key: string,
  position: Position | null,
) {
  const one = {
    collection: models.webhookEndpoints,
    projection: oneEndpoint(key),
    stream: webhooks.stream(workspace),
    key,
  };
  return webhookEndpointAnswer(await writtenDocument(ledger, one, position, 'webhook endpoint'));
}

/** All endpoints of a workspace share a stream; this folds one of them. */
function oneEndpoint(endpointId: string): Projection<WebhookEndpointDocument, RecordedWebhooksEvent> {
  return {
    ...webhookEndpoints,
    fold: (document, event, key) =>
      key === endpointId ? webhookEndpoints.fold(document, event, key) : document,
  };
}
