import type { Collection } from '../ports/documents.ts';
import type { Ports } from '../ports/ports.ts';
import { oldestPendingAt, type WebhookDeliveryDocument } from '../projections/webhookDeliveries.ts';
import type { WebhookHealthDocument } from '../projections/webhookHealth.ts';
import { WEBHOOK_TOTALS, type WebhookTotalsDocument } from '../projections/webhookTotals.ts';

export interface TotalsDependencies extends Pick<Ports, 'clock' | 'log' | 'metrics'> {
  readonly webhookTotals: Pick<Collection<WebhookTotalsDocument>, 'get'>;
  readonly webhookHealth: Pick<Collection<WebhookHealthDocument>, 'page'>;
  readonly webhookDeliveries: Pick<Collection<WebhookDeliveryDocument>, 'page'>;
}

const TELL_EVERY_MS = 5_000;
/** Failing endpoints are counted up to here. */
const MAX_FAILING = 100;

/**
 * Reports as gauges how many deliveries are pending and dead, for how long the oldest has been pending, and how many
 * endpoints fail, until the signal aborts: in the one process for which `mayReport` is true, since figures of several processes are added up.
 */
export async function watchTotals(
  { webhookTotals, webhookHealth, webhookDeliveries, clock, log, metrics }: TotalsDependencies,
  signal: AbortSignal,
  mayReport: () => boolean,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const mine = mayReport();
      const { pending = 0, dead = 0 } = (mine && (await webhookTotals.get(WEBHOOK_TOTALS))?.document) || {};
      const oldestAt = mine ? await oldestPendingAt(webhookDeliveries) : null;
      const oldestMs = oldestAt === null ? 0 : Math.max(0, clock.nowMs() - Date.parse(oldestAt));
      metrics.gauge('postledger_webhook_deliveries_pending', pending);
      metrics.gauge('postledger_webhook_oldest_pending_seconds', oldestMs / 1_000);
      metrics.gauge('postledger_webhook_deliveries_dead', dead);
      const failing = mine ? await webhookHealth.page({ index: 'byFailingSince', limit: MAX_FAILING }) : [];
      metrics.gauge('postledger_webhook_endpoints_failing', failing.length);
    } catch (error) {
      log.warn({ err: error }, 'the totals of webhooks could not be read, trying again');
    }
    await clock.sleep(TELL_EVERY_MS, signal);
  }
}
