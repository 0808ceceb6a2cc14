import { appendWithRetry } from '../../commands/kernel/appendWithRetry.ts';
import type { Ledger } from '../../commands/kernel/ledger.ts';
import { recordSmsReceipt } from '../../commands/sms/smsReceipt.ts';
import type { Position } from '../../events/event.ts';
import type { IntakeHandlers } from '../../ports/carrier.ts';
import type { Collection } from '../../ports/documents.ts';
import type { Ports } from '../../ports/ports.ts';
import { type SmsCarrierIdDocument, segmentOfCarrierId } from '../../projections/smsCarrierIds.ts';
import { foundSurely } from './foundSurely.ts';

export interface SmsReceiptDependencies extends Pick<Ports, 'hints' | 'log' | 'metrics'> {
  readonly ledger: Ledger;
  readonly carrierIds: Collection<SmsCarrierIdDocument>;
  /** A position that `carrierIds` has passed, in every partition. */
  readonly carrierIdsPosition: () => Promise<Position>;
}

/**
 * Records the carrier's receipts. A receipt for an id that nothing was submitted under is logged and ignored; while the read
 * model of the ids lags, that cannot be known: the handler rejects, and the carrier brings the receipt again.
 */
export function smsReceiptHandler(dependencies: SmsReceiptDependencies): IntakeHandlers['receipt'] {
  const { ledger, carrierIds, carrierIdsPosition, log, metrics } = dependencies;
  return async (receipt) => {
    const find = () => segmentOfCarrierId(carrierIds, receipt.carrierId);
    const segment = await foundSurely({ find, position: carrierIdsPosition }, dependencies);
    const state = segment === null ? 'unknown' : receipt.state;
    metrics.count('postledger_sms_receipts_total', { state });
    if (segment === null) {
      const { carrierId } = receipt;
      log.warn({ carrierId }, 'a receipt for an SMS that was not submitted here was ignored');
      return;
    }
    const { smsId, carrierId } = segment;
    await appendWithRetry(ledger.clock, () => recordSmsReceipt(ledger, smsId, { ...receipt, carrierId }));
  };
}
