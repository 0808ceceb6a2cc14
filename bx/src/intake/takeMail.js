// src/intake/takeMail.ts
import { createHash } from "node:crypto";
import { isAutoReply } from "../mail/autoReply.js";
import { fieldOf, headerFields } from "../mail/headerFields.js";
import { networkOf } from "../queues/networkOf.js";
import { mailFindings } from "./mailFindings.js";
import { deliveryOfAddress, isSignedAddress } from "./matchDelivery.js";
import { recordReport } from "./recordReport.js";
async function takeMail(dependencies, mail) {
  const isSigned = mail.recipients.some((address) => isSignedAddress(dependencies.tokens, address));
  const read = await dependencies.reader.read(mail.raw, { isSigned, network: networkOf(mail.remoteAddress) });
  if (read === null) return keepForOperator(dependencies, mail, "it cannot be read as a mail", "unread");
  const findings = unsubscription(dependencies, mail, read) ?? mailFindings(read, mail.sender);
  dependencies.metrics.count("postledger_intake_mails_total", { is: findings.is });
  if (findings.is === "nothing") return "nothing";
  if (findings.is === "unclear") return keepForOperator(dependencies, mail, findings.why, "kept");
  const reportId = reportIdOf(mail, read.head);
  const senders = [...mail.recipients, ...findings.senders];
  const outcomes = await recordReport(dependencies, { ...findings, isByMail: true, senders, reportId });
  if (outcomes.includes("later")) return "later";
  if (outcomes.includes("refused"))
    return keepForOperator(dependencies, mail, "it belongs to no delivery that is known", "kept");
  return "recorded";
}
function unsubscription({ tokens }, mail, read) {
  if (!mail.recipients.some((address) => deliveryOfAddress(tokens, address, "unsubscribe") !== null))
    return null;
  if (mail.sender === "" || isAutoReply(headerFields(read.head), read.subject))
    return { is: "nothing", why: "auto-reply" };
  const findings = [{ learned: { is: "unsubscribed" }, addresses: [], about: [] }];
  return { is: "report", source: "mailto", findings, reportedAtMs: null, senders: [], messageIds: [] };
}
function reportIdOf({ raw }, head) {
  const messageId = fieldOf(headerFields(head), "message-id");
  return messageId === "" ? createHash("sha256").update(raw).digest("hex") : messageId;
}
async function keepForOperator({ unmatched, ledger, log, metrics }, { raw, ...mail }, why, outcome) {
  await unmatched.store({ ...mail, why, atMs: ledger.clock.nowMs() }, raw);
  metrics.count("postledger_intake_unmatched_total");
  log.warn(
    { why, remoteAddress: mail.remoteAddress },
    "a mail to a bounce address was kept for the operator"
  );
  return outcome;
}
export {
  takeMail
};
//# sourceMappingURL=takeMail.js.map
