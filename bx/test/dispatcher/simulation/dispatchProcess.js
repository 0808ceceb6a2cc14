// test/dispatcher/simulation/dispatchProcess.ts
import { webhookDispatch } from "../../../src/dispatcher/dispatch.js";
import { webhookFanOut } from "../../../src/dispatcher/fanOut.js";
import { streamId } from "../../../src/events/category.js";
import { webhookDelivery, webhookDeliveryIdOf } from "../../../src/events/webhookDelivery.js";
import { backgroundThrottle } from "../../../src/runtime/follow/backgroundThrottle.js";
import { workHints } from "../../../src/runtime/workHints.js";
import { Killed, processOn, reasonOf } from "./process.js";
import { receivers } from "./receivers.js";
var PARTITIONS = 2;
var ALL = new Set(Array.from({ length: PARTITIONS }, (_, partition) => partition));
var NOTHING_KNOWN = { scan: async function* () {
} };
function dispatchProcess(parts) {
  const { random, clock, log, endpoints, breaches } = parts;
  const stop = new AbortController();
  const answers = receivers(random, clock, breaches);
  const lastPosts = /* @__PURE__ */ new Map();
  const pausedAt = /* @__PURE__ */ new Map();
  let changedAt = clock.now();
  let isDead = false;
  let dying = null;
  let onDeath = () => {
  };
  const die = () => {
    isDead = true;
    stop.abort();
    onDeath();
  };
  const context = processOn(log, {
    clock,
    crash(when, stream) {
      if (!isDead && dying === when) die();
      if (!isDead) return when === "after" ? parts.onAppended() : void 0;
      if (when === "after") return parts.onAppended();
      const post = lastPosts.get(streamId(stream));
      if (post !== void 0) post.unrecorded = true;
      throw new Killed();
    },
    async post(eventId, url) {
      if (isDead) return { outcome: "failed", reason: "aborted", detail: "x" };
      const endpointId = url.slice(url.lastIndexOf("/") + 1);
      const deliveryId = webhookDeliveryIdOf(eventId, endpointId);
      const onAt = endpoints.able(endpointId);
      const able = answers.able(endpointId, onAt.monotonicMs > changedAt.monotonicMs ? onAt : changedAt);
      const known = {
        ...{ at: clock.now(), able, isOff: endpoints.isOff(endpointId), unrecorded: false },
        ...{ pausedAt: pausedAt.get(deliveryId) ?? null, status: null },
        ...{ reason: null, endedAtMs: Number.NaN }
      };
      lastPosts.set(deliveryId, known);
      parts.onPost(deliveryId, known);
      const outcome = await answers.answer(endpointId);
      pausedAt.set(deliveryId, clock.now());
      known.reason = reasonOf(outcome);
      known.endedAtMs = clock.nowMs();
      if (outcome.outcome === "answered") known.status = outcome.status;
      return outcome;
    }
  });
  const { collection } = parts.index;
  const dispatch = webhookDispatch({ ...context, collection, health: NOTHING_KNOWN, partitions: PARTITIONS });
  const fanOut = webhookFanOut({ ...context, handOver: dispatch.handOver });
  const hints = workHints(clock.sleep);
  void dispatch.run({
    ...{ held: () => ALL, hints },
    indexPosition: async () => parts.indexPosition(),
    throttle: backgroundThrottle(clock, () => 0),
    signal: stop.signal
  });
  return {
    fanOut,
    hints,
    news: dispatch.onEvents,
    /** Dies now, or in the middle of its next append. */
    kill(when, then) {
      onDeath = then;
      if (when === "now") die();
      else dying = when;
    },
    /** Their endpoint is on only now: where the pause ended meanwhile, the next attempt goes by its date. */
    switchedOn(deliveryIds) {
      for (const deliveryId of deliveryIds) {
        const last = log.stream(webhookDelivery.stream(deliveryId)).at(-1);
        const { nextAttemptAt } = last?.data ?? {};
        const pauseMs = Date.parse(nextAttemptAt ?? "") - Date.parse(last?.metadata.at ?? "");
        const endedMs = pausedAt.get(deliveryId)?.monotonicMs ?? 0;
        if (endedMs + pauseMs <= clock.monotonicMs()) pausedAt.delete(deliveryId);
      }
    },
    stepped() {
      changedAt = { ...changedAt, wallMs: Math.min(changedAt.wallMs, clock.nowMs()) };
    }
  };
}
export {
  PARTITIONS,
  dispatchProcess
};
//# sourceMappingURL=dispatchProcess.js.map
