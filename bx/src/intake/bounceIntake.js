// src/intake/bounceIntake.ts
import { floodGuard } from "../queues/floodGuard.js";
import { isSignedAddress, isTokenLike, localPartOf } from "./matchDelivery.js";
import { takeMail } from "./takeMail.js";
var USELESS_A_MINUTE = 60;
var UNREAD_A_MINUTE = 6;
var LISTEN_RETRY_MS = 5e3;
function bounceHandler(dependencies) {
  const { tokens, domain, ledger, metrics, log } = dependencies;
  const useless = floodGuard(ledger.clock, USELESS_A_MINUTE);
  const unread = floodGuard(ledger.clock, UNREAD_A_MINUTE);
  const refused = (remoteAddress, what) => {
    metrics.count("postledger_intake_refused_total", { what });
    if (useless.count(remoteAddress) === 1)
      log.warn({ remoteAddress, what }, "mail to an address that this service never gave out was refused");
    return "unknown";
  };
  return {
    onListening: () => listening(dependencies, true),
    accepts(recipient, remoteAddress) {
      if (isSignedAddress(tokens, recipient)) return "yes";
      if (unread.isFlooding(remoteAddress) || useless.isFlooding(remoteAddress)) return "later";
      if (isTokenLike(localPartOf(recipient))) return refused(remoteAddress, "forged token");
      if (domain === null || recipient.toLowerCase().endsWith(`@${domain.toLowerCase()}`)) return "yes";
      return refused(remoteAddress, "foreign domain");
    },
    async take(mail) {
      const taken = await takeMail(dependencies, mail);
      if (taken === "kept") useless.count(mail.remoteAddress);
      if (taken === "unread") unread.count(mail.remoteAddress);
      return taken === "later" ? "later" : "taken";
    }
  };
}
function listening({ metrics, onIntake }, is) {
  metrics.gauge("postledger_intake_listening", is ? 1 : 0);
  onIntake?.(is);
}
async function runBounceIntake(dependencies, signal) {
  const { intake, ledger, log } = dependencies;
  const handler = bounceHandler(dependencies);
  let reported = "";
  while (!signal.aborted) {
    try {
      await intake.receive(handler, signal);
    } catch (error) {
      const fault = String(error.code ?? error);
      if (fault !== reported)
        log.error({ err: error }, "bounces cannot be received at present, trying again");
      reported = fault;
    }
    listening(dependencies, false);
    await ledger.clock.sleep(LISTEN_RETRY_MS, signal);
  }
}
export {
  USELESS_A_MINUTE,
  runBounceIntake
};
//# sourceMappingURL=bounceIntake.js.map
