// test/simulation/outside/operator.ts
import { sealedSecrets } from "../../../src/adapters/node/sealedSecrets.js";
import { everyEvent } from "../../../src/cli/webhooks/eventsToRedeliver.js";
import { decideSuppression } from "../../../src/commands/email/suppress.js";
import { entriesOf } from "../../../src/commands/kernel/immutableMap.js";
import { decideSmsNumber } from "../../../src/commands/sms/smsNumber.js";
import { approveSmsTemplate } from "../../../src/commands/sms/smsTemplate.js";
import { redeliverEvent } from "../../../src/commands/webhook/redeliverEvent.js";
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  webhookEndpointsDecider
} from "../../../src/commands/webhook/webhookEndpoints.js";
import { createApiKey } from "../../../src/commands/workspace/apiKeys.js";
import { openLedger } from "../../../src/commands/workspace/openLedger.js";
import { openWorkspace, workspaceNamed } from "../../../src/commands/workspace/openWorkspace.js";
import { SCOPES } from "../../../src/commands/workspace/scopes.js";
import { setSendingPace } from "../../../src/commands/workspace/setSendingPace.js";
import { webhooks } from "../../../src/events/webhooks.js";
import { instant } from "../../../src/ports/clock.js";
import { foldedStream } from "../../../src/runtime/fold/foldedStream.js";
import { seededIds } from "../../support/seededIds.js";
import { MASTER_KEY } from "../process/processPorts.js";
import { plainStore } from "../stores/plainStores.js";
import { SMS_TEMPLATES } from "./clients.js";
function ledgerOf({ plan, stores, wall }, name) {
  return {
    store: plainStore(stores.log),
    ids: seededIds(`${plan.seed} ${name}`),
    clock: {
      nowMs: wall.outsideMs,
      monotonicMs: () => 0,
      sleep: async () => {
      },
      turn: async () => {
      }
    }
  };
}
async function openAccounts(parts) {
  const ledger = ledgerOf(parts, "accounts");
  const secrets = sealedSecrets(MASTER_KEY, ledger.ids);
  await openLedger(ledger, secrets);
  const accounts = /* @__PURE__ */ new Map();
  for (const { name, endpoints, perSecond, perDay, number = null } of parts.plan.clients) {
    const by = { actor: "operator", correlation: ledger.ids.uuid(), causation: null };
    const { id: workspace } = await openWorkspace(ledger, by, name);
    const origin = { ...by, workspace };
    const { key } = await createApiKey(ledger, origin, { scopes: SCOPES, name, expiresAtMs: null });
    await setSendingPace(ledger, origin, { perSecond, perDay });
    for (const { url, events } of endpoints)
      await createWebhookEndpoint(ledger, secrets, origin, { name: url, url, events: [...events] });
    accounts.set(name, { client: name, workspace, apiKey: key, number });
  }
  await openNumbers(ledgerOf(parts, "numbers"), [...accounts.values()]);
  return accounts;
}
async function openNumbers(ledger, accounts) {
  for (const { workspace, number } of accounts) {
    if (number === null) continue;
    const origin = { workspace, actor: "operator", correlation: ledger.ids.uuid(), causation: null };
    await decideSmsNumber(ledger, origin, { do: "assign", number });
    for (const template of SMS_TEMPLATES) await approveSmsTemplate(ledger, origin, template);
  }
}
function operator(parts) {
  const ledger = ledgerOf(parts, "operator");
  const workspaceOf = async (client) => {
    const found = await workspaceNamed(ledger.store, client);
    if (found === null) throw new Error(`there is no workspace ${client}`);
    return found.id;
  };
  const originIn = (workspace) => ({
    ...{ workspace, actor: "operator" },
    ...{ correlation: ledger.ids.uuid(), causation: null }
  });
  const endpointOf = async (client, url) => {
    const workspace = await workspaceOf(client);
    const { state } = await foldedStream(ledger.store, webhooks.stream(workspace), webhookEndpointsDecider);
    const endpoint = entriesOf(state.all).find(([, one]) => one.url === url)?.[1];
    if (endpoint === void 0) throw new Error(`${client} has no endpoint ${url}`);
    return { workspace, endpoint, origin: originIn(workspace) };
  };
  return {
    /** As `webhooks redeliver --endpoint --since --state all` does. */
    async redeliver({ client, url, sinceMs }) {
      const { workspace, endpoint, origin } = await endpointOf(client, url);
      const since = instant(parts.plan.startsAtMs + sinceMs);
      const range = { workspace, endpoint, since, until: instant(parts.wall.outsideMs()) };
      for await (const { events } of everyEvent({ ledger }, range))
        for (const event of events) await redeliverEvent(ledger, origin, event, "all");
    },
    async changeEndpoint({ client, url, changes }) {
      const { endpoint, origin } = await endpointOf(client, url);
      await changeWebhookEndpoint(ledger, origin, endpoint.endpointId, changes);
    },
    async suppress(client, address, isToLift) {
      const origin = originIn(await workspaceOf(client));
      await decideSuppression(
        ledger,
        origin,
        isToLift ? { do: "remove", address } : { do: "add", address, reason: "asked for by phone" }
      );
    }
  };
}
export {
  openAccounts,
  operator
};
//# sourceMappingURL=operator.js.map
