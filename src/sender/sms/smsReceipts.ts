import type { Ledger } from '../../commands/kernel/ledger.ts';
import { persist } from '../../commands/kernel/persist.ts';
import { recordSmsReceipt } from '../../commands/sms/smsReceipt.ts';
import type { IntakeHandlers } from '../../ports/carrier.ts';
import type { Collection } from '../../ports/documents.ts';
import type { Log } from '../../ports/log.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { type SmsCarrierIdDocument, segmentOfCarrierId } from '../../projections/smsCarrierIds.ts';

export interface SmsReceiptParts {
  readonly ledger: Ledger;
  readonly carrierIds: Collection<SmsCarrierIdDocument>;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** A receipt may overtake the record of what it confirms: its id is looked up this often. */
const LOOKUPS = 20;
const LOOKUP_EVERY_MS = 250;

/** Records the carrier's receipts. One for an id that nothing was submitted under is told, and left aside. */
export function receivedReceipt({
  ledger,
  carrierIds,
  log,
  metrics,
}: SmsReceiptParts): IntakeHandlers['receipt'] {
  const { clock } = ledger;
  return async (receipt) => {
    for (let lookup = 1; ; lookup++) {
      const segment = await segmentOfCarrierId(carrierIds, receipt.carrierId);
      if (segment !== null) {
        const { smsId, carrierId } = segment;
        metrics.count('postledger_sms_receipts_total', { state: receipt.state });
        return persist(clock, () => recordSmsReceipt(ledger, smsId, { ...receipt, carrierId }));
      }
      if (lookup === LOOKUPS) break;
      await clock.sleep(LOOKUP_EVERY_MS);
    }
    metrics.count('postledger_sms_receipts_total', { state: 'unknown' });
    log.warn(
      { carrierId: receipt.carrierId },
      'a receipt for an SMS that was not submitted here was left aside',
    );
  };
}
