// test/simulation/auditor/readyWhenAccepting.ts
import { troubledAt } from "./troubledAt.js";
var readyWhenAccepting = {
  name: "ready when sends are accepted",
  check(evidence) {
    const isTroubled = troubledAt(evidence, ["store"]);
    return evidence.journals.readiness.flatMap((line) => {
      const { process, isReadyBefore, isReadyAfter, status, begunAtMs, atMs } = line;
      if (isReadyBefore === null || isReadyBefore !== isReadyAfter) return [];
      const isWrong = isReadyBefore ? status === 503 : status === 202;
      if (!isWrong || isTroubled(process, begunAtMs, atMs)) return [];
      const said = isReadyBefore ? "ready" : "not ready";
      return [
        {
          ...{ rule: this.name, atMs: begunAtMs, about: [] },
          what: `${process} was ${said} before and after a send that it answered with ${status} ${line.code ?? ""}`
        }
      ];
    });
  }
};
export {
  readyWhenAccepting
};
//# sourceMappingURL=readyWhenAccepting.js.map
