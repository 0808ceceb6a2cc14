// src/commands/kernel/changedFields.ts
import { isDeepStrictEqual } from "node:util";
function changedFields(names, before, changes) {
  const changed = {};
  for (const name of names)
    if (changes[name] !== void 0 && !isDeepStrictEqual(changes[name], before[name]))
      changed[name] = changes[name];
  return changed;
}
export {
  changedFields
};
//# sourceMappingURL=changedFields.js.map
