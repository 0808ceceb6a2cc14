// test/support/evidenceIn.ts
import { BEGINNING } from "../../src/events/event.js";
import { addressEvidence } from "../../src/projections/addressEvidence.js";
function evidenceIn(store) {
  const { types, keys, fold } = addressEvidence;
  const at = (key) => {
    const own = store.log.filter((event) => types.includes(event.type) && keys(event).includes(key));
    const document = own.reduce((before, event) => fold(before, event, key), null);
    return { document, position: own.at(-1)?.position ?? BEGINNING };
  };
  return {
    get: async (key) => {
      const { document, position } = at(key);
      return document === null ? null : { key, document, position };
    },
    getForFold: async (keys2) => new Map(keys2.map((key) => [key, at(key)]))
  };
}
export {
  evidenceIn
};
//# sourceMappingURL=evidenceIn.js.map
