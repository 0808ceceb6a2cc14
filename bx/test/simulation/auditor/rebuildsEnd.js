// test/simulation/auditor/rebuildsEnd.ts
import { troubledAt } from "./troubledAt.js";
var LONGEST_MS = 9e4;
var rebuildsEnd = {
  name: "a rebuild ends",
  check(evidence) {
    const { rebuilds } = evidence.journals;
    const isTroubled = troubledAt(evidence, ["store", "power", "process", "clock"]);
    const spanOf = (process) => {
      const own = rebuilds.filter((line) => line.process === process);
      return { fromMs: own[0]?.atMs ?? 0, toMs: own[1]?.atMs ?? evidence.endMs };
    };
    return rebuilds.flatMap((begin) => {
      if (begin.what !== "begins") return [];
      const { process } = begin;
      const { fromMs, toMs } = spanOf(process);
      const end = rebuilds.find((line) => line.process === process && line.what !== "begins");
      const breach = (what) => [
        { rule: this.name, atMs: toMs, about: [process], what: `${process} ${what}` }
      ];
      if (isTroubled(null, fromMs, toMs)) return [];
      const isNextToAnother = rebuilds.some(
        ({ process: other }) => other !== process && spanOf(other).fromMs <= toMs && spanOf(other).toMs + LONGEST_MS >= fromMs
      );
      if (toMs - fromMs > LONGEST_MS) return breach(`took ${Math.round((toMs - fromMs) / 1e3)} s`);
      return end?.what === "failed" && !isNextToAnother ? breach(`failed: ${end.detail}`) : [];
    });
  }
};
export {
  rebuildsEnd
};
//# sourceMappingURL=rebuildsEnd.js.map
