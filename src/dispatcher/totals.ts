import type { Collection } from '../ports/documents.ts';
import type { Ports } from '../ports/ports.ts';
import { oldestPendingAt, type WebhookDeliveryDocument } from '../projections/webhookDeliveries.ts';
import { WEBHOOK_TOTALS, type WebhookTotalsDocument } from '../projections/webhookTotals.ts';

export interface TotalsDependencies extends Pick<Ports, 'clock' | 'log' | 'metrics'> {
  readonly webhookTotals: Pick<Collection<WebhookTotalsDocument>, 'get'>;
  readonly webhookDeliveries: Pick<Collection<WebhookDeliveryDocument>, 'page'>;
}

const TELL_EVERY_MS = 5_000;

/**
 * Reports as gauges how many deliveries are pending and dead, and for how long the oldest has been pending, until the
 * signal aborts: in the one process for which `mayReport` is true, since figures of several processes are added up.
 */
export async function watchTotals(
  { webhookTotals, webhookDeliveries, clock, log, metrics }: TotalsDependencies,
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
      metrics.gauge('postledger_webhook_oldest_pending_ms', oldestMs);
      metrics.gauge('postledger_webhook_deliveries_dead', dead);
    } catch (error) {
      log.warn({ err: error }, 'the totals of webhooks could not be read, trying again');
    }
    await clock.sleep(TELL_EVERY_MS, signal);
  }
}
