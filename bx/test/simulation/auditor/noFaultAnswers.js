// test/simulation/auditor/noFaultAnswers.ts
import { troubledAt } from "./troubledAt.js";
var noFaultAnswers = {
  name: "no 5xx while the stores are well",
  check(evidence) {
    const isTroubled = troubledAt(evidence);
    return evidence.journals.clients.filter(({ status }) => status !== null && status >= 500).filter(({ process, begunAtMs, atMs }) => !isTroubled(process, begunAtMs, atMs)).map(({ process, key, status, answer, atMs }) => ({
      ...{ rule: this.name, atMs, about: [key ?? ""] },
      what: `${process} answered ${status} to key ${key}: ${JSON.stringify(answer)}`
    }));
  }
};
export {
  noFaultAnswers
};
//# sourceMappingURL=noFaultAnswers.js.map
