import { streamId } from '../events/category.ts';
import { partitionOf } from '../events/partitionOf.ts';
import type { RecordedWebhookDeliveryEvent } from '../events/webhookDelivery.ts';
import type { Projection } from '../follow/fold/projection.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import { workIndex } from './workIndex.ts';

/** A delivery to make. Keyed by its id; an endpoint has a lane for first attempts and one for retries. */
export interface WebhookWorkDocument extends WorkDocument {
  readonly workspace: string;
}

/** Each kind has lanes of its own, so that many of one do not delay the others: first attempts come first. */
export const ATTEMPT_KINDS = ['first', 'retry', 'replay'] as const;
/** `replay`: the first attempt of a delivery that an operator has requeued. */
export type AttemptKind = (typeof ATTEMPT_KINDS)[number];

export function webhookLane(endpointId: string, kind: AttemptKind): string {
  return `${endpointId}/${kind}`;
}

export function endpointOfLane(lane: string): { readonly endpointId: string; readonly kind: AttemptKind } {
  const at = lane.lastIndexOf('/');
  const kind = ATTEMPT_KINDS.find((one) => lane.endsWith(`/${one}`)) ?? 'retry';
  return { endpointId: lane.slice(0, at), kind };
}

/**
 * Deliveries by due time: in the index from scheduling (or requeuing) until they are delivered or dead. All of an
 * endpoint's are in one partition.
 */
export function webhookWork(
  partitions: number,
): Projection<WebhookWorkDocument, RecordedWebhookDeliveryEvent> {
  const due = (
    { data: { endpointId }, metadata: { workspace, at } }: Due,
    kind: AttemptKind,
  ): WebhookWorkDocument => {
    const partition = partitionOf(endpointId, partitions);
    return { partition, lane: webhookLane(endpointId, kind), dueAtMs: Date.parse(at), workspace };
  };
  const options = {
    ...{ name: 'webhook_work', version: 4, foldedBy: 'dispatcher' as const, partitions },
    // An older end lacks its endpoint: it follows the failure of the last attempt, which has removed the item.
    partitionKey: ({ data, stream }: RecordedWebhookDeliveryEvent) => data.endpointId ?? streamId(stream),
  };
  return workIndex<WebhookWorkDocument, RecordedWebhookDeliveryEvent>(options, {
    WebhookDeliveryScheduled: (_, event) => due(event, 'first'),
    WebhookDeliveryRequeued: (_, event) => due(event, 'replay'),
    WebhookAttemptFailed: (document, { data: { nextAttemptAt } }) => {
      if (document === null || nextAttemptAt === null) return null;
      const lane = webhookLane(endpointOfLane(document.lane).endpointId, 'retry');
      return { ...document, lane, dueAtMs: Date.parse(nextAttemptAt) };
    },
    WebhookDelivered: () => null,
    WebhookDeliveryDied: () => null,
  });
}

type Due = Extract<
  RecordedWebhookDeliveryEvent,
  { type: 'WebhookDeliveryScheduled' | 'WebhookDeliveryRequeued' }
>;
