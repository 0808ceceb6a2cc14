// src/sender/sms/smsIntake.ts
import { divideSms } from "../../commands/sms/smsSegments.js";
import { waiters } from "../../queues/waiters.js";
import { linkedSignal } from "../../runtime/linkedSignal.js";
import { smsMessageHandler } from "./smsInbound.js";
import { smsReceiptHandler } from "./smsReceipts.js";
var LISTEN_AGAIN_MS = 500;
var MAX_ANSWERS = 100;
var ALWAYS = { mayRun: () => true, changed: (signal) => waiters().wait(signal) };
async function runSmsIntake(dependencies, signal, { mayRun, changed } = ALWAYS) {
  const { ledger, carrier, log } = dependencies;
  const handlers = {
    message: smsMessageHandler({
      ...dependencies,
      onOptOut: stopAnswers(dependencies)
    }),
    receipt: smsReceiptHandler(dependencies)
  };
  const mayListen = () => carrier.receivesEverywhere || mayRun();
  while (!signal.aborted) {
    if (mayListen()) {
      const turn = linkedSignal(signal);
      const listening = carrier.receive(handlers, turn.signal).catch((error) => log.error({ err: error }, "the SMS intake failed, trying again")).finally(turn.end);
      while (mayListen() && !turn.signal.aborted) await changed(turn.signal);
      turn.end();
      await listening;
      await ledger.clock.sleep(LISTEN_AGAIN_MS, signal);
    } else await changed(signal);
  }
}
function stopAnswers(dependencies) {
  const { log } = dependencies;
  let open = 0;
  return (sender, number) => {
    if (open >= MAX_ANSWERS) return log.warn({ open }, "an opt-out was not confirmed by SMS");
    open += 1;
    void answerStop(dependencies, sender, number).catch((error) => log.error({ err: error }, "an opt-out was not confirmed by SMS")).finally(() => {
      open -= 1;
    });
  };
}
async function answerStop({ ledger, carrier, stopReply, log }, sender, number) {
  const division = stopReply === void 0 ? null : divideSms(stopReply);
  if (stopReply === void 0 || division === null) return;
  const smsId = ledger.ids.uuid();
  const reply = { smsId, from: sender, to: number, text: stopReply, taken: 0, ...division };
  const outcome = await carrier.submit(reply, async () => {
  });
  if (outcome.outcome !== "sent")
    log.warn({ outcome: outcome.outcome }, "an opt-out was not confirmed by SMS");
}
export {
  runSmsIntake
};
//# sourceMappingURL=smsIntake.js.map
