import { appendWithRetry } from '../../commands/kernel/appendWithRetry.ts';
import type { Ledger } from '../../commands/kernel/ledger.ts';
import { recordSmsReceipt } from '../../commands/sms/smsReceipt.ts';
import { divideSms } from '../../commands/sms/smsSegments.ts';
import type { Carrier, IntakeHandlers } from '../../ports/carrier.ts';
import type { Collection } from '../../ports/documents.ts';
import type { Log } from '../../ports/log.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { type SmsCarrierIdDocument, segmentOfCarrierId } from '../../projections/smsCarrierIds.ts';
import type { SmsNumberDocument } from '../../projections/smsNumbers.ts';
import { waiters } from '../../runtime/follow/waiters.ts';
import { linkedSignal } from '../../runtime/linkedSignal.ts';
import { smsMessageHandler } from './smsInbound.ts';

export interface SmsIntakeDependencies {
  readonly ledger: Ledger;
  readonly carrier: Carrier;
  readonly numbers: Collection<SmsNumberDocument>;
  readonly carrierIds: Collection<SmsCarrierIdDocument>;
  /** The answer to a recipient who opts out; absent: the carrier answers. */
  readonly stopReply?: string;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** After the carrier's channel has ended by itself. */
const LISTEN_AGAIN_MS = 500;
/** A receipt may overtake the record of what it confirms: its id is looked up this often. */
const LOOKUPS = 20;
const LOOKUP_EVERY_MS = 250;

/** Whether it is this process that listens; `changed` resolves when that may be otherwise, or the signal aborts. */
interface Listening {
  readonly mayRun: () => boolean;
  readonly changed: (signal: AbortSignal) => Promise<void>;
}
const ALWAYS: Listening = { mayRun: () => true, changed: (signal) => waiters().wait(signal) };

/** Listens to the carrier while `mayRun`, in every process where the carrier asks for it, until the signal aborts. */
export async function runSmsIntake(
  dependencies: SmsIntakeDependencies,
  signal: AbortSignal,
  { mayRun, changed }: Listening = ALWAYS,
): Promise<void> {
  const { ledger, carrier, log } = dependencies;
  const handlers = {
    message: smsMessageHandler({
      ...dependencies,
      onOptOut: (sender, number) => answerStop(dependencies, sender, number),
    }),
    receipt: smsReceiptHandler(dependencies),
  };
  const mayListen = () => carrier.receivesEverywhere || mayRun();
  while (!signal.aborted) {
    if (mayListen()) {
      const turn = linkedSignal(signal);
      const listening = carrier
        .receive(handlers, turn.signal)
        .catch((error) => log.error({ err: error }, 'the SMS intake failed, trying again'))
        .finally(turn.end);
      while (mayListen() && !turn.signal.aborted) await changed(turn.signal);
      turn.end();
      await listening;
      await ledger.clock.sleep(LISTEN_AGAIN_MS, signal);
    } else await changed(signal);
  }
}

/** Confirms an opt-out to the recipient, once. It is a courtesy: when it fails, the opt-out is valid all the same. */
async function answerStop(
  { ledger, carrier, stopReply, log }: SmsIntakeDependencies,
  sender: string,
  number: string,
): Promise<void> {
  const division = stopReply === undefined ? null : divideSms(stopReply);
  if (stopReply === undefined || division === null) return;
  const smsId = ledger.ids.uuid();
  const reply = { smsId, from: sender, to: number, text: stopReply, taken: 0, ...division };
  const outcome = await carrier.submit(reply, async () => {});
  if (outcome.outcome !== 'sent')
    log.warn({ outcome: outcome.outcome }, 'an opt-out was not confirmed by SMS');
}

/** Records the carrier's receipts. A receipt for an id that nothing was submitted under is logged and ignored. */
function smsReceiptHandler({
  ledger,
  carrierIds,
  log,
  metrics,
}: SmsIntakeDependencies): IntakeHandlers['receipt'] {
  const { clock } = ledger;
  return async (receipt) => {
    for (let lookup = 1; ; lookup++) {
      const segment = await segmentOfCarrierId(carrierIds, receipt.carrierId);
      if (segment !== null) {
        const { smsId, carrierId } = segment;
        metrics.count('postledger_sms_receipts_total', { state: receipt.state });
        return appendWithRetry(clock, () => recordSmsReceipt(ledger, smsId, { ...receipt, carrierId }));
      }
      if (lookup === LOOKUPS) break;
      await clock.sleep(LOOKUP_EVERY_MS);
    }
    const { carrierId } = receipt;
    metrics.count('postledger_sms_receipts_total', { state: 'unknown' });
    log.warn({ carrierId }, 'a receipt for an SMS that was not submitted here was ignored');
  };
}
