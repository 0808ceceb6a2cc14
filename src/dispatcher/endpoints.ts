import { EMPTY_LIST, type ImmutableList, lastPassing, withItem } from '../commands/kernel/immutableList.ts';
import { EMPTY_MAP, entryIn, type ImmutableMap, withEntry } from '../commands/kernel/immutableMap.ts';
import {
  type WebhookEndpoint,
  type WebhookEndpoints,
  webhookEndpointsDecider,
} from '../commands/webhook/webhookEndpoints.ts';
import type { Position } from '../events/event.ts';
import { type RecordedWebhooksEvent, webhooks } from '../events/webhooks.ts';
import { type Fold, foldedStream } from '../follow/fold/foldedStream.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventStore } from '../ports/eventStore.ts';
import { keptFor } from '../queues/keptFor.ts';

/** Which endpoints were active from one event of `webhooks-{workspace}` on. */
interface Moment {
  readonly position: Position;
  readonly active: readonly WebhookEndpoint[];
}

/** A workspace's endpoints as they are, and a moment for each change of those that are active. */
interface EndpointHistory {
  readonly endpoints: WebhookEndpoints;
  readonly moments: ImmutableList<Moment>;
  /** Since when endpoints that were ever switched off are off, or were last: milliseconds since 1970. */
  readonly offSinceMs: ImmutableMap<number>;
}

const endpointHistory: Fold<EndpointHistory, RecordedWebhooksEvent> = {
  initial: { endpoints: webhookEndpointsDecider.initial, moments: EMPTY_LIST, offSinceMs: EMPTY_MAP },
  evolve: (before, event) => {
    const endpoints = webhookEndpointsDecider.evolve(before.endpoints, event);
    const { position, metadata, data } = event;
    const moments =
      endpoints.active === before.endpoints.active
        ? before.moments
        : withItem(before.moments, { position, active: endpoints.active });
    const isOff = event.type === 'WebhookEndpointChanged' && event.data.status === 'DISABLED';
    const offSinceMs = isOff
      ? withEntry(before.offSinceMs, data.endpointId, Date.parse(metadata.at))
      : before.offSinceMs;
    return { endpoints, moments, offSinceMs };
  },
};

/**
 * The endpoints of a workspace that were active when the recorded event at `position` happened, without later changes.
 * An event at or before what was read already is answered from memory (docs/how-work-waits.md).
 */
export async function endpointsActiveAt(
  { store, clock }: { readonly store: EventStore; readonly clock: Pick<Clock, 'turn'> },
  workspace: string,
  position: Position,
): Promise<readonly WebhookEndpoint[]> {
  const { state } = await foldedStream(store, webhooks.stream(workspace), endpointHistory, position, clock);
  return lastPassing(state.moments, (moment) => moment.position < position)?.active ?? [];
}

/** An endpoint as it is, and since when it is off. */
export interface EndpointNow {
  readonly endpoint: WebhookEndpoint;
  /** Milliseconds since 1970; null while it is active. */
  readonly offSinceMs: number | null;
}

/**
 * Endpoints for attempts: at most a second late, and sooner after `changed`. That one is off, or not there, is always as of the
 * question: its deliveries wait for days, or die, on that word.
 */
export interface EndpointDirectory {
  /** Null when the workspace has no such endpoint. @throws EventStoreUnavailable */
  find(workspace: string, endpointId: string): Promise<EndpointNow | null>;
  /** Something of the workspace's endpoints has changed: the next question is answered from the log. */
  changed(workspace: string): void;
}

const FRESH_MS = 1_000;
/** Workspaces that are remembered at most; beyond it the first one read is forgotten. */
const MAX_WORKSPACES = 10_000;

/** However many attempts ask, the stream of a workspace is read on once a second. */
export function endpointDirectory(store: EventStore, clock: Pick<Clock, 'monotonicMs'>): EndpointDirectory {
  const known = keptFor<EndpointHistory>(clock, FRESH_MS, MAX_WORKSPACES);
  const historyOf = (workspace: string, maxAgeMs?: number): Promise<EndpointHistory> => {
    const read = async () => (await foldedStream(store, webhooks.stream(workspace), endpointHistory)).state;
    return known.of(workspace, read, maxAgeMs);
  };
  return {
    async find(workspace, endpointId) {
      const remembered = nowOf(await historyOf(workspace), endpointId);
      return remembered?.offSinceMs === null ? remembered : nowOf(await historyOf(workspace, 0), endpointId);
    },
    changed: known.forget,
  };
}

function nowOf({ endpoints, offSinceMs }: EndpointHistory, endpointId: string): EndpointNow | null {
  const endpoint = entryIn(endpoints.all, endpointId);
  if (endpoint === undefined) return null;
  const isOff = endpoint.status !== 'ACTIVE';
  return { endpoint, offSinceMs: isOff ? (entryIn(offSinceMs, endpointId) ?? 0) : null };
}
