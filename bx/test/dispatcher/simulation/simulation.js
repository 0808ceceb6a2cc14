// test/dispatcher/simulation/simulation.ts
import { breachesOf } from "./deliveryRules.js";
import { ENDPOINTS, simulatedWorld } from "./simulatedWorld.js";
var MAX_RUNS = 40;
async function simulate(seed, deliveries) {
  const world = simulatedWorld(seed);
  const { log, counts, breaches, queue, chance, endpoints } = world;
  for (let n = 0; n < ENDPOINTS; n++) world.addEndpoint(n);
  for (let n = 0; n < deliveries; n++) world.addDelivery(`d${n}`, `e${n % ENDPOINTS}`);
  let runs = 0;
  for (let next = queue.take(); next !== void 0; next = queue.take()) {
    const { item, dueAtMs } = next;
    if (chance(5e-4)) world.stepClock();
    if ("endpoint" in item) {
      world.passTo(dueAtMs);
      world.toggle(item.endpoint, item.on);
      continue;
    }
    if (world.dueNextAtMs(item.delivery) !== dueAtMs) continue;
    runs += 1;
    if (runs > deliveries * MAX_RUNS) break;
    await world.take(item.delivery, dueAtMs);
  }
  for (let n = 0; n < deliveries; n++) {
    const history = log.stream(`webhookdelivery-d${n}`);
    countEnds(history, counts);
    const found = breachesOf(history, world.postsOf(`d${n}`), {
      toleranceMs: 0,
      setForthMs: world.setForthMs,
      offSinceMs: (event) => endpoints.offSinceMs(`e${n % ENDPOINTS}`, event)
    });
    breaches.push(...found.map((breach) => `d${n}: ${breach}`));
  }
  return { breaches, counts };
}
function countEnds(history, counts) {
  for (const { type, data } of history) {
    if (type === "WebhookDelivered") counts.delivered += 1;
    if (type === "WebhookDeliveryDied") counts.dead += 1;
    if (data.reason === "endpoint_disabled") counts.disabled += 1;
    if (type === "WebhookDelivered" || type === "WebhookAttemptFailed") counts.attempts += 1;
  }
}
export {
  countEnds,
  simulate
};
//# sourceMappingURL=simulation.js.map
