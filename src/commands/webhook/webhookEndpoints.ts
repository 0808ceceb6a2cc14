import type { Position } from '../../events/event.ts';
import { type WebhooksEvent, webhooks } from '../../events/webhooks.ts';
import { foldedStream } from '../../follow/fold/foldedStream.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { changedFields } from '../kernel/changedFields.ts';
import { type Decider, type Decision, handle } from '../kernel/decider.ts';
import { EMPTY_MAP, entriesOf, entryIn, type ImmutableMap, withEntry } from '../kernel/immutableMap.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { invalid, notFound } from '../kernel/refusal.ts';

/** Most active endpoints of a workspace (spec section 8). */
const MAX_ACTIVE_ENDPOINTS = 2;

const SECRET_BYTES = 32;

/** A signing secret that was never used. */
export const newWebhookSecret = (ids: Ledger['ids']) =>
  `whsec_${ids.randomBytes(SECRET_BYTES).toString('base64url')}`;

type EventData<Type extends WebhooksEvent['type']> = Extract<WebhooksEvent, { type: Type }>['data'];

export interface WebhookEndpoint extends EventData<'WebhookEndpointCreated'> {
  /** Place in the workspace's order of creation. */
  readonly ordinal: number;
  readonly status: 'ACTIVE' | 'DISABLED';
}

/** The endpoints of a workspace. */
export interface WebhookEndpoints {
  /** By id, disabled ones included. */
  readonly all: ImmutableMap<WebhookEndpoint>;
  /** In the order of creation. */
  readonly active: readonly WebhookEndpoint[];
}

export type EndpointChanges = Omit<EventData<'WebhookEndpointChanged'>, 'endpointId'>;

export type EndpointCommand =
  | ({ readonly do: 'create' } & EventData<'WebhookEndpointCreated'>)
  | { readonly do: 'change'; readonly endpointId: string; readonly changes: EndpointChanges }
  | { readonly do: 'reseal'; readonly renew: Secrets['renew'] };

/** Decides over `webhooks-{workspace}`, so that the limit of active endpoints also holds for simultaneous calls. */
export const webhookEndpointsDecider: Decider<WebhookEndpoints, EndpointCommand, WebhooksEvent> = {
  initial: { all: EMPTY_MAP, active: [] },
  evolve: (endpoints, { type, data }) => {
    if (type === 'WebhookEndpointCreated')
      return withEndpoint(endpoints, { ...data, ordinal: endpoints.all.puts, status: 'ACTIVE' });
    const before = entryIn(endpoints.all, data.endpointId);
    return before === undefined ? endpoints : withEndpoint(endpoints, { ...before, ...data });
  },
  decide: (command, endpoints) => {
    if (command.do === 'create') {
      refuseBeyondLimit(endpoints, '');
      const { do: _, ...data } = command;
      return [{ type: 'WebhookEndpointCreated', data }];
    }
    if (command.do === 'reseal') return resealed(endpoints, command.renew);
    const { endpointId, changes } = command;
    const before = entryIn(endpoints.all, endpointId);
    if (before === undefined) throw notFound('There is no such webhook endpoint.');
    if (changes.status === 'ACTIVE' && before.status !== 'ACTIVE') refuseBeyondLimit(endpoints, '/status');
    const changed = changedFields(['name', 'url', 'events', 'status'], before, changes);
    if (Object.keys(changed).length === 0) return [];
    return [{ type: 'WebhookEndpointChanged', data: { endpointId, ...changed } }];
  },
};

function resealed({ all }: WebhookEndpoints, renew: Secrets['renew']): readonly WebhooksEvent[] {
  return entriesOf(all).flatMap(([endpointId, endpoint]) => {
    const sealedSecret = renew(endpoint.sealedSecret, endpointId);
    return sealedSecret === null
      ? []
      : [{ type: 'WebhookSecretResealed' as const, data: { endpointId, sealedSecret } }];
  });
}

function withEndpoint({ all, active }: WebhookEndpoints, endpoint: WebhookEndpoint): WebhookEndpoints {
  const { endpointId, status } = endpoint;
  const others = active.filter((other) => other.endpointId !== endpointId);
  return {
    all: withEntry(all, endpointId, endpoint),
    active:
      status === 'ACTIVE' ? [...others, endpoint].sort((one, other) => one.ordinal - other.ordinal) : others,
  };
}

function refuseBeyondLimit({ active }: WebhookEndpoints, path: string): void {
  if (active.length >= MAX_ACTIVE_ENDPOINTS)
    throw invalid(
      path,
      `at most ${MAX_ACTIVE_ENDPOINTS} webhook endpoints may be active; disable one of them first`,
    );
}

export interface CreatedEndpoint {
  readonly endpointId: string;
  /** In plain text, only here: it is stored sealed. */
  readonly secret: string;
  readonly position: Position | null;
}

/**
 * Creates an active endpoint with a new signing secret. The caller must have checked the url (`webhookUrl.ts`).
 * @throws Refusal `invalid` when two are active already
 */
export async function createWebhookEndpoint(
  ledger: Ledger,
  secrets: Pick<Secrets, 'seal'>,
  origin: Origin,
  { name, url, events }: { readonly name: string; readonly url: string; readonly events: string[] },
): Promise<CreatedEndpoint> {
  const endpointId = ledger.ids.uuid();
  const secret = newWebhookSecret(ledger.ids);
  const sealedSecret = secrets.seal(secret, endpointId);
  const command: EndpointCommand = { do: 'create', endpointId, name, url, events, sealedSecret };
  const { position } = await decideOn(ledger, origin, command);
  return { endpointId, secret, position };
}

/**
 * Changes the given fields; equal values append nothing. Deletion is `{ status: 'DISABLED' }`.
 * Resolves with the position of the event, null when nothing changed.
 * @throws Refusal `notFound` for another workspace's or no endpoint, `invalid` for a third active one
 */
export async function changeWebhookEndpoint(
  ledger: Ledger,
  origin: Origin,
  endpointId: string,
  changes: EndpointChanges,
): Promise<Position | null> {
  const { position } = await decideOn(ledger, origin, { do: 'change', endpointId, changes });
  return position;
}

/** Appends the workspace's signing secrets again where `renew` gives them under another seal. */
export async function resealWebhookSecrets(
  ledger: Ledger,
  origin: Origin,
  renew: Secrets['renew'],
): Promise<void> {
  await decideOn(ledger, origin, { do: 'reseal', renew });
}

function decideOn(
  ledger: Ledger,
  origin: Origin,
  command: EndpointCommand,
): Promise<Decision<WebhookEndpoints>> {
  return handle(ledger, origin, webhooks.stream(origin.workspace), webhookEndpointsDecider, command);
}

/** An endpoint of a workspace as the log has it, its sealed secret included; undefined: the workspace has none of this id. */
export async function webhookEndpointWithId(
  store: Ledger['store'],
  workspace: string,
  endpointId: string,
): Promise<WebhookEndpoint | undefined> {
  const { state } = await foldedStream(store, webhooks.stream(workspace), webhookEndpointsDecider);
  return entryIn(state.all, endpointId);
}
