import { LRUCache } from 'lru-cache';

/** Deliveries whose failures are known, far more than can be under way at once: the oldest are forgotten first. */
const MAX_DOUBTED = 10_000;

/**
 * Whether a delivery that fails by the route's fault does so by its own. A relay answers the same when it refuses an unknown sender
 * as when it has forgotten this service. The difference is whether it takes other messages in between.
 */
export function routeDoubts() {
  const throughBefore = new LRUCache<string, number>({ max: MAX_DOUBTED });
  let through = 0;
  return {
    /** Notes one more such failure; true when the route took others since the last one. */
    isItsOwn(deliveryId: string): boolean {
      const before = throughBefore.get(deliveryId);
      if (before !== undefined && through > before) {
        throughBefore.delete(deliveryId);
        return true;
      }
      throughBefore.set(deliveryId, through);
      return false;
    },
    /** Notes that the route took a delivery, with any answer of its server. */
    gotThrough(deliveryId: string): void {
      through++;
      throughBefore.delete(deliveryId);
    },
  };
}
