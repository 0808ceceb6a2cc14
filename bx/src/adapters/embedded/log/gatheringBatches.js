// src/adapters/embedded/log/gatheringBatches.ts
import {
  addToBatch,
  batchMemory
} from "./batchMemory.js";
import { TEXTS_AN_EVENT, TYPE_AT } from "./logFormat.js";
var BATCHES = 2;
var MAX_WAITING_CHARACTERS = 128 * 1048576;
function gatheringBatches(shared, { batch: bounds, waitingCharacters = MAX_WAITING_CHARACTERS } = {}) {
  const batches = shared.map((memory) => ({
    memory: batchMemory(memory, bounds),
    filled: noneFilled(),
    types: /* @__PURE__ */ new Set(),
    callers: []
  }));
  let gathering = 0;
  let overflow = [];
  let overflowCharacters = 0;
  const addNow = (append, caller) => {
    const batch = batches[gathering];
    if (batch === void 0 || !addToBatch(batch.memory, batch.filled, append)) return false;
    batch.callers.push(caller);
    const { texts } = append;
    for (let at = TYPE_AT; at < texts.length; at += TEXTS_AN_EVENT) batch.types.add(texts[at] ?? "");
    return true;
  };
  return {
    /** Adds an append; false when too much waits already. */
    add(append, caller) {
      if (overflow.length === 0 && addNow(append, caller)) return true;
      const { characters } = append;
      if (overflowCharacters + characters > waitingCharacters) return false;
      overflow.push({ append, caller });
      overflowCharacters += characters;
      return true;
    },
    /** Callers in the batch that gathers. */
    callers: () => batches[gathering]?.callers.length ?? 0,
    /** Takes the batch that gathers; the other one then gathers, first what had no room. Null when it is empty. */
    take() {
      const number = gathering;
      const batch = batches[number];
      if (batch === void 0 || batch.callers.length === 0) return null;
      gathering = (number + 1) % BATCHES;
      let taken = 0;
      for (const { append, caller } of overflow) {
        if (!addNow(append, caller)) break;
        overflowCharacters -= append.characters;
        taken++;
      }
      overflow = overflow.slice(taken);
      return {
        number,
        appends: batch.filled.appends,
        types: [...batch.types],
        callers: batch.callers.splice(0),
        outcomes: batch.memory.outcomes,
        empty: () => {
          Object.assign(batch.filled, noneFilled());
          batch.types.clear();
        }
      };
    }
  };
}
var noneFilled = () => ({ appends: 0, heads: 0, bytes: 0 });
export {
  BATCHES,
  gatheringBatches
};
//# sourceMappingURL=gatheringBatches.js.map
