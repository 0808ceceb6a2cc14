// test/dispatcher/workerFixture.ts
import { attemptDelivery } from "../../src/dispatcher/attempt.js";
import { endpointDirectory } from "../../src/dispatcher/endpoints.js";
import { webhookDelivery } from "../../src/events/webhookDelivery.js";
import { webhooks } from "../../src/events/webhooks.js";
import { webhookWork } from "../../src/projections/webhookWork.js";
import { countingReads } from "../support/countingReads.js";
import { manualClock } from "../support/manualClock.js";
import { memoryEventStore } from "../support/memoryEventStore.js";
import { noMetrics, quietLog } from "../support/quietLog.js";
import { seededIds } from "../support/seededIds.js";
var MINUTE_MS = 6e4;
var answered = (status, body = "") => ({ outcome: "answered", status, body });
var failed = (reason) => ({
  outcome: "failed",
  reason,
  detail: "x"
});
var stay = new AbortController().signal;
async function fixture(post, parts = {}) {
  const store = memoryEventStore();
  const { store: counting, during } = countingReads(store);
  const clock = manualClock();
  const ids = seededIds();
  const ledger = { store: counting, clock, ids };
  const posts = [];
  const projection = webhookWork(1);
  const heard = [];
  const endpoints = endpointDirectory(counting, clock);
  const context = {
    ledger,
    endpoints,
    secrets: {
      seal: (text) => text,
      open: (sealed, context2) => `${sealed} of ${context2}`
    },
    poster: {
      post: async (request) => post(request, posts.push(request)),
      close: async () => {
      }
    },
    metrics: noMetrics,
    log: quietLog,
    ...parts
  };
  const append = async (stream, type, data) => {
    const last = (await store.readStream(stream)).at(-1);
    const at = new Date(clock.nowMs()).toISOString();
    const metadata = { v: 1, workspace: "w", actor: "a", correlation: "c", causation: null, at };
    await store.append(stream, last?.revision ?? "no-stream", [{ id: ids.uuid(), type, data, metadata }]);
  };
  const change = async (changes) => {
    await append(webhooks.stream("w"), "WebhookEndpointChanged", { endpointId: "e", ...changes });
    endpoints.changed("w");
  };
  await append(webhooks.stream("w"), "WebhookEndpointCreated", {
    ...{ endpointId: "e", name: "n", url: "https://x.test/", events: ["*"], sealedSecret: "sealed" }
  });
  await append(webhookDelivery.stream("d"), "WebhookDeliveryScheduled", {
    ...{ endpointId: "e", eventId: "v", kind: "delivered", body: '{"a":1}', subjectId: "s" }
  });
  const history = () => store.log.filter(({ stream }) => stream === "webhookdelivery-d").slice(1).map(({ type, data }) => ({ type, data }));
  const work = () => {
    let document = null;
    for (const event of store.log)
      if (event.stream === "webhookdelivery-d") document = projection.fold(document, event, "d");
    return document;
  };
  const ready = {
    ...{ deliveryId: "d", endpointId: "e", workspace: "w", kind: "retry" },
    ...{ scheduled: null, pausedSince: null }
  };
  const run = (signal = stay, of = {}) => attemptDelivery(context, { ...ready, ...of }, signal, (what) => heard.push(what));
  return { store, clock, ledger, posts, run, history, work, change, during, heard };
}
export {
  MINUTE_MS,
  answered,
  failed,
  fixture
};
//# sourceMappingURL=workerFixture.js.map
