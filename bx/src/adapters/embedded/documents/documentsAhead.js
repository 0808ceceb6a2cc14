// src/adapters/embedded/documents/documentsAhead.ts
import { existsSync } from "node:fs";
import { join } from "node:path";
import { BEGINNING, plainPosition } from "../../../events/event.js";
import { openDocumentFile, READ_MODELS } from "./documentFile.js";
import { DamagedRow } from "./documentRow.js";
import { newestIn } from "./newestPosition.js";
async function markReadModelsAhead(folder, log, logEnd) {
  if (!existsSync(join(folder, READ_MODELS))) return;
  const file = openDocumentFile(folder, log);
  try {
    const newest = newestIn(file.db);
    if (newest === null || newest <= BEGINNING) return;
    const end = await logEnd(newest);
    if (end === null || newest <= end) return;
    file.markCorruptAlone({
      is: "ahead",
      why: `it knows an event at ${plainPosition(newest)}, and the log ends at ${plainPosition(end)}`
    });
  } catch (error) {
    if (!(error instanceof DamagedRow)) throw error;
    file.markCorruptAlone({ is: "damaged", why: error.message });
  } finally {
    file.close();
  }
}
export {
  markReadModelsAhead
};
//# sourceMappingURL=documentsAhead.js.map
