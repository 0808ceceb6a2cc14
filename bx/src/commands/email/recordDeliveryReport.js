// src/commands/email/recordDeliveryReport.ts
import { isRefusedTwice, NO_EVIDENCE } from "../../events/addressEvidence.js";
import { email } from "../../events/email.js";
import { suppressionIdOf } from "../../events/suppression.js";
import { uuid5 } from "../../events/uuid5.js";
import { instant } from "../../ports/clock.js";
import { awaitDocument } from "../../runtime/fold/awaitDocument.js";
import { foldedStream } from "../../runtime/fold/foldedStream.js";
import { handle } from "../kernel/decider.js";
import { fateOf, NO_FATES, withEvent } from "./deliveryFate.js";
import { isUnsubscribed, suppressionNow } from "./unsubscribing.js";
var DELAY_INTERVAL_MS = 36e5;
var MAX_KEPT = 8;
var deliveryReportDecider = {
  initial: NO_FATES,
  evolve: withEvent,
  decide: (report, fates) => judged(report, fates).events
};
async function recordDeliveryReport({ ledger, known, suppressionOf }, report) {
  const stream = email.stream(report.emailId);
  const { state } = await foldedStream(ledger.store, stream, deliveryReportDecider);
  const recipient = recipientOf(report, state);
  if (state.accepted === null || recipient === null) return "refused";
  const { workspace, correlation, eventId: causation } = state.accepted;
  const isHard = report.findings.some(({ learned }) => isHardBounce(learned));
  const key = suppressionIdOf(workspace, recipient.address);
  const evidence = (isHard ? await known.get(key) : null)?.document ?? NO_EVIDENCE;
  const isAgain = report.findings.some(({ learned }) => learned.is === "unsubscribed") && fateOf(state, recipient.deliveryId).unsubscribedAtMs !== null;
  const isSuppressed = !isAgain || await suppressionNow(workspace, recipient, suppressionOf) !== null;
  const origin = { workspace, actor: "intake", correlation, causation };
  const received = { ...report, evidence, isSuppressed, atMs: ledger.clock.nowMs() };
  const decided = await handle(ledger, origin, stream, deliveryReportDecider, received);
  const { outcome } = judged(received, decided.before);
  if (!isHard || outcome !== "recorded" && outcome !== "known") return outcome;
  if (fateOf(decided.state, recipient.deliveryId).bounced === "Permanent") return outcome;
  const all = await awaitDocument(known, key, decided.position, ledger.clock);
  if (all === null || !isRefusedTwice(all.document)) return outcome;
  const together = { ...received, evidence: all.document, reportId: `${report.reportId} with others` };
  await handle(ledger, origin, stream, deliveryReportDecider, together);
  return outcome;
}
var isHardBounce = (learned) => learned.is === "bounced" && learned.bounceType === "Permanent";
var nothing = (outcome) => ({ outcome, events: [] });
function judged(report, fates) {
  const recipient = recipientOf(report, fates);
  if (recipient === null || recipient.sandbox) return nothing("refused");
  const fate = fateOf(fates, recipient.deliveryId);
  if (fate.attempts === 0) return nothing("refused");
  if (fate.at === "claimed") return nothing("later");
  const events = eventsOf(report, recipient, fate).map((event) => ({
    ...event,
    id: uuid5("delivery report", recipient.deliveryId, subjectOf(event), report.reportId)
  }));
  const isNew = events.length > 0 && !events.some(({ id }) => fate.reports.includes(id));
  return isNew ? { outcome: "recorded", events } : nothing("known");
}
var subjectOf = (event) => event.type === "ReportKept" ? event.data.says : event.type;
function recipientOf({ recipient }, { accepted }) {
  const recipients = accepted?.recipients ?? [];
  if (recipient === "only") return recipients.length === 1 ? recipients[0] ?? null : null;
  if ("place" in recipient) return recipients[recipient.place] ?? null;
  const address = recipient.address.toLowerCase();
  return recipients.find((one) => one.address.toLowerCase() === address) ?? null;
}
var BY_MILDNESS = ["delivered", "delayed", "bounced"];
function findingFor(findings, address) {
  const own = findings.filter((finding) => isAbout(finding, address));
  const [first, ...others] = own.length > 0 ? own : findings;
  if (first === void 0) throw new Error("a report without a finding");
  const rank = ({ learned }) => BY_MILDNESS.indexOf(learned.is);
  return others.reduce((mild, other) => rank(other) < rank(mild) ? other : mild, first);
}
var isAbout = ({ about }, address) => about.length === 0 || about.some((one) => one.toLowerCase() === address.toLowerCase());
function eventsOf(report, { deliveryId, address }, fate) {
  const { source, proof, atMs } = report;
  const finding = findingFor(report.findings, address);
  const { learned } = finding;
  const isOwn = isAbout(finding, address);
  const of = { deliveryId, recipient: address, sandbox: false };
  const reportedAtMs = Math.min(Math.max(report.reportedAtMs ?? atMs, fate.attemptedAtMs), atMs);
  const evidence = {
    ...{ source, proof, reportedAt: instant(reportedAtMs) },
    ...!isOwn && { about: finding.about.join(", ") }
  };
  const kept = (says, diagnosticCode = null) => fate.kept < MAX_KEPT ? [{ type: "ReportKept", data: { ...of, says, diagnosticCode, ...evidence } }] : [];
  switch (learned.is) {
    case "bounced":
      return bouncedEvents(learned, isOwn, report, fate, { ...of, ...evidence });
    case "delayed": {
      if (fate.at !== "submitted") return [];
      if (fate.delayedAtMs !== null && atMs - fate.delayedAtMs < DELAY_INTERVAL_MS) return [];
      const { diagnosticCode } = learned;
      const data = { ...of, attempt: fate.attempts, diagnosticCode, nextAttemptAt: null, ...evidence };
      return [{ type: "DeliveryDelayed", data }];
    }
    case "delivered": {
      if (fate.delivered) return [];
      if (proof === "unsigned") return kept("Delivered", learned.response);
      const delivered = {
        type: "Delivered",
        data: { ...of, response: learned.response, ...evidence }
      };
      return fate.at === "delayed" ? [{ type: "Submitted", data: { ...of, response: null } }, delivered] : [delivered];
    }
    case "complained":
      if (fate.complained) return [];
      return proof === "unsigned" ? kept("Complained") : [{ type: "Complained", data: { ...of, ...evidence } }];
    case "unsubscribed":
      if (isUnsubscribed(fate, atMs, report.isSuppressed)) return [];
      return proof === "unsigned" ? kept("Unsubscribed") : [
        {
          type: "Unsubscribed",
          data: { ...of, way: source === "mailto" ? "mail" : "report", ...evidence }
        }
      ];
  }
}
function bouncedEvents({ is: _, ...refusal }, isOwn, { proof, emailId, evidence }, fate, of) {
  if (fate.bounced === "Permanent") return [];
  const isHard = refusal.bounceType === "Permanent";
  const refusals = [...evidence.refusals, { emailId, atMs: Date.parse(of.reportedAt) }];
  if (isHard && (isOwn && proof !== "unsigned" || isRefusedTwice({ ...evidence, refusals }))) {
    const repeated = fate.bounced === null ? {} : { repeated: true };
    return [{ type: "Bounced", data: { ...of, ...refusal, ...repeated } }];
  }
  if (fate.bounced !== null || fate.at === "delayed" && proof === "unsigned") {
    const { diagnosticCode } = refusal;
    const data = { ...of, says: "Bounced", diagnosticCode, hard: true };
    return isHard && fate.kept < MAX_KEPT ? [{ type: "ReportKept", data }] : [];
  }
  const weaker = isHard ? { bounceSubType: "General", hard: true } : {};
  return [{ type: "Bounced", data: { ...of, ...refusal, bounceType: "Transient", ...weaker } }];
}
export {
  deliveryReportDecider,
  recordDeliveryReport
};
//# sourceMappingURL=recordDeliveryReport.js.map
