// test/simulation/auditor/noErrorLines.ts
import { troubledAt } from "./troubledAt.js";
var DAMAGE = /damage|set aside|condemned/i;
var noErrorLines = {
  name: "no error without a fault",
  check(evidence) {
    const isTroubled = troubledAt(evidence);
    return evidence.journals.logs.filter(({ level, message, fields, process, atMs }) => {
      if (DAMAGE.test(message)) return true;
      if (/TypeError|RangeError|ReferenceError/.test(fields)) return true;
      return level === "error" && !isTroubled(process, atMs, atMs);
    }).map(({ process, message, fields, atMs }) => ({
      ...{ rule: this.name, atMs, about: [] },
      what: `${process} said: ${message} ${fields}`
    }));
  }
};
export {
  noErrorLines
};
//# sourceMappingURL=noErrorLines.js.map
