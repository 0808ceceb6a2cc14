// test/simulation/stores/calls.ts
function coordinationCalls(parts) {
  return callsOf({
    ...parts,
    store: "coordination",
    takesMs: [0.1, 2],
    unavailable: (why) => new Error(why)
  });
}
var SLOW_FACTOR = 400;
var AWAY_AFTER_MS = [5, 2e3];
function callsOf(parts) {
  const { agenda, chance, troubles, life, store, takesMs, unavailable, onWritten } = parts;
  const { process } = life;
  const strikes = (fault) => troubles.strikes(fault, store, process);
  const fail = (reason) => new Promise((_, reject) => {
    life.at(agenda.nowMs() + chance.between(...AWAY_AFTER_MS), () => reject(unavailable(reason)));
  });
  const call = (act, does) => {
    if (!life.isAlive()) return life.never();
    if (strikes("unavailable")) return fail("the store is away");
    if (does === "write" && strikes("disk full")) return fail("no space is left");
    const usualMs = chance.between(takesMs[0], takesMs[1]);
    const isSlow = strikes("slow");
    const heardAtMs = isSlow ? agenda.nowMs() + usualMs * SLOW_FACTOR * chance.next() : Math.ceil(agenda.nowMs() + usualMs);
    const isLost = does === "write" && strikes("answers lost");
    return new Promise((resolve, reject) => {
      const kind = isSlow ? "deed" : "call";
      if (does === "read") {
        life.at(heardAtMs, () => outcomeOf(act, resolve, reject)(), kind);
        return;
      }
      const doneAtMs = agenda.nowMs() + (heardAtMs - agenda.nowMs()) * chance.between(0.3, 0.9);
      const done = () => {
        if (!life.isAlive() && chance.is(0.5)) return;
        const tell = outcomeOf(act, resolve, reject);
        onWritten?.();
        const answer = isLost ? () => reject(unavailable("the answer was lost")) : tell;
        life.at(Math.max(heardAtMs, agenda.nowMs()), answer, kind);
      };
      agenda.at(doneAtMs, done, kind);
    });
  };
  return {
    read: (act) => call(act, "read"),
    write: (act) => call(act, "write")
  };
}
function outcomeOf(act, resolve, reject) {
  try {
    const result = act();
    return () => resolve(result);
  } catch (error) {
    return () => reject(error);
  }
}
export {
  callsOf,
  coordinationCalls
};
//# sourceMappingURL=calls.js.map
