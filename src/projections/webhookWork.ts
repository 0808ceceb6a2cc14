import { streamId } from '../events/category.ts';
import { partitionOf } from '../events/partitionOf.ts';
import type { RecordedWebhookDeliveryEvent } from '../events/webhookDelivery.ts';
import { WORK_INDEX, type WorkDocument } from '../ports/workDocument.ts';
import { type Projection, projection } from '../runtime/projection.ts';

/** A delivery that is still to be made. Keyed by its id; the lane is the endpoint. */
export interface WebhookWorkDocument extends WorkDocument {
  readonly workspace: string;
}

/** Deliveries by due time: there from scheduling (or requeuing) until delivered or dead. */
export function webhookWork(
  partitions: number,
): Projection<WebhookWorkDocument, RecordedWebhookDeliveryEvent> {
  const due = ({ stream, data, metadata: { workspace, at } }: Due): WebhookWorkDocument => {
    const partition = partitionOf(streamId(stream), partitions);
    return { partition, lane: data.endpointId, dueAtMs: Date.parse(at), workspace };
  };
  return projection<WebhookWorkDocument, RecordedWebhookDeliveryEvent>({
    name: `webhook_work_p${partitions}`,
    version: 1,
    indexes: WORK_INDEX,
    key: ({ stream }) => streamId(stream),
    on: {
      WebhookDeliveryScheduled: (_, event) => due(event),
      WebhookDeliveryRequeued: (_, event) => due(event),
      WebhookAttemptFailed: (document, { data: { nextAttemptAt } }) =>
        document && nextAttemptAt !== null ? { ...document, dueAtMs: Date.parse(nextAttemptAt) } : null,
      WebhookDelivered: () => null,
      WebhookDeliveryDied: () => null,
    },
  });
}

type Due = Extract<
  RecordedWebhookDeliveryEvent,
  { type: 'WebhookDeliveryScheduled' | 'WebhookDeliveryRequeued' }
>;
