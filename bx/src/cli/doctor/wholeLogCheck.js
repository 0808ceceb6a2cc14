// src/cli/doctor/wholeLogCheck.ts
import { join } from "node:path";
import { fine, wrong } from "./check.js";
var BUDGET_MS = 8e3;
function wholeLogCheck({ settings, ledger }) {
  return {
    name: "log, every event",
    run: async () => {
      const { checkLedgerFile } = await import("../../adapters/embedded/log/ledgerCheck.js");
      const endsAtMs = ledger.clock.monotonicMs() + BUDGET_MS;
      const folder = settings.POSTLEDGER_DATA;
      const hasTime = () => ledger.clock.monotonicMs() < endsAtMs;
      const { events, all, fault, pages } = await checkLedgerFile(folder, hasTime);
      if (fault !== null)
        return wrong(
          `${join(folder, "ledger.sqlite")} is damaged: ${fault}`,
          "Stop the service, keep a copy of the folder, and restore the newest backup; check the disk."
        );
      const whole = pages ? ", and the pages of the file" : "; the pages of so large a file were not";
      if (events === all) return fine(`all ${all} events were looked at${whole}`);
      return fine(
        `the newest ${events} of ${all} events were looked at in ${BUDGET_MS / 1e3} s; a backup looks at all`
      );
    }
  };
}
export {
  wholeLogCheck
};
//# sourceMappingURL=wholeLogCheck.js.map
