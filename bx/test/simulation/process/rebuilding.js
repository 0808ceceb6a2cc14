// test/simulation/process/rebuilding.ts
import { rebuildModels } from "../../../src/cli/rebuildModels.js";
import { projectionList, projectionsFor } from "../../../src/projections/readModels.js";
import { beginLife } from "../time/life.js";
import { ledgerPortsFor } from "./processPorts.js";
function rebuilding(parts) {
  const { plan, agenda, journal } = parts;
  const running = /* @__PURE__ */ new Set();
  const projections = projectionsFor(plan.partitions);
  const models = projectionList(projections);
  let begun = 0;
  const end = (life, what, detail) => {
    if (!life.isAlive()) return;
    running.delete(life);
    life.end();
    journal.note("rebuilds", { process: life.process, what, detail });
  };
  return {
    get areRunning() {
      return running.size > 0;
    },
    begin({ do: what, models: names, afterMs }) {
      begun += 1;
      const life = beginLife(agenda, `rebuild ${begun}`, 1);
      const which = names.length === 0 ? models : models.filter(({ name }) => names.includes(name));
      const { store, clock, ids, documents, leases } = ledgerPortsFor(life, parts);
      running.add(life);
      journal.note("rebuilds", { process: life.process, what: "begins", detail: names.join(", ") });
      rebuildModels(
        { ledger: { store, clock, ids }, documents, leases, partitions: plan.partitions, projections },
        which,
        (action) => action(() => {
        })
      ).then(
        () => end(life, "done", ""),
        (error) => end(life, "failed", String(error))
      );
      if (what === "killed") agenda.at(agenda.nowMs() + afterMs, () => end(life, "killed", ""));
    },
    killAll(why) {
      for (const life of running) end(life, "killed", why);
    }
  };
}
export {
  rebuilding
};
//# sourceMappingURL=rebuilding.js.map
