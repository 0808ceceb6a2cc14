// test/simulation/auditor/textsEndInTime.ts
import { optOutsOf } from "./optOuts.js";
import { paceSpent } from "./paceSpent.js";
import { endsText, textStories } from "./texts.js";
var CLAIM_MS = 11 * 6e4;
var LATE_MS = 6e4;
var MOST_ATTEMPTS = 8;
var textsEndInTime = {
  name: "every text message has an end or a time",
  check(evidence) {
    const isSpent = paceSpent(evidence);
    const optOuts = optOutsOf(evidence.events);
    return textStories(evidence).flatMap((story) => {
      const { smsId, own, to, accepted, workspace } = story;
      const ends = own.filter(endsText);
      const faults = [];
      if (ends.length > 1)
        faults.push(`ended ${ends.length} times: ${ends.map(({ type }) => type).join(", ")}`);
      for (const end of ends) faults.push(...unproved(evidence, story, end, optOuts));
      faults.push(...unreported(evidence, story));
      const isEnded = ends.length > 0 || story.reported.some(endsText);
      const dueAtMs = dueOf(story);
      if (!isEnded && dueAtMs + LATE_MS < evidence.endDateMs && !isSpent(workspace))
        faults.push(`has no end, and was due ${Math.round((evidence.endDateMs - dueAtMs) / 1e3)} s ago`);
      const atMs = evidence.appendedAtMs(ends[0] ?? accepted);
      return faults.map((what) => ({
        ...{ rule: this.name, atMs, about: [smsId] },
        what: `the text message ${smsId} to ${to} ${what}`
      }));
    });
  }
};
function unproved({ journals }, { smsId, segments, from, to }, { type, data, position }, optOuts) {
  const seen = journals.texts.filter((line) => line.smsId === smsId);
  if (type === "SmsSent") {
    const taken = new Set(seen.filter(({ carrierId }) => carrierId !== null).map(({ segment }) => segment));
    return taken.size === segments ? [] : [`is sent in the log, and the carrier has ${taken.size} of its ${segments} segments`];
  }
  const { attempt, detail } = data;
  if (seen.some(({ outcome }) => outcome === "refused") || attempt >= MOST_ATTEMPTS) return [];
  const hasStopped = optOuts.of(from, to).some((one) => one.type === "SmsOptedOut" && one.position < position);
  return hasStopped ? [] : [`failed by the log (${detail}), and the carrier refused no segment of it`];
}
function unreported({ journals }, { smsId, segments, reported }) {
  const receipts = journals.receipts.filter((line) => line.smsId === smsId);
  const delivered = receipts.filter(({ state }) => state === "delivered").map(({ carrierId }) => carrierId);
  return reported.flatMap(({ type, data }) => {
    const { carrierId } = data;
    if (type === "SmsFailed")
      return receipts.some(({ state }) => state === "failed") ? [] : ["failed by a receipt that never came"];
    const isReported = type === "SmsDelivered" ? new Set(delivered).size >= segments : delivered.some((one) => one.replace(/^0+/, "") === carrierId);
    return isReported ? [] : [`has ${type}, and its receipts do not say so`];
  });
}
function dueOf({ accepted, own }) {
  const last = own.at(-1);
  if (last === void 0) return Date.parse(accepted.metadata.at);
  const { nextAttemptAt } = last.data;
  return typeof nextAttemptAt === "string" ? Date.parse(nextAttemptAt) : Date.parse(last.metadata.at) + CLAIM_MS;
}
export {
  textsEndInTime
};
//# sourceMappingURL=textsEndInTime.js.map
