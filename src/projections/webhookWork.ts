import { streamId } from '../events/category.ts';
import { partitionOf } from '../events/partitionOf.ts';
import type { RecordedWebhookDeliveryEvent } from '../events/webhookDelivery.ts';
import { WORK_INDEX, type WorkDocument } from '../ports/workDocument.ts';
import { type Projection, projection } from '../runtime/fold/projection.ts';

/** A delivery that is still to be made. Keyed by its id; an endpoint has a lane for first attempts and one for retries. */
export interface WebhookWorkDocument extends WorkDocument {
  readonly workspace: string;
}

/** First attempts and retries wait apart, so that a flood of one does not stand before the other. */
export type AttemptKind = 'first' | 'retry';

export function webhookLane(endpointId: string, kind: AttemptKind): string {
  return `${endpointId}/${kind}`;
}

export function endpointOfLane(lane: string): { readonly endpointId: string; readonly kind: AttemptKind } {
  const at = lane.lastIndexOf('/');
  return { endpointId: lane.slice(0, at), kind: lane.endsWith('/first') ? 'first' : 'retry' };
}

/** Deliveries by due time: there from scheduling (or requeuing) until delivered or dead. All of an endpoint's are in one partition. */
export function webhookWork(
  partitions: number,
): Projection<WebhookWorkDocument, RecordedWebhookDeliveryEvent> {
  const due = ({ data: { endpointId }, metadata: { workspace, at } }: Due): WebhookWorkDocument => {
    const partition = partitionOf(endpointId, partitions);
    return { partition, lane: webhookLane(endpointId, 'first'), dueAtMs: Date.parse(at), workspace };
  };
  return projection<WebhookWorkDocument, RecordedWebhookDeliveryEvent>({
    name: `webhook_work_p${partitions}`,
    version: 2,
    indexes: WORK_INDEX,
    key: ({ stream }) => streamId(stream),
    on: {
      WebhookDeliveryScheduled: (_, event) => due(event),
      WebhookDeliveryRequeued: (_, event) => due(event),
      WebhookAttemptFailed: (document, { data: { nextAttemptAt } }) =>
        document && nextAttemptAt !== null
          ? {
              ...document,
              lane: webhookLane(endpointOfLane(document.lane).endpointId, 'retry'),
              dueAtMs: Date.parse(nextAttemptAt),
            }
          : null,
      WebhookDelivered: () => null,
      WebhookDeliveryDied: () => null,
    },
  });
}

type Due = Extract<
  RecordedWebhookDeliveryEvent,
  { type: 'WebhookDeliveryScheduled' | 'WebhookDeliveryRequeued' }
>;
