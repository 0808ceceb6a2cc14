// src/dispatcher/endpoints.ts
import { EMPTY_LIST, lastPassing, withItem } from "../commands/kernel/immutableList.js";
import { EMPTY_MAP, entryIn, withEntry } from "../commands/kernel/immutableMap.js";
import {
  webhookEndpointsDecider
} from "../commands/webhook/webhookEndpoints.js";
import { webhooks } from "../events/webhooks.js";
import { keptFor } from "../queues/keptFor.js";
import { foldedStream } from "../runtime/fold/foldedStream.js";
var endpointHistory = {
  initial: { endpoints: webhookEndpointsDecider.initial, moments: EMPTY_LIST, offSinceMs: EMPTY_MAP },
  evolve: (before, event) => {
    const endpoints = webhookEndpointsDecider.evolve(before.endpoints, event);
    const { position, metadata, data } = event;
    const moments = endpoints.active === before.endpoints.active ? before.moments : withItem(before.moments, { position, active: endpoints.active });
    const isOff = event.type === "WebhookEndpointChanged" && event.data.status === "DISABLED";
    const offSinceMs = isOff ? withEntry(before.offSinceMs, data.endpointId, Date.parse(metadata.at)) : before.offSinceMs;
    return { endpoints, moments, offSinceMs };
  }
};
async function endpointsActiveAt({ store, clock }, workspace, position) {
  const { state } = await foldedStream(store, webhooks.stream(workspace), endpointHistory, position, clock);
  return lastPassing(state.moments, (moment) => moment.position < position)?.active ?? [];
}
var FRESH_MS = 1e3;
var MAX_WORKSPACES = 1e4;
function endpointDirectory(store, clock, maxWorkspaces = MAX_WORKSPACES) {
  const known = keptFor(clock, FRESH_MS, maxWorkspaces);
  const historyOf = (workspace, maxAgeMs) => {
    const read = async () => (await foldedStream(store, webhooks.stream(workspace), endpointHistory)).state;
    return known.of(workspace, read, maxAgeMs);
  };
  return {
    async find(workspace, endpointId) {
      const remembered = nowOf(await historyOf(workspace), endpointId);
      return remembered?.offSinceMs === null ? remembered : nowOf(await historyOf(workspace, 0), endpointId);
    },
    changed: known.forget
  };
}
function nowOf({ endpoints, offSinceMs }, endpointId) {
  const endpoint = entryIn(endpoints.all, endpointId);
  if (endpoint === void 0) return null;
  const isOff = endpoint.status !== "ACTIVE";
  return { endpoint, offSinceMs: isOff ? entryIn(offSinceMs, endpointId) ?? 0 : null };
}
export {
  endpointDirectory,
  endpointsActiveAt
};
//# sourceMappingURL=endpoints.js.map
