import { divideSms } from '../../commands/sms/smsSegments.ts';
import type { Carrier } from '../../ports/carrier.ts';
import { linkedSignal } from '../../queues/linkedSignal.ts';
import { notify } from '../../queues/notify.ts';
import { type InboundSmsDependencies, smsMessageHandler } from './smsInbound.ts';
import { type SmsReceiptDependencies, smsReceiptHandler } from './smsReceipts.ts';

export interface SmsIntakeDependencies
  extends SmsReceiptDependencies,
    Omit<InboundSmsDependencies, 'onOptOut'> {
  readonly carrier: Carrier;
  /** The answer to a recipient who opts out; absent: the carrier answers. */
  readonly stopReply?: string;
}

/** After the carrier's channel has ended by itself. */
const LISTEN_AGAIN_MS = 500;
/** Answers to opt-outs that wait for the carrier at once; what is above that is not answered. */
const MAX_ANSWERS = 100;

/** Whether it is this process that listens; what `onChanged` is given is called when that may be otherwise. */
interface Listening {
  readonly mayRun: () => boolean;
  readonly onChanged: (call: () => void) => void;
}

/** Listens to the carrier while `mayRun`, in every process where the carrier asks for it, until the signal aborts. */
export async function runSmsIntake(
  dependencies: SmsIntakeDependencies,
  signal: AbortSignal,
  { mayRun, onChanged }: Listening,
): Promise<void> {
  const { ledger, carrier, log } = dependencies;
  const handlers = {
    message: smsMessageHandler({ ...dependencies, onOptOut: stopAnswers(dependencies) }),
    receipt: smsReceiptHandler(dependencies),
  };
  const changes = notify(ledger.clock.sleep);
  onChanged(changes.notify);
  const changed = (turn: AbortSignal) => changes.wait(Number.POSITIVE_INFINITY, turn);
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

/** Answers opt-outs on the side: a carrier that asks for pauses would else get the acknowledgement of the STOP minutes late. */
function stopAnswers(dependencies: SmsIntakeDependencies): (sender: string, number: string) => void {
  const { log } = dependencies;
  let open = 0;
  return (sender, number) => {
    if (open >= MAX_ANSWERS) return log.warn({ open }, 'an opt-out was not confirmed by SMS');
    open += 1;
    void answerStop(dependencies, sender, number)
      .catch((error) => log.error({ err: error }, 'an opt-out was not confirmed by SMS'))
      .finally(() => {
        open -= 1;
      });
  };
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
