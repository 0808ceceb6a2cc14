// test/simulation/time/agenda.ts
import { dueHeap, isBefore } from "./dueHeap.js";
var COMES_WITH_OTHERS = /* @__PURE__ */ new Set(["poll", "renewal", "call"]);
var isPoll = (kind) => kind === "poll" || kind === "renewal";
var SOON = 0.01;
function agenda(onStep) {
  const [polls, others] = [dueHeap(), dueHeap()];
  let now = 0;
  let entered = 0;
  let live = 0;
  const next = () => {
    const [poll, other] = [polls.first(), others.first()];
    if (poll === void 0 || other === void 0) return poll ?? other;
    return isBefore(poll, other) ? poll : other;
  };
  return {
    nowMs: () => now,
    at(ms, act, kind = "deed") {
      const due = { ms: Math.max(ms, now), kind, place: entered++, act };
      (isPoll(kind) ? polls : others).put(due);
      live += 1;
      return {
        cancel() {
          if (due.act === null) return;
          due.act = null;
          live -= 1;
        }
      };
    },
    nextMs: () => next()?.ms ?? null,
    step(pollsWait) {
      const first = pollsWait ? () => others.first() : next;
      for (let due = first(); due !== void 0; ) {
        const { act, kind } = due;
        (isPoll(kind) ? polls : others).take();
        now = Math.max(now, due.ms);
        due.act = null;
        live -= 1;
        onStep(kind);
        act?.();
        due = first();
        if (!COMES_WITH_OTHERS.has(kind) || due === void 0) return;
        if (!COMES_WITH_OTHERS.has(due.kind) || due.ms > now) return;
      }
    },
    nextOther: () => others.first() ?? null,
    passOver(ms, which) {
      const before = now;
      now += ms;
      for (const due of polls.takeAll()) {
        if (which === "put off" || due.kind === "renewal") due.ms += ms;
        else if (which === "all soon" || due.ms < now) due.ms = now + (due.ms - before) * SOON;
        polls.put(due);
      }
    },
    passTo(ms) {
      now = Math.max(now, ms);
    },
    get size() {
      return live;
    }
  };
}
export {
  agenda
};
//# sourceMappingURL=agenda.js.map
