// test/simulation/auditor/stoppedStaySilent.ts
import { optOutsOf } from "./optOuts.js";
import { textStories } from "./texts.js";
import { troubles } from "./troubledAt.js";
var BEGUN_MS = 6e4;
var ASKED_MS = 1e3;
var SLOW_MS = 2e4;
var stoppedStaySilent = {
  name: "who told a number to stop gets no text from it",
  check(evidence) {
    const optOuts = optOutsOf(evidence.events);
    const overAt = troubles(evidence, ["store", "process"], 0);
    return textStories(evidence).flatMap(
      ({ smsId, from, to, own }) => own.flatMap((claim) => {
        if (claim.type !== "SmsSubmissionAttempted") return [];
        const last = optOuts.of(from, to).findLast(({ position }) => position < claim.position);
        const atMs = evidence.appendedAtMs(claim);
        const isSent = evidence.journals.texts.some(
          (line) => line.smsId === smsId && line.begunAtMs >= atMs && line.begunAtMs < atMs + BEGUN_MS
        );
        if (last?.type !== "SmsOptedOut" || !isSent) return [];
        const stoppedMs = evidence.appendedAtMs(last);
        const isSlow = overAt(null, stoppedMs, atMs) !== null;
        if (atMs - stoppedMs < (isSlow ? SLOW_MS : ASKED_MS)) return [];
        return [
          {
            ...{ rule: this.name, atMs, about: [smsId, last.stream] },
            what: `${to} had told ${from} to stop when the attempt at ${claim.metadata.at} was claimed, and got the text ${smsId}`
          }
        ];
      })
    );
  }
};
export {
  stoppedStaySilent
};
//# sourceMappingURL=stoppedStaySilent.js.map
