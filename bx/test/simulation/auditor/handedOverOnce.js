// test/simulation/auditor/handedOverOnce.ts
import { troubles } from "./troubledAt.js";
var LOOP_MS = 10 * 6e4;
var MOST_IN_A_LOOP = 3;
var handedOverOnce = {
  name: "a mail is handed over once",
  check(evidence) {
    const { mail, texts } = evidence.journals;
    const recorded = recordedMs(evidence);
    const faults = [
      ...handedOver(
        evidence,
        recorded,
        mail.map((line) => ({ ...line, says: saidBy(line.outcome) })),
        ({ deliveryId }) => ({ name: deliveryId, about: deliveryId })
      ),
      ...handedOver(
        evidence,
        recorded,
        texts.map((line) => ({ ...line, has: line.carrierId !== null, says: line.outcome })),
        ({ smsId, segment }) => ({ name: `${smsId}, segment ${segment}`, about: smsId })
      )
    ];
    return faults.map(({ what, atMs, about }) => ({ rule: this.name, what, atMs, about }));
  }
};
function handedOver(evidence, recorded, lines, subjectOf) {
  const overAt = troubles(evidence, ["process", "power", "store"], 0);
  const isLost = (line) => {
    const { heard, says, process, begunAtMs, atMs } = line;
    if (!heard || says !== "taken") return true;
    const recordedAtMs = recorded.get(subjectOf(line).about)?.find((ms) => ms >= atMs) ?? evidence.endMs;
    return overAt(process, begunAtMs, recordedAtMs) !== null;
  };
  const bySubject = /* @__PURE__ */ new Map();
  for (const line of lines) {
    if (!line.has) continue;
    const { name } = subjectOf(line);
    const own = bySubject.get(name);
    if (own === void 0) bySubject.set(name, [line]);
    else own.push(line);
  }
  return [...bySubject].flatMap(([name, own]) => {
    const [first] = own;
    if (first === void 0) return [];
    const lost = own.filter(isLost).length;
    const unheard = own.filter(({ heard, says }) => !heard || says !== "later");
    const most = Math.max(...unheard.map(({ atMs }) => within(unheard, atMs)));
    const about = { atMs: own.at(-1)?.atMs ?? null, about: [subjectOf(first).about] };
    return [
      ...own.length > lost + 1 ? [
        {
          what: `the message ${name} was handed over ${own.length} times for ${lost} lost answers`,
          ...about
        }
      ] : [],
      ...most > MOST_IN_A_LOOP ? [{ what: `the message ${name} was handed over ${most} times within ten minutes`, ...about }] : []
    ];
  });
}
function saidBy({ outcome }) {
  if (outcome === "submitted" || outcome === "delivered") return "taken";
  return outcome === "deferred" ? "later" : "refused";
}
function recordedMs({ events, appendedAtMs }) {
  const recorded = /* @__PURE__ */ new Map();
  for (const event of events) {
    const { deliveryId } = event.data;
    const isText = event.type.startsWith("Sms") && event.metadata.actor === "sender";
    const about = deliveryId ?? (isText ? event.stream.slice("sms-".length) : null);
    if (about === null || event.type.endsWith("SubmissionAttempted")) continue;
    recorded.set(about, [...recorded.get(about) ?? [], appendedAtMs(event)]);
  }
  return recorded;
}
var within = (lines, fromMs) => lines.filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + LOOP_MS).length;
export {
  handedOverOnce
};
//# sourceMappingURL=handedOverOnce.js.map
