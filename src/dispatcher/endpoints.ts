import { EMPTY_LIST, lastPassing, type SharedList, withItem } from '../commands/sharedList.ts';
import {
  type WebhookEndpoint,
  type WebhookEndpoints,
  webhookEndpointsDecider,
} from '../commands/webhookEndpoints.ts';
import type { Position } from '../events/event.ts';
import { type RecordedWebhooksEvent, webhooks } from '../events/webhooks.ts';
import type { EventStore } from '../ports/eventStore.ts';
import { type Fold, foldedStream } from '../runtime/foldedStream.ts';

/** Which endpoints were active from one event of `webhooks-{workspace}` on. */
interface Moment {
  readonly position: Position;
  readonly active: readonly WebhookEndpoint[];
}

/** A workspace's endpoints as they are, and a moment for each change of those that are active. */
interface EndpointHistory {
  readonly endpoints: WebhookEndpoints;
  readonly moments: SharedList<Moment>;
}

const endpointHistory: Fold<EndpointHistory, RecordedWebhooksEvent> = {
  initial: { endpoints: webhookEndpointsDecider.initial, moments: EMPTY_LIST },
  evolve: (before, event) => {
    const endpoints = webhookEndpointsDecider.evolve(before.endpoints, event);
    const { position } = event;
    const moments =
      endpoints.active === before.endpoints.active
        ? before.moments
        : withItem(before.moments, { position, active: endpoints.active });
    return { endpoints, moments };
  },
};

/**
 * The endpoints of a workspace that were active when the recorded event at `position` happened, whatever came since.
 * An event at or before what was read already is answered from memory (decision 0013).
 */
export async function endpointsActiveAt(
  store: EventStore,
  workspace: string,
  position: Position,
): Promise<readonly WebhookEndpoint[]> {
  const { state } = await foldedStream(store, webhooks.stream(workspace), endpointHistory, position);
  return lastPassing(state.moments, (moment) => moment.position < position)?.active ?? [];
}
