// test/simulation/time/idleness.ts
var DEED_MS = 350;
var WAKE_MS = 50;
var DISRUPTION_MS = 1e4;
var BEFORE_MS = 100;
var ANSWERS_MS = 100;
var LEAST_MS = 300;
var JUST_DUE_MS = 400;
var OVERDUE_MS = 6e5;
var DAY_MS = 864e5;
var ROUND_MS = 12e4;
function idleness({ agenda, wall, isAwake, dueAtMs, onPassOver }) {
  let awakeUntilMs = 0;
  let answersUntilMs = null;
  let passedOverMs = 0;
  let sinceRoundMs = 0;
  let isOver = false;
  const awake = (ms) => {
    awakeUntilMs = Math.max(awakeUntilMs, agenda.nowMs() + ms);
    answersUntilMs = null;
  };
  const untilDueMs = () => {
    const dates = wall.offsetsMs().map((offsetMs) => {
      const dateMs = wall.outsideMs() + offsetMs;
      const due = dueAtMs(dateMs) ?? Number.POSITIVE_INFINITY;
      const midnight = Math.ceil((dateMs + 1) / DAY_MS) * DAY_MS;
      return Math.min(due, midnight) - dateMs;
    });
    return Math.min(...dates) - BEFORE_MS;
  };
  const isJustDue = () => wall.offsetsMs().some((offsetMs) => {
    const dateMs = wall.outsideMs() + offsetMs;
    return (dueAtMs(dateMs - JUST_DUE_MS) ?? Number.POSITIVE_INFINITY) <= dateMs;
  });
  const isOverdue = () => (dueAtMs(0) ?? Number.POSITIVE_INFINITY) <= wall.outsideMs();
  return {
    deed: () => awake(DEED_MS),
    wake: () => awake(WAKE_MS),
    disruption: () => awake(DISRUPTION_MS),
    end() {
      isOver = true;
    },
    pass() {
      if (isOver || isAwake()) return false;
      if (agenda.nowMs() < awakeUntilMs) {
        if ((agenda.nextMs() ?? 0) < awakeUntilMs) return false;
        agenda.passTo(awakeUntilMs);
      }
      const next = agenda.nextOther();
      if (next === null || isJustDue()) return false;
      if (next.ms - agenda.nowMs() < LEAST_MS) {
        if (next.kind !== "call") return false;
        answersUntilMs ??= agenda.nowMs() + ANSWERS_MS;
        return agenda.nowMs() < answersUntilMs;
      }
      answersUntilMs = null;
      const isLate = isOverdue();
      const ownMs = Math.min(untilDueMs(), isLate ? OVERDUE_MS : DAY_MS);
      const ms = Math.min(next.ms - agenda.nowMs(), ownMs);
      if (ms < LEAST_MS) return false;
      sinceRoundMs += ms;
      const isRound = ms === ownMs || next.kind === "deed" || sinceRoundMs >= ROUND_MS;
      if (isRound) sinceRoundMs = 0;
      agenda.passOver(ms, ms === ownMs ? "all soon" : isRound ? "missed soon" : "put off");
      passedOverMs += ms;
      onPassOver(ms);
      if (isLate && ms === ownMs) awake(DEED_MS);
      return false;
    },
    get passedOverMs() {
      return passedOverMs;
    }
  };
}
export {
  idleness
};
//# sourceMappingURL=idleness.js.map
