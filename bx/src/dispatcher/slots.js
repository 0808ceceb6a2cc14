// src/dispatcher/slots.ts
import {
  endpointHealth,
  STANDINGS
} from "./endpointHealth.js";
var MAX_IN_FLIGHT = 256;
var MAX_PER_ENDPOINT = 8;
var MAX_REMEMBERED = 1e4;
var SHARES = ["light", ...STANDINGS];
var shares = (maxInFlight) => ({
  /** Posts to endpoints that are not fast: a quarter is left to those that are. */
  maxNotFast: maxInFlight * 3 / 4,
  maxNotLight: maxInFlight * 7 / 8,
  maxOpen: {
    light: maxInFlight,
    fast: maxInFlight,
    slow: maxInFlight / 2,
    silent: maxInFlight / 2,
    unknown: maxInFlight * 3 / 4
  },
  /** Of one class, attempts whose outcome is being recorded too. */
  maxOfAClass: {
    light: maxInFlight * 3 / 4,
    fast: maxInFlight * 3 / 4,
    slow: maxInFlight * 3 / 8,
    silent: maxInFlight * 3 / 8,
    unknown: maxInFlight * 5 / 8
  }
});
var classOf = (kind) => kind === "first" ? "first" : "retry";
var none = () => ({ first: 0, retry: 0 });
var UNKNOWN = endpointHealth();
function places(maxInFlight) {
  const { maxNotFast, maxNotLight, maxOpen, maxOfAClass } = shares(maxInFlight);
  const open = { light: 0, fast: 0, slow: 0, silent: 0, unknown: 0 };
  const inFlight = none();
  const byShare = { light: none(), fast: none(), slow: none(), silent: none(), unknown: none() };
  return {
    open,
    inFlight,
    hasRoom(share, kind) {
      if (inFlight.first + inFlight.retry >= (share === "light" ? maxInFlight : maxNotLight)) return false;
      if (byShare[share][classOf(kind)] >= maxOfAClass[share]) return false;
      if (share === "light" || share === "fast") return true;
      return open[share] < maxOpen[share] && open.slow + open.silent + open.unknown < maxNotFast;
    },
    /** While slow endpoints are many, each has one post before any has a second. */
    hasSecond: () => open.slow < maxOpen.slow / 2,
    take(share, kind) {
      const slotClass = classOf(kind);
      open[share]++;
      inFlight[slotClass]++;
      byShare[share][slotClass]++;
      return {
        posted: () => void open[share]--,
        ended() {
          inFlight[slotClass]--;
          byShare[share][slotClass]--;
        }
      };
    }
  };
}
function openSlots(usage, {
  maxInFlight = MAX_IN_FLIGHT,
  maxPerEndpoint = MAX_PER_ENDPOINT,
  maxRemembered = MAX_REMEMBERED
} = {}) {
  const { open, inFlight, hasRoom, hasSecond, take } = places(maxInFlight);
  const endpoints = /* @__PURE__ */ new Map();
  const healthOf = (endpointId) => endpoints.get(endpointId)?.health ?? UNKNOWN;
  const shareOf = (endpointId) => {
    const { standing, expectedMs } = healthOf(endpointId);
    return standing === "fast" && usage.isLight(endpointId, expectedMs) ? "light" : standing;
  };
  const openOf = (endpointId) => endpoints.get(endpointId)?.open ?? 0;
  const hasOwnRoom = (endpointId) => {
    const { standing } = healthOf(endpointId);
    return openOf(endpointId) < (standing === "fast" || standing === "slow" ? maxPerEndpoint : 1);
  };
  const mayTake = (endpointId, kind) => {
    const share = shareOf(endpointId);
    if (!hasRoom(share, kind) || !hasOwnRoom(endpointId)) return false;
    return share !== "slow" || openOf(endpointId) === 0 || hasSecond();
  };
  const remember = (endpointId, endpoint) => {
    endpoints.delete(endpointId);
    endpoints.set(endpointId, endpoint);
    if (endpoints.size <= maxRemembered) return;
    for (const [oldest, { open: posts }] of endpoints) {
      if (posts > 0) continue;
      endpoints.delete(oldest);
      return;
    }
  };
  return {
    standing: (endpointId) => healthOf(endpointId).standing,
    expectedMs: (endpointId) => healthOf(endpointId).expectedMs,
    shareOf,
    hasOwnRoom,
    restore(endpointId, standing, answerMs) {
      if (endpoints.has(endpointId)) return;
      remember(endpointId, { health: endpointHealth(standing, answerMs), open: 0 });
    },
    hasRoom,
    mayTake,
    take(endpointId, kind) {
      if (!mayTake(endpointId, kind)) return null;
      const share = shareOf(endpointId);
      const endpoint = endpoints.get(endpointId) ?? { health: endpointHealth(), open: 0 };
      endpoints.set(endpointId, endpoint);
      endpoint.open++;
      const place = take(share, kind);
      return {
        posted(answer) {
          endpoint.open--;
          place.posted();
          endpoint.health.answered(answer);
          remember(endpointId, endpoint);
        },
        ended: place.ended
      };
    },
    get inFlight() {
      return { ...inFlight, probe: open.silent + open.unknown };
    }
  };
}
export {
  MAX_IN_FLIGHT,
  SHARES,
  openSlots
};
//# sourceMappingURL=slots.js.map
