// src/commands/kernel/retryOnConflict.ts
import { RevisionConflict } from "../../ports/eventStore.js";
var MAX_CONFLICT_ATTEMPTS = 50;
var FIRST_PAUSE_MS = 2;
var LONGEST_PAUSE_MS = 100;
async function retryOnConflict({ clock, ids }, attempt, lose = (again) => again()) {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
  }
  return lose(async () => {
    for (let attempts = 2; ; attempts++) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof RevisionConflict) || attempts === MAX_CONFLICT_ATTEMPTS) throw error;
      }
      const boundMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 2), LONGEST_PAUSE_MS);
      const share = ids.randomBytes(2).readUInt16BE() / 65536;
      await clock.sleep(Math.ceil(boundMs * share));
    }
  });
}
export {
  MAX_CONFLICT_ATTEMPTS,
  retryOnConflict
};
//# sourceMappingURL=retryOnConflict.js.map
