// src/intake/recordReport.ts
import {
  recordDeliveryReport
} from "../commands/email/recordDeliveryReport.js";
import {
  deliveryOfAddress,
  isTokenLike,
  localPartOf,
  matchesByMessageId
} from "./matchDelivery.js";
var ATTEMPTS = 8;
var RETRY_MS = 250;
async function recordReport(dependencies, { senders, messageIds, findings, isByMail, ...report }) {
  const { tokens } = dependencies;
  const use = report.source === "mailto" ? "unsubscribe" : "bounce";
  const signed = senders.map((one) => deliveryOfAddress(tokens, one, use)).filter((one) => one !== null);
  const named = findings.map(({ learned, about, addresses }) => ({
    ...{ learned, addresses },
    about: about.filter((address) => address !== "" && !isTokenLike(localPartOf(address)))
  }));
  const outcomes = [];
  if (signed.length > 0) {
    const facts = { ...report, findings: named, proof: isByMail ? "signed" : "hook" };
    for (const match of use === "unsubscribe" ? signed : signed.slice(0, 1))
      outcomes.push(await recordForFirst(dependencies, [match], facts));
    return outcomes;
  }
  for (const finding of named) {
    const matches = matchesByMessageId(tokens, messageIds, finding.addresses).filter(
      // A report about several recipients is not about 'the only one'.
      ({ recipient }) => findings.length === 1 || recipient !== "only"
    );
    const facts = { ...report, findings: [finding], proof: isByMail ? "unsigned" : "hook" };
    outcomes.push(await recordForFirst(dependencies, matches, facts));
  }
  return outcomes;
}
async function recordForFirst(dependencies, matches, report) {
  const { ledger, metrics } = dependencies;
  let outcome = "refused";
  for (const match of matches) {
    for (let attempt = 1; ; attempt++) {
      outcome = await recordDeliveryReport(dependencies, { ...match, ...report });
      if (outcome !== "later" || attempt === ATTEMPTS) break;
      await ledger.clock.sleep(RETRY_MS);
    }
    if (outcome !== "refused") break;
  }
  metrics.count("postledger_delivery_reports_total", {
    source: report.source,
    learned: report.findings[0]?.learned.is ?? "nothing",
    outcome
  });
  return outcome;
}
export {
  recordReport
};
//# sourceMappingURL=recordReport.js.map
