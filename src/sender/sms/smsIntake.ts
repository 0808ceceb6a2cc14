import type { Ledger } from '../../commands/kernel/ledger.ts';
import { divideSms } from '../../commands/sms/smsSegments.ts';
import type { Carrier } from '../../ports/carrier.ts';
import type { Collection } from '../../ports/documents.ts';
import type { Log } from '../../ports/log.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { SmsCarrierIdDocument } from '../../projections/smsCarrierIds.ts';
import type { SmsNumberDocument } from '../../projections/smsNumbers.ts';
import { turnWithin } from '../../runtime/turn.ts';
import { receivedSms } from './smsInbound.ts';
import { receivedReceipt } from './smsReceipts.ts';

export interface SmsIntakeParts {
  readonly ledger: Ledger;
  readonly carrier: Carrier;
  readonly numbers: Collection<SmsNumberDocument>;
  readonly carrierIds: Collection<SmsCarrierIdDocument>;
  /** What a recipient who opts out is answered; absent: the carrier answers. */
  readonly stopReply?: string;
  readonly log: Log;
  readonly metrics: Metrics;
}

const MAY_RUN_EVERY_MS = 500;

/** Listens to the carrier while `mayRun`, in every process where the carrier asks for it, until the signal aborts. */
export async function runSmsIntake(
  parts: SmsIntakeParts,
  signal: AbortSignal,
  mayRun: () => boolean = () => true,
): Promise<void> {
  const { ledger, carrier, log } = parts;
  const handlers = {
    message: receivedSms({ ...parts, onOptOut: (sender, number) => answerStop(parts, sender, number) }),
    receipt: receivedReceipt(parts),
  };
  const mayListen = () => carrier.receivesEverywhere || mayRun();
  while (!signal.aborted) {
    if (mayListen()) {
      const turn = turnWithin(signal);
      const listening = carrier
        .receive(handlers, turn.signal)
        .catch((error) => log.error({ err: error }, 'the SMS intake failed, trying again'))
        .finally(turn.end);
      while (mayListen() && !turn.signal.aborted) await ledger.clock.sleep(MAY_RUN_EVERY_MS, turn.signal);
      turn.end();
      await listening;
    }
    await ledger.clock.sleep(MAY_RUN_EVERY_MS, signal);
  }
}

/** Tells the recipient once that it is heard. It is a courtesy: should it fail, the opt-out stands all the same. */
async function answerStop(
  { ledger, carrier, stopReply, log }: SmsIntakeParts,
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
