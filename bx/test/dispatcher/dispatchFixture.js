// test/dispatcher/dispatchFixture.ts
import { webhookDispatch } from "../../src/dispatcher/dispatch.js";
import { endpointDirectory } from "../../src/dispatcher/endpoints.js";
import { webhookFanOut } from "../../src/dispatcher/fanOut.js";
import { email } from "../../src/events/email.js";
import { BEGINNING } from "../../src/events/event.js";
import { webhooks } from "../../src/events/webhooks.js";
import { DocumentsUnavailable } from "../../src/ports/documents.js";
import { webhookWork } from "../../src/projections/webhookWork.js";
import { foldInto } from "../../src/runtime/fold/foldInto.js";
import { openProjection } from "../../src/runtime/fold/projection.js";
import { backgroundThrottle } from "../../src/runtime/follow/backgroundThrottle.js";
import { workHints } from "../../src/runtime/workHints.js";
import { lanesWritten, notifyingWrites } from "../../src/runtime/writtenLanes.js";
import { countingReads } from "../support/countingReads.js";
import { manualClock } from "../support/manualClock.js";
import { memoryDocuments } from "../support/memoryDocuments.js";
import { memoryEventStore } from "../support/memoryEventStore.js";
import { noMetrics, quietLog } from "../support/quietLog.js";
import { seededIds } from "../support/seededIds.js";
var MINUTE_MS = 6e4;
var HOUR_MS = 60 * MINUTE_MS;
var answered = (status) => ({ outcome: "answered", status, body: "" });
var timedOut = { outcome: "failed", reason: "timeout", detail: "x" };
var recentOf = (durationMs) => durationMs === void 0 ? [] : [{ endedAt: "", durationMs, isAnswered: true }];
async function dispatchFixture(answering, { index: given, partitions = 1, known = {}, tookMs = {}, knownAfterMs = 0, ...bounds } = {}) {
  const store = memoryEventStore();
  const { store: counting, during } = countingReads(store);
  const clock = manualClock();
  const ids = seededIds();
  const ledger = { store: counting, clock, ids };
  const projection = webhookWork(partitions);
  const index = given ?? await openProjection(memoryDocuments(), projection);
  const posts = [];
  const open = /* @__PURE__ */ new Map();
  const most = /* @__PURE__ */ new Map();
  const pages = { ofLanes: 0, ofSweeps: 0 };
  let laneFaults = 0;
  let indexPosition = BEGINNING;
  let told = BEGINNING;
  let held = new Set(Array.from({ length: partitions }, (_, partition) => partition));
  const collection = {
    ...index,
    page: async (query) => {
      const isOfLane = query.equals?.length === 2;
      pages[isOfLane ? "ofLanes" : "ofSweeps"]++;
      if (isOfLane && laneFaults-- > 0) throw new DocumentsUnavailable("away");
      return index.page(query);
    }
  };
  const post = async ({ url, headers }) => {
    const endpointId = new URL(url).pathname.slice(1);
    const seen = { endpointId, eventId: headers["webhook-id"] ?? "", atMs: clock.monotonicMs() };
    posts.push(seen);
    const now = (open.get(endpointId) ?? 0) + 1;
    open.set(endpointId, now);
    most.set(endpointId, Math.max(now, most.get(endpointId) ?? 0));
    try {
      return await answering(seen);
    } finally {
      open.set(endpointId, (open.get(endpointId) ?? 1) - 1);
    }
  };
  const health = {
    async *scan() {
      if (knownAfterMs > 0) await clock.sleep(knownAfterMs);
      for (const [key, standing] of Object.entries(known))
        yield {
          key,
          position: BEGINNING,
          document: { workspace: "w", standing, recent: recentOf(tookMs[key]) }
        };
    }
  };
  const begin = () => {
    const stop = new AbortController();
    const hints = workHints(clock.sleep);
    const context = {
      ...{ ledger, collection, health, partitions, metrics: noMetrics, log: quietLog },
      endpoints: endpointDirectory(counting, clock),
      secrets: { seal: (text) => text, open: (sealed) => sealed },
      poster: { post, close: async () => {
      } }
    };
    const dispatch = webhookDispatch(context, bounds);
    const fanOut = webhookFanOut({
      ...{ ledger, metrics: noMetrics, log: quietLog },
      handOver: dispatch.handOver
    });
    const ended = dispatch.run({
      ...{ held: () => held, indexPosition: async () => indexPosition, hints },
      ...{ throttle: backgroundThrottle(clock, () => 0), signal: stop.signal }
    });
    return { dispatch, fanOut, hints, stop, ended };
  };
  let running = begin();
  const append = async (workspace, stream, type, data) => {
    const last = (await store.readStream(stream, {})).at(-1);
    const at = new Date(clock.nowMs()).toISOString();
    const metadata = { v: 1, workspace, actor: "a", correlation: "c", causation: null, at };
    const id = ids.uuid();
    await store.append(stream, last?.revision ?? "no-stream", [{ id, type, data, metadata }]);
    return store.log.findLast((event) => event.id === id);
  };
  const settle = () => clock.advance(0);
  return {
    ...{ store, clock, posts, during, append, settle, ledger },
    /** Posts of one endpoint under way now. */
    open: (endpointId) => open.get(endpointId) ?? 0,
    most: (endpointId) => most.get(endpointId) ?? 0,
    pages: () => pages.ofLanes,
    sweptPages: () => pages.ofSweeps,
    /** The next reads of a lane fail, so many of them. */
    failLaneReads: (count) => {
      laneFaults = count;
    },
    laneFaultsLeft: () => Math.max(0, laneFaults),
    postsTo: (endpointId) => posts.filter((one) => one.endpointId === endpointId),
    endpoint: (workspace, endpointId) => append(workspace, webhooks.stream(workspace), "WebhookEndpointCreated", {
      ...{ endpointId, name: "n", url: `https://x.test/${endpointId}`, events: ["*"], sealedSecret: "s" }
    }),
    change: (workspace, endpointId, changes) => append(workspace, webhooks.stream(workspace), "WebhookEndpointChanged", { endpointId, ...changes }),
    /** An event of the workspace, and its fan-out. */
    async mail(workspace, count = 1) {
      for (let n = 0; n < count; n++) {
        const data = { deliveryId: "d", recipient: "a@b.co", sandbox: false };
        const event = await append(workspace, email.stream(ids.uuid()), "Delivered", data);
        if (event !== void 0) await running.fanOut.react(event);
      }
    },
    /** The fan-out of every event once more, as after a lost checkpoint. */
    async again() {
      for (const event of store.log.filter(({ type }) => type === "Delivered"))
        await running.fanOut.react(event);
    },
    /** Has the lanes of an endpoint looked at, as when it is switched on. */
    async kick(workspace, endpointId) {
      const event = await append(workspace, webhooks.stream(workspace), "WebhookEndpointChanged", {
        ...{ endpointId, status: "ACTIVE" }
      });
      if (event !== void 0) await running.dispatch.onEvents.react(event);
    },
    /** Folds all that is in the log into the index, which notifies the dispatch of its lanes. */
    async fold() {
      const types = new Set(projection.types);
      const events = store.log.filter(({ type, position }) => types.has(type) && position > indexPosition);
      const notifying = notifyingWrites(index, (items) => running.hints.wrote(lanesWritten(items)));
      await foldInto(
        projection,
        notifying,
        events
      );
      indexPosition = store.log.at(-1)?.position ?? BEGINNING;
    },
    /** Gives the dispatch the changes of endpoints that are new in the log. */
    async tell() {
      const { onEvents: news } = running.dispatch;
      for (const event of store.log)
        if (event.position > told && news.types.includes(event.type)) await news.react(event);
      told = store.log.at(-1)?.position ?? BEGINNING;
    },
    hold: (now) => {
      held = new Set(now);
    },
    history: (type) => store.log.filter((event) => event.type === type),
    drained: (partition) => running.dispatch.drained(partition),
    inFlight: () => running.dispatch.inFlight,
    /** Another process takes over; what the one before had under way comes to nothing, as after SIGKILL. */
    kill() {
      running.stop.abort();
      running = begin();
    },
    /** Asks the dispatch to stop. Resolves when it has ended. */
    abort() {
      running.stop.abort();
      return running.ended;
    },
    async stop() {
      running.stop.abort();
      clock.pass(2e4);
      await running.ended;
    }
  };
}
export {
  HOUR_MS,
  MINUTE_MS,
  answered,
  dispatchFixture,
  timedOut
};
//# sourceMappingURL=dispatchFixture.js.map
