// src/submission/submission.ts
import { failureOf } from "../api/errors.js";
import { checkScope, sendDelay, senderCheck } from "../api/gate.js";
import { acceptEmail } from "../commands/email/acceptEmail.js";
import { submissionEmailIdOf } from "../commands/email/emailIds.js";
import { Refusal } from "../commands/kernel/refusal.js";
import {
  SubmissionRefused
} from "../ports/mailSubmission.js";
import { byteShares } from "../queues/byteShares.js";
import { floodGuard } from "../queues/floodGuard.js";
import { authRefusalOf, refusalOf } from "./refusal.js";
var WRONG_KEY_DELAY_MS = 100;
var MAX_WRONG_KEY_DELAY_MS = 5e3;
function submissionHandler(dependencies) {
  const { auth, startUp, metrics, log, maxMailBytes, maxMailsBytes, accepting } = dependencies;
  const { clock } = accepting.ledger;
  const shares = byteShares({ maxBytes: maxMailsBytes, maxHoldBytes: maxMailBytes });
  const wrongKeys = floodGuard(clock, Number.POSITIVE_INFINITY);
  const checkSender = senderCheck({ startUp, metrics });
  const delayMs = sendDelay(dependencies.backgroundLagMs);
  const callerOf = async (key) => {
    const caller = await auth.callerOf(`Bearer ${key}`);
    checkScope(caller, "email:send");
    return caller;
  };
  const senderOf = async (key) => {
    const caller = await callerOf(key);
    checkSender(caller);
    return caller;
  };
  const refused = (error) => {
    if (failureOf(error).status >= 500 && !(error instanceof SubmissionRefused))
      log.error({ err: error }, "a mail could not be accepted; its client is asked to send it again");
    return refusalOf(error);
  };
  const sessionOf = (key, { workspace }) => ({
    workspace,
    hold: () => shares.hold(),
    async check() {
      await senderOf(key).catch((error) => {
        throw refused(error);
      });
      const waitMs = delayMs();
      if (waitMs > 0) await clock.sleep(waitMs);
    },
    async submit(mail) {
      try {
        return await accept(dependencies, await senderOf(key), mail);
      } catch (error) {
        throw refused(error);
      }
    }
  });
  return {
    async authenticate(key, remoteAddress) {
      try {
        return sessionOf(key, await callerOf(key));
      } catch (error) {
        const refusal = authRefusalOf(error);
        if (refusal.code === 535) {
          const times = wrongKeys.count(remoteAddress);
          await clock.sleep(Math.min(WRONG_KEY_DELAY_MS * 2 ** (times - 1), MAX_WRONG_KEY_DELAY_MS));
        }
        throw refusal;
      }
    }
  };
}
async function accept({ accepting, reader }, { workspace, keyId }, mail) {
  const { ids } = accepting.ledger;
  const read = await reader.read(mail, workspace);
  if (read === "late")
    throw new SubmissionRefused(451, "4.3.0 The mail was not read in time; come back later");
  if (read === "ended" || read === null)
    throw new SubmissionRefused(550, "5.6.0 This cannot be read as a mail");
  if ("issues" in read) throw new Refusal("invalid", read.issues);
  const id = submissionEmailIdOf(workspace, ...read.identity ?? ["once", ids.uuid()]);
  const origin = { workspace, actor: `key:${keyId}`, correlation: ids.uuid(), causation: null };
  await acceptEmail(accepting, origin, id, read.request);
  return id;
}
export {
  submissionHandler
};
//# sourceMappingURL=submission.js.map
