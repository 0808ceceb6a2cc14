import { checkedEventStore } from '../../../src/adapters/checked/eventStore.ts';
import { sealedSecrets } from '../../../src/adapters/node/sealedSecrets.ts';
import { everyEvent } from '../../../src/cli/webhooks/eventsToRedeliver.ts';
import { decideSuppression } from '../../../src/commands/email/suppress.ts';
import { entriesOf } from '../../../src/commands/kernel/immutableMap.ts';
import type { Ledger } from '../../../src/commands/kernel/ledger.ts';
import { decideSmsNumber } from '../../../src/commands/sms/smsNumber.ts';
import { approveSmsTemplate } from '../../../src/commands/sms/smsTemplate.ts';
import { redeliverEvent } from '../../../src/commands/webhook/redeliverEvent.ts';
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  webhookEndpointsDecider,
} from '../../../src/commands/webhook/webhookEndpoints.ts';
import { createApiKey } from '../../../src/commands/workspace/apiKeys.ts';
import { openLedger, openNames } from '../../../src/commands/workspace/openLedger.ts';
import { openWorkspace, workspaceNamed } from '../../../src/commands/workspace/openWorkspace.ts';
import { SCOPES } from '../../../src/commands/workspace/scopes.ts';
import { setSendingPace } from '../../../src/commands/workspace/setSendingPace.ts';
import { webhooks } from '../../../src/events/webhooks.ts';
import { foldedStream } from '../../../src/follow/fold/foldedStream.ts';
import { instant } from '../../../src/ports/clock.ts';
import { seededIds } from '../../support/seededIds.ts';
import type { ClientAction, Plan } from '../plan.ts';
import { MASTER_KEY } from '../process/processPorts.ts';
import { plainStore } from '../stores/plainStores.ts';
import type { Stores } from '../stores/stores.ts';
import type { WallClocks } from '../time/wallClocks.ts';
import { type Account, SMS_TEMPLATES } from './clients.ts';

interface OperatorParts {
  readonly plan: Plan;
  readonly stores: Stores;
  readonly wall: WallClocks;
}

/** The ledger as commands that run next to the service reach it: at once and without faults. */
function ledgerOf({ plan, stores, wall }: OperatorParts, name: string): Ledger {
  const ids = seededIds(`${plan.seed} ${name}`);
  return {
    store: checkedEventStore(plainStore(stores.log), { ids }),
    ids,
    clock: {
      nowMs: wall.outsideMs,
      monotonicMs: () => 0,
      sleep: async () => {},
      turn: async () => {},
    },
  };
}

/** Opens a workspace for each client of the plan, with a key and the endpoints that it is to have. */
export async function openAccounts(parts: OperatorParts): Promise<ReadonlyMap<string, Account>> {
  const ledger = ledgerOf(parts, 'accounts');
  const secrets = sealedSecrets(MASTER_KEY, ledger.ids);
  await openLedger(ledger, secrets);
  const accounts = new Map<string, Account>();
  for (const { name, endpoints, perSecond, perDay, number = null } of parts.plan.clients) {
    const by = { actor: 'operator', correlation: ledger.ids.uuid(), causation: null };
    const { id: workspace } = await openWorkspace(ledger, by, name);
    const origin = { ...by, workspace };
    const { key } = await createApiKey(ledger, origin, { scopes: SCOPES, name, expiresAtMs: null });
    await setSendingPace(ledger, origin, { perSecond, perDay });
    for (const { url, events } of endpoints)
      await createWebhookEndpoint(ledger, secrets, origin, { name: url, url, events: [...events] });
    accounts.set(name, { client: name, workspace, apiKey: key, number });
  }
  await openNumbers(ledgerOf(parts, 'numbers'), [...accounts.values()]);
  return accounts;
}

/** Assigns the accounts' numbers, and approves what they send from them. */
async function openNumbers(ledger: Ledger, accounts: readonly Account[]): Promise<void> {
  for (const { workspace, number } of accounts) {
    if (number === null) continue;
    const origin = { workspace, actor: 'operator', correlation: ledger.ids.uuid(), causation: null };
    await decideSmsNumber(ledger, origin, { do: 'assign', number });
    for (const template of SMS_TEMPLATES) await approveSmsTemplate(ledger, origin, template);
  }
}

/** What an operator does next to the service, by the commands that the command line calls. */
export function operator(parts: OperatorParts) {
  const ledger = ledgerOf(parts, 'operator');
  const workspaceOf = async (client: string): Promise<string> => {
    const found = await workspaceNamed(ledger.store, client);
    if (found === null) throw new Error(`there is no workspace ${client}`);
    return found.id;
  };
  const originIn = (workspace: string) => ({
    ...{ workspace, actor: 'operator' },
    ...{ correlation: ledger.ids.uuid(), causation: null },
  });
  const endpointOf = async (client: string, url: string) => {
    const workspace = await workspaceOf(client);
    const { state } = await foldedStream(ledger.store, webhooks.stream(workspace), webhookEndpointsDecider);
    const endpoint = entriesOf(state.all).find(([, one]) => one.url === url)?.[1];
    if (endpoint === undefined) throw new Error(`${client} has no endpoint ${url}`);
    return { workspace, endpoint, origin: originIn(workspace) };
  };
  return {
    /** As `webhooks redeliver --endpoint --since --state all` does. */
    async redeliver({ client, url, sinceMs }: Extract<ClientAction, { do: 'redeliver' }>): Promise<void> {
      const { workspace, endpoint, origin } = await endpointOf(client, url);
      const since = instant(parts.plan.startsAtMs + sinceMs);
      const range = { workspace, endpoint, since, until: instant(parts.wall.outsideMs()) };
      for await (const { events } of everyEvent({ ledger }, range))
        for (const event of events) await redeliverEvent(ledger, origin, event, 'all');
    },
    async changeEndpoint({ client, url, changes }: Extract<ClientAction, { do: 'change endpoint' }>) {
      const { endpoint, origin } = await endpointOf(client, url);
      await changeWebhookEndpoint(ledger, origin, endpoint.endpointId, changes);
    },
    async suppress(client: string, address: string, isToLift: boolean): Promise<void> {
      const origin = originIn(await workspaceOf(client));
      await openNames(ledger, sealedSecrets(MASTER_KEY, ledger.ids));
      await decideSuppression(
        ledger,
        origin,
        isToLift ? { do: 'remove', address } : { do: 'add', address, reason: 'asked for by phone' },
      );
    },
  };
}
