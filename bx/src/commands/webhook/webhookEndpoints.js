// src/commands/webhook/webhookEndpoints.ts
import { webhooks } from "../../events/webhooks.js";
import { foldedStream } from "../../runtime/fold/foldedStream.js";
import { changedFields } from "../kernel/changedFields.js";
import { handle } from "../kernel/decider.js";
import { EMPTY_MAP, entriesOf, entryIn, withEntry } from "../kernel/immutableMap.js";
import { invalid, notFound } from "../kernel/refusal.js";
var MAX_ACTIVE_ENDPOINTS = 2;
var SECRET_BYTES = 32;
var newWebhookSecret = (ids) => `whsec_${ids.randomBytes(SECRET_BYTES).toString("base64url")}`;
var webhookEndpointsDecider = {
  initial: { all: EMPTY_MAP, active: [] },
  evolve: (endpoints, { type, data }) => {
    if (type === "WebhookEndpointCreated")
      return withEndpoint(endpoints, { ...data, ordinal: endpoints.all.puts, status: "ACTIVE" });
    const before = entryIn(endpoints.all, data.endpointId);
    return before === void 0 ? endpoints : withEndpoint(endpoints, { ...before, ...data });
  },
  decide: (command, endpoints) => {
    if (command.do === "create") {
      refuseBeyondLimit(endpoints, "");
      const { do: _, ...data } = command;
      return [{ type: "WebhookEndpointCreated", data }];
    }
    if (command.do === "reseal") return resealed(endpoints, command.renew);
    const { endpointId, changes } = command;
    const before = entryIn(endpoints.all, endpointId);
    if (before === void 0) throw notFound("There is no such webhook endpoint.");
    if (changes.status === "ACTIVE" && before.status !== "ACTIVE") refuseBeyondLimit(endpoints, "/status");
    const changed = changedFields(["name", "url", "events", "status"], before, changes);
    if (Object.keys(changed).length === 0) return [];
    return [{ type: "WebhookEndpointChanged", data: { endpointId, ...changed } }];
  }
};
function resealed({ all }, renew) {
  return entriesOf(all).flatMap(([endpointId, endpoint]) => {
    const sealedSecret = renew(endpoint.sealedSecret, endpointId);
    return sealedSecret === null ? [] : [{ type: "WebhookSecretResealed", data: { endpointId, sealedSecret } }];
  });
}
function withEndpoint({ all, active }, endpoint) {
  const { endpointId, status } = endpoint;
  const others = active.filter((other) => other.endpointId !== endpointId);
  return {
    all: withEntry(all, endpointId, endpoint),
    active: status === "ACTIVE" ? [...others, endpoint].sort((one, other) => one.ordinal - other.ordinal) : others
  };
}
function refuseBeyondLimit({ active }, path) {
  if (active.length >= MAX_ACTIVE_ENDPOINTS)
    throw invalid(
      path,
      `at most ${MAX_ACTIVE_ENDPOINTS} webhook endpoints may be active; disable one of them first`
    );
}
async function createWebhookEndpoint(ledger, secrets, origin, { name, url, events }) {
  const endpointId = ledger.ids.uuid();
  const secret = newWebhookSecret(ledger.ids);
  const sealedSecret = secrets.seal(secret, endpointId);
  const command = { do: "create", endpointId, name, url, events, sealedSecret };
  const { position } = await decideOn(ledger, origin, command);
  return { endpointId, secret, position };
}
async function changeWebhookEndpoint(ledger, origin, endpointId, changes) {
  const { position } = await decideOn(ledger, origin, { do: "change", endpointId, changes });
  return position;
}
async function resealWebhookSecrets(ledger, origin, renew) {
  await decideOn(ledger, origin, { do: "reseal", renew });
}
function decideOn(ledger, origin, command) {
  return handle(ledger, origin, webhooks.stream(origin.workspace), webhookEndpointsDecider, command);
}
async function webhookEndpointWithId(store, workspace, endpointId) {
  const { state } = await foldedStream(store, webhooks.stream(workspace), webhookEndpointsDecider);
  return entryIn(state.all, endpointId);
}
export {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  newWebhookSecret,
  resealWebhookSecrets,
  webhookEndpointWithId,
  webhookEndpointsDecider
};
//# sourceMappingURL=webhookEndpoints.js.map
