import { appendWithRetry } from '../../commands/kernel/appendWithRetry.ts';
import type { Ledger } from '../../commands/kernel/ledger.ts';
import { recordSmsReceipt } from '../../commands/sms/smsReceipt.ts';
import type { IntakeHandlers } from '../../ports/carrier.ts';
import type { Collection } from '../../ports/documents.ts';
import type { Ports } from '../../ports/ports.ts';
import { type SmsCarrierIdDocument, segmentOfCarrierId } from '../../projections/smsCarrierIds.ts';
import { type FindingDependencies, findWithRetries } from './findWithRetries.ts';

export interface SmsReceiptDependencies extends FindingDependencies, Pick<Ports, 'log' | 'metrics'> {
  readonly ledger: Ledger;
  readonly carrierIds: Collection<SmsCarrierIdDocument>;
}

/** A receipt may come before the answer to its submission, which takes 30 s at most and is recorded after that. */
const MAY_BE_EARLY_MS = 60_000;
/** Unknown ids that are remembered; the oldest makes room, and its receipt is refused once more. */
const MAX_UNKNOWN = 10_000;

/**
 * Records the carrier's receipts. A receipt for an id that nothing was submitted under is logged and ignored; while the read
 * model of the ids lags, or the submission may be under way, that cannot be known: the handler rejects, and the carrier brings
 * the receipt again.
 */
export function smsReceiptHandler(dependencies: SmsReceiptDependencies): IntakeHandlers['receipt'] {
  const { ledger, carrierIds, log, metrics } = dependencies;
  const { clock } = ledger;
  const unknownSinceMs = new Map<string, number>();

  /** Whether the id, which was not found, may still be that of a submission under way. */
  const mayBeEarly = (carrierId: string) => {
    const sinceMs = unknownSinceMs.get(carrierId) ?? clock.monotonicMs();
    unknownSinceMs.set(carrierId, sinceMs);
    const [oldest] = unknownSinceMs.keys();
    if (unknownSinceMs.size > MAX_UNKNOWN && oldest !== undefined) unknownSinceMs.delete(oldest);
    return clock.monotonicMs() - sinceMs < MAY_BE_EARLY_MS;
  };

  return async (receipt) => {
    const find = () => segmentOfCarrierId(carrierIds, receipt.carrierId);
    const segment = await findWithRetries('carrierIds', find, dependencies);
    if (segment === null && mayBeEarly(receipt.carrierId))
      throw new Error('no submission of this id is known yet; it may be recorded in a moment');
    unknownSinceMs.delete(receipt.carrierId);
    const state = segment === null ? 'unknown' : receipt.state;
    metrics.count('postledger_sms_receipts_total', { state });
    if (segment === null) {
      const { carrierId } = receipt;
      log.warn({ carrierId }, 'a receipt for an SMS that was not submitted here was ignored');
      return;
    }
    const { smsId, carrierId } = segment;
    await appendWithRetry(clock, () => recordSmsReceipt(ledger, smsId, { ...receipt, carrierId }));
  };
}
