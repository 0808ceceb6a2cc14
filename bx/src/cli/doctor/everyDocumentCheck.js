// src/cli/doctor/everyDocumentCheck.ts
import { join } from "node:path";
import { READ_MODELS } from "../../adapters/embedded/documents/documentFile.js";
import { fine, wrong } from "./check.js";
var BUDGET_MS = 8e3;
function everyDocumentCheck({
  settings,
  ledger
}) {
  return {
    name: "read models, every document",
    run: async () => {
      const { checkDocumentsFile } = await import("../../adapters/embedded/documents/documentsCheck.js");
      const endsAtMs = ledger.clock.monotonicMs() + BUDGET_MS;
      const folder = settings.POSTLEDGER_DATA;
      const hasTime = () => ledger.clock.monotonicMs() < endsAtMs;
      const { documents, isWhole, fault } = await checkDocumentsFile(folder, hasTime);
      if (fault !== null)
        return wrong(
          `${join(folder, READ_MODELS)} is damaged: ${fault}`,
          "Stop the service, remove read-models.*, and start it: they are built again from the log. Check the disk."
        );
      if (isWhole)
        return fine(`all ${documents} documents were looked at, and the indexes that lead to them`);
      return fine(
        `${documents} documents were looked at, and not every index; \`projections verify\` compares all with the log`
      );
    }
  };
}
export {
  everyDocumentCheck
};
//# sourceMappingURL=everyDocumentCheck.js.map
