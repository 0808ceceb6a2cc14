// src/sender/route/routeDoubts.ts
import { LRUCache } from "lru-cache";
var MAX_DOUBTED = 1e4;
function routeDoubts(maxDoubted = MAX_DOUBTED) {
  const throughBefore = new LRUCache({ max: maxDoubted });
  let through = 0;
  return {
    isItsOwn(deliveryId) {
      const before = throughBefore.get(deliveryId);
      if (before !== void 0 && through > before) {
        throughBefore.delete(deliveryId);
        return true;
      }
      throughBefore.set(deliveryId, through);
      return false;
    },
    gotThrough(deliveryId) {
      through++;
      throughBefore.delete(deliveryId);
    }
  };
}
export {
  routeDoubts
};
//# sourceMappingURL=routeDoubts.js.map
