// src/audit/leafPages.ts
import { LogDamaged } from "../ports/eventStore.js";
var PAGE = 500;
async function* leafPages(store, from) {
  for (let after = from; ; ) {
    const { leaves, fault } = await store.readLeaves({ after, limit: PAGE });
    yield leaves;
    if (fault !== null) throw new LogDamaged(`${fault}: run audit verify and doctor`);
    const last = leaves.at(-1);
    if (last === void 0) return;
    after = last.position;
  }
}
export {
  leafPages
};
//# sourceMappingURL=leafPages.js.map
