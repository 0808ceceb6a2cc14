// src/intake/hooks/takeHook.ts
import { firstHookAccount, hookAccount } from "../../commands/workspace/hookAddresses.js";
import { recordReport } from "../recordReport.js";
import { kumomtaReports } from "./kumomta.js";
import { postalReports } from "./postal.js";
import { sesReports } from "./ses.js";
import { SnsForged, SnsUnreachable, snsVerifier } from "./sns.js";
function hookIntake(dependencies) {
  const { ledger, fetcher, log, metrics } = dependencies;
  const sns = snsVerifier(fetcher, ledger.clock);
  const reportsOfSes = async (hookId, body) => {
    const message = await sns.verify(body);
    const { topicArn, account } = message;
    const known = await (message.type === "SubscriptionConfirmation" ? firstHookAccount(ledger, hookId, account) : hookAccount(ledger, hookId));
    if (known !== account)
      throw new SnsForged(
        `its topic is of the account ${account}, and the address belongs to ${known ?? "none yet"}`
      );
    switch (message.type) {
      case "SubscriptionConfirmation":
        await sns.confirm(message);
        log.info({ topicArn }, "a topic of Amazon SNS was subscribed to");
        return [];
      case "UnsubscribeConfirmation":
        log.warn({ topicArn }, "a topic of Amazon SNS sends no more reports: the hook was unsubscribed");
        return [];
      case "Notification":
        return sesReports(jsonIn(message.message), message.messageId);
    }
  };
  const reportsOf = async ({ hookId, route }, body) => {
    switch (route) {
      case "ses":
        return reportsOfSes(hookId, body);
      case "kumomta":
        return kumomtaReports(body);
      case "postal":
        return postalReports(body);
    }
  };
  return {
    async take(hook, body) {
      const { route } = hook;
      try {
        return await recordAll(dependencies, route, await reportsOf(hook, body));
      } catch (error) {
        if (error instanceof SnsUnreachable) {
          log.warn({ route, err: error }, "a message at a hook could not be verified, and has to come again");
          return { is: "later" };
        }
        if (!(error instanceof SnsForged)) throw error;
        metrics.count("postledger_hooks_refused_total", { route, what: "forged" });
        log.warn({ route, reason: error.message }, "a forged message at a hook was refused");
        return { is: "forged" };
      }
    }
  };
}
async function recordAll(dependencies, source, reports) {
  let [recorded, known, foreign] = [0, 0, 0];
  for (const { learned, addresses, isByMail = false, ...about } of reports) {
    const findings = [{ learned, addresses, about: addresses }];
    const [outcome] = await recordReport(dependencies, { ...about, isByMail, source, findings });
    if (outcome === "later") return { is: "later" };
    if (outcome === "recorded") recorded += 1;
    else if (outcome === "known") known += 1;
    else foreign += 1;
  }
  return { is: "taken", recorded, known, foreign };
}
function jsonIn(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
export {
  hookIntake
};
//# sourceMappingURL=takeHook.js.map
