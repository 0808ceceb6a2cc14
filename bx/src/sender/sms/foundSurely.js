// src/sender/sms/foundSurely.ts
import { CHECKPOINTS_WANTED } from "../../runtime/follow/checkpointSaver.js";
var LOOKUP_EVERY_MS = 250;
var LOOKUPS_BEFORE_END = 8;
var LOOKUPS_AFTER_END = 12;
async function foundSurely({ find, position }, { ledger: { store, clock }, hints }) {
  const foundWithin = async (lookups) => {
    for (let lookup = 1; lookup <= lookups; lookup++) {
      const found = await find();
      if (found !== null) return found;
      await clock.sleep(LOOKUP_EVERY_MS);
    }
    return null;
  };
  const soon = await foundWithin(LOOKUPS_BEFORE_END);
  if (soon !== null) return soon;
  const end = await store.head();
  hints.publish(CHECKPOINTS_WANTED, "");
  const late = await foundWithin(LOOKUPS_AFTER_END);
  if (late !== null) return late;
  const reached = await position();
  const last = await find();
  if (last === null && reached < end)
    throw new Error(`the read model has come to ${reached}, the log to ${end}`);
  return last;
}
export {
  foundSurely
};
//# sourceMappingURL=foundSurely.js.map
