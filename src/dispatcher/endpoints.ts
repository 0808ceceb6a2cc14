import {
  type WebhookEndpoint,
  type WebhookEndpoints,
  webhookEndpointsDecider,
} from '../commands/webhookEndpoints.ts';
import { BEGINNING, type Position } from '../events/envelope.ts';
import { type RecordedWebhooksEvent, webhooks } from '../events/webhooks.ts';
import type { EventStore } from '../ports/eventStore.ts';

/** Workspaces whose endpoints are kept at hand. */
const MAX_KEPT = 10_000;

/** Which endpoints a workspace had active at a moment of the log. */
export interface EndpointHistory {
  /** The endpoints that were active when the recorded event at `position` happened, whatever came since. */
  activeAt(workspace: string, position: Position): Promise<readonly WebhookEndpoint[]>;
}

/** The endpoints from one event of `webhooks-{workspace}` on. */
interface Moment {
  readonly position: Position;
  readonly endpoints: WebhookEndpoints;
}

interface Reading {
  /** Nothing at or before this position is missing. Set when the reading starts. */
  covers: Position | null;
  readonly moments: Promise<readonly Moment[]>;
}

/**
 * Keeps what was read of `webhooks-{workspace}` and answers from it up to the position that it covers; behind that
 * it reads on. An event that was handed out was recorded, and so was everything before it: a reading that starts now
 * therefore covers the latest event asked about. Nothing rests on having seen every endpoint event pass, since a
 * partition that was held elsewhere for a while skips some.
 */
export function endpointHistory(store: EventStore): EndpointHistory {
  const readings = new Map<string, Reading>();
  let latest = BEGINNING;

  const readOn = (workspace: string, before: Reading | undefined): Reading => {
    const start = async () => {
      const known = (await before?.moments.catch(() => [])) ?? [];
      // Reactions to one batch ask within one turn of the event loop; waiting for it lets one reading serve them.
      await new Promise((resolve) => setImmediate(resolve));
      reading.covers = latest;
      return [...known, ...(await momentsBehind(store, workspace, known))];
    };
    const reading: Reading = { covers: null, moments: start() };
    readings.delete(workspace);
    readings.set(workspace, reading);
    const oldest = readings.size > MAX_KEPT ? readings.keys().next().value : undefined;
    if (oldest !== undefined) readings.delete(oldest);
    reading.moments.catch(() => {
      if (readings.get(workspace) === reading) readings.delete(workspace);
    });
    return reading;
  };

  return {
    async activeAt(workspace, position) {
      if (position > latest) latest = position;
      const kept = readings.get(workspace);
      // A reading that has not started yet will cover this position too.
      const serves = kept !== undefined && (kept.covers === null || kept.covers >= position);
      const moments = await (serves ? kept : readOn(workspace, kept)).moments;
      const moment = moments.findLast((candidate) => candidate.position < position);
      return [...(moment?.endpoints.values() ?? [])].filter(({ status }) => status === 'ACTIVE');
    },
  };
}

/** `known` holds one moment an event of the stream, so its length is the next revision. */
async function momentsBehind(
  store: EventStore,
  workspace: string,
  known: readonly Moment[],
): Promise<readonly Moment[]> {
  let endpoints = known.at(-1)?.endpoints ?? webhookEndpointsDecider.initial;
  const recorded = await store.readStream(webhooks.stream(workspace), { fromRevision: known.length });
  return recorded.map((event) => {
    endpoints = webhookEndpointsDecider.evolve(endpoints, event as RecordedWebhooksEvent);
    return { position: event.position, endpoints };
  });
}
