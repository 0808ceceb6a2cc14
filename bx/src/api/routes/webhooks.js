// src/api/routes/webhooks.ts
import { Type } from "../../../packages/typebox.js";
import { changeWebhookEndpoint, createWebhookEndpoint } from "../../commands/webhook/webhookEndpoints.js";
import { webhooks } from "../../events/webhooks.js";
import {
  listWebhookEndpoints,
  webhookEndpoints
} from "../../projections/webhookEndpoints.js";
import { awaitDocument } from "../../runtime/fold/awaitDocument.js";
import { idParams } from "../fields.js";
import { originOf } from "../origin.js";
import { bodyOf } from "../reading/bodyReaders.js";
import {
  checkedEndpoint,
  NewWebhookEndpoint,
  WebhookEndpointAnswer,
  WebhookEndpointChanges,
  WebhookEndpointList,
  WebhookEndpointWithSecret,
  webhookEndpointAnswer
} from "../resources/webhookEndpoint.js";
import { writtenDocument } from "../writtenDocument.js";
var manage = { scope: "webhook:manage" };
var tags = ["Webhooks"];
var webhookRoutes = (app, dependencies) => {
  readingRoutes(app, dependencies);
  writingRoutes(app, dependencies);
  removingRoutes(app, dependencies);
};
var readingRoutes = (app, { models }) => {
  app.get(
    "/v1/webhooks",
    {
      config: manage,
      schema: {
        tags,
        operationId: "listWebhookEndpoints",
        summary: "List endpoints",
        response: { 200: WebhookEndpointList }
      }
    },
    async (request) => {
      const data = [];
      for await (const stored of listWebhookEndpoints(models.webhookEndpoints, request.caller.workspace))
        data.push(webhookEndpointAnswer(stored));
      return { data };
    }
  );
};
var writingRoutes = (app, dependencies) => {
  const { ledger, secrets } = dependencies;
  app.post(
    "/v1/webhooks",
    {
      config: { ...manage, reader: "newEndpoint" },
      schema: {
        tags,
        operationId: "createWebhookEndpoint",
        summary: "Create an endpoint; at most two may be active",
        body: NewWebhookEndpoint,
        response: { 201: WebhookEndpointWithSecret }
      }
    },
    async (request, reply) => {
      const fields = await checkedEndpoint(bodyOf(request, "newEndpoint"), dependencies);
      const created = await createWebhookEndpoint(ledger, secrets, originOf(request), fields);
      const { endpointId, secret, position } = created;
      const answer = await answerAfter(dependencies, request.caller.workspace, endpointId, position);
      return reply.code(201).send({ ...answer, secret });
    }
  );
  app.patch(
    "/v1/webhooks/:id",
    {
      config: { ...manage, reader: "endpointChanges" },
      schema: {
        tags,
        operationId: "updateWebhookEndpoint",
        summary: "Change an endpoint",
        params: idParams(),
        body: WebhookEndpointChanges,
        response: { 200: WebhookEndpointAnswer }
      }
    },
    async (request) => {
      const changes = await checkedEndpoint(bodyOf(request, "endpointChanges"), dependencies);
      const { id } = request.params;
      const position = await changeWebhookEndpoint(ledger, originOf(request), id, changes);
      return answerAfter(dependencies, request.caller.workspace, id, position);
    }
  );
};
var removingRoutes = (app, { ledger, models }) => {
  app.delete(
    "/v1/webhooks/:id",
    {
      config: manage,
      schema: {
        tags,
        operationId: "disableWebhookEndpoint",
        summary: "Disable an endpoint; its record stays",
        params: idParams(),
        response: { 204: Type.Null({ description: "Disabled; nothing is posted to it any more." }) }
      }
    },
    async (request, reply) => {
      const { id } = request.params;
      const position = await changeWebhookEndpoint(ledger, originOf(request), id, { status: "DISABLED" });
      await awaitDocument(models.webhookEndpoints, id, position, ledger.clock);
      return reply.code(204).send(null);
    }
  );
};
async function answerAfter({ ledger, models }, workspace, key, position) {
  const one = {
    collection: models.webhookEndpoints,
    projection: oneEndpoint(key),
    stream: webhooks.stream(workspace),
    key
  };
  return webhookEndpointAnswer(await writtenDocument(ledger, one, position, "webhook endpoint"));
}
function oneEndpoint(endpointId) {
  return {
    ...webhookEndpoints,
    fold: (document, event, key) => key === endpointId ? webhookEndpoints.fold(document, event, key) : document
  };
}
export {
  webhookRoutes
};
//# sourceMappingURL=webhooks.js.map
