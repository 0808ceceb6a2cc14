// test/simulation/auditor/troubledAt.ts
var AFTERWARDS_MS = 15e3;
var LAPSED_MS = 12e3;
var AFTER_REBUILD_MS = 1e3;
var ALL = ["store", "outside", "power", "clock", "process"];
function troubles(evidence, excuses = ALL, afterMs = AFTERWARDS_MS) {
  const stretches = [...planned(evidence), ...ofProcesses(evidence), ...ofRebuilds(evidence)].filter(
    ({ of }) => excuses.includes(of)
  );
  return (process, fromMs, toMs) => {
    let overAtMs = null;
    for (const one of stretches) {
      if (one.process !== null && process !== null && one.process !== process) continue;
      const endsMs = one.toMs + afterMs;
      if (one.fromMs <= toMs && fromMs <= endsMs) overAtMs = Math.max(overAtMs ?? 0, endsMs);
    }
    return overAtMs;
  };
}
function troubledAt(evidence, excuses = ALL) {
  const overAt = troubles(evidence, excuses);
  return (process, fromMs, toMs) => overAt(process, fromMs, toMs) !== null;
}
function planned({ plan }) {
  const stretches = [];
  for (const plannedEvent of plan.plannedEvents) {
    const { of, atMs: fromMs } = plannedEvent;
    const lasting = (lastsMs) => Math.max(fromMs, Math.min(fromMs + lastsMs, plan.lastsMs));
    if (of === "store")
      stretches.push({ of, process: plannedEvent.process, fromMs, toMs: lasting(plannedEvent.lastsMs) });
    if (of === "store" && (plannedEvent.store === "coordination" || plannedEvent.do === "readers lag"))
      stretches.push({
        ...{ of: "coordination", process: plannedEvent.process, fromMs, toMs: lasting(plannedEvent.lastsMs) }
      });
    if (of === "outside") stretches.push({ of, process: null, fromMs, toMs: lasting(plannedEvent.lastsMs) });
    if (of === "power") stretches.push({ of, process: null, fromMs, toMs: fromMs });
    if (of === "clock") stretches.push({ of, process: plannedEvent.process, fromMs, toMs: fromMs });
  }
  return stretches;
}
function ofProcesses({ journals, endMs }) {
  const of = "process";
  const stretches = [];
  const since = /* @__PURE__ */ new Map();
  for (const { process, what, atMs } of journals.processes) {
    if (what === "runs" || what === "goes on") {
      stretches.push({ of, process, fromMs: since.get(process) ?? atMs, toMs: atMs });
      since.delete(process);
    } else if (!since.has(process)) since.set(process, atMs);
  }
  for (const [process, fromMs] of since) stretches.push({ of, process, fromMs, toMs: endMs });
  return stretches;
}
function ofRebuilds({ journals, plan, endMs }) {
  if (plan.processes.length === 1) return [];
  return journals.rebuilds.flatMap(({ process, what, atMs: fromMs }) => {
    if (what !== "begins") return [];
    const end = journals.rebuilds.find((line) => line.process === process && line.what !== "begins");
    const lapsesMs = end?.what === "killed" ? LAPSED_MS : 0;
    return [{ of: "rebuild", process: null, fromMs, toMs: (end?.atMs ?? endMs) + lapsesMs }];
  });
}
export {
  AFTER_REBUILD_MS,
  troubledAt,
  troubles
};
//# sourceMappingURL=troubledAt.js.map
