/** Whether a delivery that fails by the route's fault does so by its own: others have got through in between. */
export interface RouteDoubts {
  /** Notes one more such failure; true when the route took others since the last one. */
  isItsOwn(deliveryId: string): boolean;
  /** Notes that the route took one, whatever its server said of it. */
  gotThrough(deliveryId: string): void;
}

/** Far more than can be under way at once; the oldest go first. */
const MAX_DOUBTED = 10_000;

/**
 * A relay that refuses a sender it does not know says the same as one that has forgotten us. What tells the two apart is
 * whether it takes other messages.
 *
 * @param maxDoubted of how many deliveries a failure is known at most
 */
export function routeDoubts(maxDoubted = MAX_DOUBTED): RouteDoubts {
  const doubted = new Map<string, number>();
  let through = 0;
  return {
    isItsOwn(deliveryId) {
      const before = doubted.get(deliveryId);
      doubted.delete(deliveryId);
      if (before !== undefined && through > before) return true;
      doubted.set(deliveryId, through);
      const oldest = doubted.keys().next().value;
      if (doubted.size > maxDoubted && oldest !== undefined) doubted.delete(oldest);
      return false;
    },
    gotThrough(deliveryId) {
      through++;
      doubted.delete(deliveryId);
    },
  };
}
