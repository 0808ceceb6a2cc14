import type { RecordedWebhookDeliveryEvent } from '../events/webhookDelivery.ts';
import { projection } from '../follow/fold/projection.ts';

/** How many deliveries of the whole ledger are pending and dead. */
export interface WebhookTotalsDocument {
  readonly pending: number;
  readonly dead: number;
}

/** Key of the one document. */
export const WEBHOOK_TOTALS = 'all';

const NONE: WebhookTotalsDocument = { pending: 0, dead: 0 };

export const webhookTotals = projection<WebhookTotalsDocument, RecordedWebhookDeliveryEvent>({
  name: 'webhook_totals',
  version: 1,
  indexes: {},
  key: () => WEBHOOK_TOTALS,
  on: {
    WebhookDeliveryScheduled: (totals) => changed(totals, 1, 0),
    WebhookAttemptFailed: 'ignored',
    WebhookDelivered: (totals) => changed(totals, -1, 0),
    WebhookDeliveryDied: (totals) => changed(totals, -1, 1),
    // Older events have no status of before: mostly dead, since operators requeue those.
    WebhookDeliveryRequeued: (totals, { data: { was = 'dead' } }) =>
      changed(totals, was === 'pending' ? 0 : 1, was === 'dead' ? -1 : 0),
  },
});

function changed(totals: WebhookTotalsDocument | null, pending: number, dead: number): WebhookTotalsDocument {
  const before = totals ?? NONE;
  return { pending: before.pending + pending, dead: before.dead + dead };
}
