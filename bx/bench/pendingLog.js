// bench/pendingLog.ts
import { writeSync } from "node:fs";
import { newEvents } from "../src/commands/kernel/ledger.js";
import { readSettings } from "../src/config.js";
import { uuid5 } from "../src/events/uuid5.js";
import { webhookDelivery, webhookDeliveryIdOf } from "../src/events/webhookDelivery.js";
import { partitionsOf } from "../src/main/options.js";
import { openPorts } from "../src/main/ports.js";
import { startService } from "../src/main/service.js";
import { instant } from "../src/ports/clock.js";
import { openCheckpoints } from "../src/runtime/follow/checkpoints.js";
var AT_ONCE = 2048;
var POLICIES = ["policy:webhook_fan_out", "policy:webhook_news"];
var [count = "0", ...names] = process.argv.slice(2);
var endpoints = Array.from({ length: names.length / 2 }, (_, n) => ({
  workspace: uuid5("bench", names[2 * n] ?? ""),
  endpointId: names[2 * n + 1] ?? ""
}));
var settings = readSettings(process.env);
var ports = await openPorts(settings);
var { store, clock, ids, documents } = ports;
var ledger = { store, clock, ids };
async function append(n) {
  const endpoint = endpoints[n % endpoints.length];
  if (endpoint === void 0) return;
  const { workspace, endpointId } = endpoint;
  const eventId = ids.uuid();
  const createdAt = instant(clock.nowMs());
  const body = JSON.stringify({ id: eventId, type: "delivered", created_at: createdAt, data: {} });
  const scheduled = { endpointId, eventId, kind: "delivered", body, subjectId: ids.uuid() };
  const failed = {
    endpointId,
    attempt: 1,
    status: 500,
    reason: "status",
    durationMs: 1,
    nextAttemptAt: createdAt
  };
  const origin = { workspace, actor: "dispatcher", correlation: eventId, causation: eventId };
  const events = newEvents(ledger, origin, [
    { type: "WebhookDeliveryScheduled", data: scheduled },
    { type: "WebhookAttemptFailed", data: failed }
  ]);
  await store.append(webhookDelivery.stream(webhookDeliveryIdOf(eventId, endpointId)), "no-stream", events);
}
var startedAtMs = performance.now();
var next = 0;
var writer = async () => {
  for (let n = next++; n < Number(count); n = next++) await append(n);
};
await Promise.all(Array.from({ length: AT_ONCE }, writer));
var writtenAtMs = performance.now();
var head = await store.head();
var partitions = partitionsOf(settings);
var checkpoints = await openCheckpoints(documents, partitions);
var passed = new Map(Array.from({ length: partitions }, (_, partition) => [partition, head]));
await checkpoints.saveAll(new Map(POLICIES.map((policy) => [policy, passed])));
var service = await startService(settings, ports);
var foldedAtMs = performance.now();
await service.stop();
var seconds = (ms) => (ms / 1e3).toFixed(0);
writeSync(
  1,
  `written in ${seconds(writtenAtMs - startedAtMs)} s, folded in ${seconds(foldedAtMs - writtenAtMs)} s
`
);
process.exit(0);
//# sourceMappingURL=pendingLog.js.map
