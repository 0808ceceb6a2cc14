// src/runtime/rebuild/recount.ts
import { BEGINNING } from "../../events/event.js";
import { temporaryCollection } from "../fold/projection.js";
import { foldLog } from "./foldLog.js";
async function recount({ store, documents }, projection, onEvents, action) {
  const definition = temporaryCollection(projection, "scratch");
  await documents.drop(definition.name);
  try {
    const collection = await documents.collection(definition);
    await foldLog(store, [{ projection, collection }], BEGINNING, onEvents);
    return await action(collection);
  } finally {
    await documents.drop(definition.name);
  }
}
export {
  recount
};
//# sourceMappingURL=recount.js.map
