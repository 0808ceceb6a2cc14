// src/console/whenShown.ts
import { isUnavailable } from "../ports/isUnavailable.js";
import { awaitDocument } from "../runtime/fold/awaitDocument.js";
async function whenShown(done, collection, key, position, clock) {
  if (position === null) return done;
  const { to, says } = done;
  try {
    await awaitDocument(collection, key, position, clock);
    const shownUntil = (await collection.getForFold([key])).get(key)?.position ?? "";
    if (shownUntil >= position) return done;
    return { to, says: `${says} This page shows it once the background has caught up.` };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return { to, says: `${says} It cannot be shown now: ${error.message}.` };
  }
}
export {
  whenShown
};
//# sourceMappingURL=whenShown.js.map
