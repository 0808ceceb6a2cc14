// bench/webhookService.ts
import { setTimeout as sleep } from "node:timers/promises";
import { builds, fromBuild } from "./otherBuild.js";
import { processMemory } from "./processMemory.js";
var build = process.env.BENCH_BUILD ?? builds.this ?? "";
var { newEvents } = await fromBuild(
  build,
  "commands/kernel/ledger.js"
);
var { createWebhookEndpoint } = await fromBuild(build, "commands/webhook/webhookEndpoints.js");
var { readSettings } = await fromBuild(build, "config.js");
var { email } = await fromBuild(build, "events/email.js");
var { uuid5 } = await fromBuild(build, "events/uuid5.js");
var { webhookDelivery, webhookDeliveryIdOf } = await fromBuild(build, "events/webhookDelivery.js");
var { openPorts } = await fromBuild(build, "main/ports.js");
var { startService } = await fromBuild(build, "main/service.js");
var { instant } = await fromBuild(build, "ports/clock.js");
var settings = readSettings(process.env);
var ports = await openPorts(settings);
var { store, clock, ids, secrets } = ports;
var ledger = { store, clock, ids };
var AT_ONCE = 256;
var origin = (workspace) => ({
  workspace: uuid5("bench", workspace),
  actor: "operator",
  correlation: ids.uuid(),
  causation: null
});
async function mail(workspace) {
  const data = { deliveryId: ids.uuid(), recipient: "person@receiver.test", sandbox: false, response: null };
  const events = newEvents(ledger, origin(workspace), [{ type: "Delivered", data }]);
  await store.append(email.stream(ids.uuid()), "no-stream", events);
}
async function wait(workspace, endpointId, dueInMs) {
  const eventId = ids.uuid();
  const body = JSON.stringify({
    id: eventId,
    type: "delivered",
    created_at: instant(clock.nowMs()),
    data: {}
  });
  const nextAttemptAt = instant(clock.nowMs() + dueInMs);
  const events = newEvents(ledger, origin(workspace), [
    {
      type: "WebhookDeliveryScheduled",
      data: { endpointId, eventId, kind: "delivered", body, subjectId: ids.uuid() }
    },
    {
      type: "WebhookAttemptFailed",
      data: { endpointId, attempt: 1, status: 500, reason: "status", durationMs: 1, nextAttemptAt }
    }
  ]);
  await store.append(webhookDelivery.stream(webhookDeliveryIdOf(eventId, endpointId)), "no-stream", events);
}
async function times(count, perSecond, one) {
  const startedAtMs = performance.now();
  const running = /* @__PURE__ */ new Set();
  for (let n = 0; n < count; n++) {
    if (perSecond !== void 0) {
      const aheadMs = n * 1e3 / perSecond - (performance.now() - startedAtMs);
      if (aheadMs > 0) await sleep(aheadMs);
    }
    const current = one().finally(() => running.delete(current));
    running.add(current);
    if (running.size >= AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
}
async function answer(question) {
  switch (question.kind) {
    case "endpoint": {
      const { workspace, url } = question;
      const endpoint = { name: "bench", url, events: ["*"] };
      const { endpointId } = await createWebhookEndpoint(ledger, secrets, origin(workspace), endpoint);
      return { kind: "endpoint", endpointId };
    }
    case "events":
      await times(question.count, question.perSecond, () => mail(question.workspace));
      return { kind: "done" };
    case "waiting": {
      const { workspace, endpointId, count, dueInMs } = question;
      await times(count, void 0, () => wait(workspace, endpointId, dueInMs));
      return { kind: "done" };
    }
    case "start":
      await startService(settings, ports);
      return { kind: "done" };
    case "usage": {
      const { user, system } = process.cpuUsage();
      return { kind: "usage", cpuMs: (user + system) / 1e3, ownMiB: processMemory(process.pid).ownMiB };
    }
  }
}
process.on("message", (question) => {
  void answer(question).then((given) => process.send?.(given));
});
process.on("disconnect", () => process.exit(0));
process.send?.({ kind: "opened" });
//# sourceMappingURL=webhookService.js.map
