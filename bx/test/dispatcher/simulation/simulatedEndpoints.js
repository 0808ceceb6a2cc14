// test/dispatcher/simulation/simulatedEndpoints.ts
var HOUR_MS = 36e5;
var SHORT = { times: 30, leastMs: 0, mostMs: 3 * HOUR_MS };
var LONG = { times: 3, leastMs: 40 * HOUR_MS, mostMs: 110 * HOUR_MS };
var ONCE = { times: 1, leastMs: 130 * HOUR_MS, mostMs: 150 * HOUR_MS };
function simulatedEndpoints(log) {
  const endpoints = /* @__PURE__ */ new Map();
  const of = (endpointId) => {
    const endpoint = endpoints.get(endpointId);
    if (endpoint === void 0) throw new Error(`no endpoint ${endpointId}`);
    return endpoint;
  };
  return {
    add(endpointId, at) {
      const url = `https://x.test/${endpointId}`;
      const data = { endpointId, name: "n", url, events: ["*"], sealedSecret: "s" };
      log.append("webhooks-w", "WebhookEndpointCreated", data, at.wallMs);
      endpoints.set(endpointId, { switched: [], able: at, isOff: false });
    },
    /** False when it is so already. */
    switchTo(endpointId, on, at) {
      const endpoint = of(endpointId);
      if (endpoint.isOff === !on) return false;
      const data = { endpointId, status: on ? "ACTIVE" : "DISABLED" };
      const position = log.append("webhooks-w", "WebhookEndpointChanged", data, at.wallMs);
      endpoint.switched.push({ position, atMs: at.wallMs, on });
      endpoint.isOff = !on;
      if (on) endpoint.able = at;
      return true;
    },
    isOff: (endpointId) => of(endpointId).isOff,
    able: (endpointId) => of(endpointId).able,
    /** A clock that was set back makes nothing able later. */
    stepped(now) {
      for (const endpoint of endpoints.values())
        endpoint.able = { ...endpoint.able, wallMs: Math.min(endpoint.able.wallMs, now.wallMs) };
    },
    offSinceMs(endpointId, { position }) {
      const last = of(endpointId).switched.findLast((one) => one.position < position);
      return last === void 0 || last.on ? null : last.atMs;
    }
  };
}
function switchings(random, n, fromMs, days) {
  const { times, leastMs, mostMs } = n % 8 === 0 ? ONCE : n % 4 === 0 ? LONG : SHORT;
  return Array.from({ length: times }, () => {
    const atMs = fromMs + Math.floor(random() * days * 24 * HOUR_MS);
    const onAtMs = atMs + leastMs + Math.floor(random() * (mostMs - leastMs));
    return [
      { atMs, on: false },
      { atMs: onAtMs, on: true }
    ];
  }).flat();
}
export {
  simulatedEndpoints,
  switchings
};
//# sourceMappingURL=simulatedEndpoints.js.map
