import { streamId } from '../events/category.ts';
import { partitionOf } from '../events/partitionOf.ts';
import type { RecordedWebhookDeliveryEvent } from '../events/webhookDelivery.ts';
import { WORK_INDEX, type WorkDocument } from '../ports/workDocument.ts';
import type { Projection } from '../runtime/projection.ts';

/** A delivery that is still to be made. Keyed by its id; the lane is the endpoint. */
export interface WebhookWorkDocument extends WorkDocument {
  readonly workspace: string;
}

/** Deliveries by due time: there from scheduling (or requeuing) until delivered or dead. */
export const webhookWork = (
  partitions: number,
): Projection<WebhookWorkDocument, RecordedWebhookDeliveryEvent> => ({
  name: `webhook_work_p${partitions}`,
  version: 1,
  types: [
    'WebhookDeliveryScheduled',
    'WebhookAttemptFailed',
    'WebhookDelivered',
    'WebhookDeliveryDied',
    'WebhookDeliveryRequeued',
  ],
  indexes: WORK_INDEX,
  key: ({ stream }) => streamId(stream),
  fold: (document, event) => {
    const { workspace, at } = event.metadata;
    switch (event.type) {
      case 'WebhookDeliveryScheduled':
      case 'WebhookDeliveryRequeued': {
        const partition = partitionOf(streamId(event.stream), partitions);
        return { partition, lane: event.data.endpointId, dueAtMs: Date.parse(at), workspace };
      }
      case 'WebhookAttemptFailed': {
        const { nextAttemptAt } = event.data;
        if (document === null || nextAttemptAt === null) return null;
        return { ...document, dueAtMs: Date.parse(nextAttemptAt) };
      }
      case 'WebhookDelivered':
      case 'WebhookDeliveryDied':
        return null;
    }
  },
});
