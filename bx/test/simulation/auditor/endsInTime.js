// test/simulation/auditor/endsInTime.ts
import { paceSpent } from "./paceSpent.js";
import { ENDS, recipientStories } from "./recipients.js";
import { suppressionsOf } from "./suppressions.js";
var SANDBOX = "@example.com";
var CLAIM_MS = 11 * 6e4;
var CLAIMED_MS = 2;
var KNOWN_MS = 3e5;
var PATIENCE_MS = 72 * 36e5;
var LATE_MS = 6e4;
var endsInTime = {
  name: "every recipient has an end or a time",
  check(evidence) {
    const stories = recipientStories(evidence);
    const seenOf = /* @__PURE__ */ new Map();
    for (const line of evidence.journals.mail) {
      const own = seenOf.get(line.deliveryId);
      if (own === void 0) seenOf.set(line.deliveryId, [line]);
      else own.push(line);
    }
    const waits = waitsForPace(evidence);
    const turnOf = turnsWithinMessages(stories);
    const suppressed = suppressionsOf(evidence.events);
    return stories.flatMap((story) => {
      const { deliveryId, emailId } = story;
      const seen = seenOf.get(deliveryId) ?? [];
      const ends = story.events.filter(isOwnEnd);
      const faults = [];
      if (ends.length > 1)
        faults.push(`ended ${ends.length} times: ${ends.map(({ type }) => type).join(", ")}`);
      if (story.isSandbox !== story.address.toLowerCase().endsWith(SANDBOX))
        faults.push(
          `${story.isSandbox ? "is" : "is not"} of the sandbox in the log, and by its domain otherwise`
        );
      if (story.isSandbox && seen.length > 0) faults.push("is of the sandbox, and a server saw it");
      const [end] = ends;
      if (end !== void 0 && !story.isSandbox) {
        const fault = unproved(evidence, story, end, seen, suppressed);
        if (fault !== null) faults.push(fault);
      }
      const dueAtMs = Math.max(dueOf(story), turnOf(story));
      const isOverdue = dueAtMs + LATE_MS < evidence.endDateMs;
      if (!story.events.some(({ type }) => ENDS.has(type)) && isOverdue && !waits(story))
        faults.push(`has no end, and was due ${Math.round((evidence.endDateMs - dueAtMs) / 1e3)} s ago`);
      return faults.map((what) => ({
        ...{
          rule: this.name,
          atMs: evidence.appendedAtMs(end ?? story.accepted),
          about: [emailId, deliveryId]
        },
        what: `the mail ${emailId} to ${story.address} ${what}`
      }));
    });
  }
};
function isOwnEnd({ type, data }) {
  const { sandbox, source } = data;
  if (source !== void 0 || type === "Delivered") return false;
  return sandbox ? type === "Submitted" : ENDS.has(type);
}
function unproved(evidence, story, end, seen, suppressed) {
  const { workspace, address, accepted } = story;
  const { type, data, position, metadata } = end;
  const { reason } = data;
  switch (type) {
    case "Submitted":
      return seen.some(({ has }) => has) ? null : "is submitted in the log, and no server has it";
    case "Bounced": {
      if (seen.some(({ outcome }) => outcome.outcome === "bounced") || namesRefuse(evidence, story, end))
        return null;
      const triedForMs = Date.parse(metadata.at) - Date.parse(accepted.metadata.at);
      const isGivenUp = triedForMs >= PATIENCE_MS && seen.some(({ outcome }) => outcome.outcome === "deferred");
      return isGivenUp ? null : "is bounced in the log, and no server refused it";
    }
    case "Rejected":
      if (reason !== "suppressed") return `is rejected (${reason}) in the log, and nothing forbids it`;
      return suppressed.everBefore(workspace, address, position) ? null : "is rejected as suppressed, and was not";
    case "RenderingFailed":
      return accepted.data.template === null ? "has no template that could have failed" : null;
    default:
      return null;
  }
}
function namesRefuse({ journals, appendedAtMs, appendedBy }, { address, events }, end) {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const claim = events.findLast(
    ({ type, position }) => type === "SubmissionAttempted" && position < end.position
  );
  if (claim === void 0) return false;
  const [fromMs, toMs] = [appendedAtMs(claim), appendedAtMs(end)];
  const said = (type, sinceMs) => journals.lookups.filter(
    (line) => line.process === appendedBy(end) && line.type === type && line.name === domain && line.atMs >= sinceMs && line.atMs <= toMs
  );
  const exchangers = said("MX", fromMs - KNOWN_MS);
  const hasNone = ({ answer }) => answer === "no such name" || answer === "none";
  if (exchangers.some(({ answer }) => answer === "null MX")) return true;
  return exchangers.some(hasNone) && said("A", fromMs - CLAIMED_MS).some(hasNone);
}
function dueOf({ scheduledFor, accepted, events }) {
  const last = events.at(-1);
  if (last === void 0) return Date.parse(scheduledFor ?? accepted.metadata.at);
  if (last.type === "DeliveryDelayed") {
    const { nextAttemptAt } = last.data;
    return Date.parse(nextAttemptAt ?? last.metadata.at);
  }
  return Date.parse(last.metadata.at) + CLAIM_MS;
}
function turnsWithinMessages(stories) {
  const untilMs = /* @__PURE__ */ new Map();
  for (const { emailId, events } of stories) {
    const last = events.at(-1);
    if (last === void 0) continue;
    const atMs = Date.parse(last.metadata.at) + (last.type === "SubmissionAttempted" ? CLAIM_MS : 0);
    untilMs.set(emailId, Math.max(untilMs.get(emailId) ?? 0, atMs));
  }
  return ({ emailId }) => untilMs.get(emailId) ?? 0;
}
function waitsForPace(evidence) {
  const isSpent = paceSpent(evidence);
  return ({ workspace, events }) => {
    const isUntried = !events.some(({ type }) => type === "SubmissionAttempted");
    const isFirst = isUntried || events.at(-1)?.type === "SubmissionAttempted";
    return isFirst && isSpent(workspace);
  };
}
export {
  endsInTime
};
//# sourceMappingURL=endsInTime.js.map
