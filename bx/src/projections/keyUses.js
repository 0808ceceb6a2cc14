// src/projections/keyUses.ts
import { projection } from "../runtime/fold/projection.js";
var BY_KEY = "key:";
var keyUses = projection({
  name: "key_uses",
  version: 1,
  indexes: {},
  key: ({ metadata: { actor } }) => actor.startsWith(BY_KEY) ? actor.slice(BY_KEY.length) : null,
  on: { EmailAccepted: sent, SmsAccepted: sent }
});
function sent(document, { metadata: { at } }) {
  const lastSentOn = at.slice(0, "YYYY-MM-DD".length);
  return document !== null && document.lastSentOn >= lastSentOn ? document : { lastSentOn };
}
export {
  keyUses
};
//# sourceMappingURL=keyUses.js.map
