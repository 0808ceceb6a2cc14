import { appendWithRetry } from '../../commands/kernel/appendWithRetry.ts';
import type { Ledger } from '../../commands/kernel/ledger.ts';
import { recordSmsReceipt } from '../../commands/sms/smsReceipt.ts';
import type { Position } from '../../events/event.ts';
import type { IntakeHandlers } from '../../ports/carrier.ts';
import type { Collection } from '../../ports/documents.ts';
import type { Ports } from '../../ports/ports.ts';
import { type SmsCarrierIdDocument, segmentOfCarrierId } from '../../projections/smsCarrierIds.ts';
import { CHECKPOINTS_WANTED } from '../../runtime/follow/checkpointSaver.ts';

export interface SmsReceiptDependencies extends Pick<Ports, 'hints' | 'log' | 'metrics'> {
  readonly ledger: Ledger;
  readonly carrierIds: Collection<SmsCarrierIdDocument>;
  /** A position that `carrierIds` has passed, in every partition. */
  readonly carrierIdsPosition: () => Promise<Position>;
}

/** A receipt may overtake the record of what it confirms: its id is looked up this often. */
const LOOKUPS = 20;
const LOOKUP_EVERY_MS = 250;
/** The record counts as made after so many: the read model must have come to where the log ends then. */
const LOOKUPS_BEFORE_RECORD = 8;

/**
 * Records the carrier's receipts. A receipt for an id that nothing was submitted under is logged and ignored; while the read
 * model of the ids lags, that cannot be known: the handler rejects, and the carrier brings the receipt again.
 */
export function smsReceiptHandler({
  ledger,
  carrierIds,
  carrierIdsPosition,
  hints,
  log,
  metrics,
}: SmsReceiptDependencies): IntakeHandlers['receipt'] {
  const { clock, store } = ledger;
  return async (receipt) => {
    const { carrierId, state } = receipt;
    const isRecorded = async () => {
      const segment = await segmentOfCarrierId(carrierIds, carrierId);
      if (segment === null) return false;
      metrics.count('postledger_sms_receipts_total', { state });
      await appendWithRetry(clock, () =>
        recordSmsReceipt(ledger, segment.smsId, { ...receipt, carrierId: segment.carrierId }),
      );
      return true;
    };
    const isRecordedSoon = async (lookups: number) => {
      for (let lookup = 1; lookup <= lookups; lookup++) {
        if (await isRecorded()) return true;
        await clock.sleep(LOOKUP_EVERY_MS);
      }
      return false;
    };

    if (await isRecordedSoon(LOOKUPS_BEFORE_RECORD)) return;
    const head = await store.head();
    hints.publish(CHECKPOINTS_WANTED, '');
    if (await isRecordedSoon(LOOKUPS - LOOKUPS_BEFORE_RECORD)) return;
    const position = await carrierIdsPosition();
    // Looked up once more after that, so that nothing up to the position is missed.
    if (await isRecorded()) return;
    if (position < head) throw new Error('the read model of the carrier ids lags');
    metrics.count('postledger_sms_receipts_total', { state: 'unknown' });
    log.warn({ carrierId }, 'a receipt for an SMS that was not submitted here was ignored');
  };
}
