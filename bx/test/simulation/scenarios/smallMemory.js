// test/simulation/scenarios/smallMemory.ts
import { client, MINUTE_MS, SECOND_MS, scenarioPlan, send, times } from "./scenario.js";
var shop = client("shop", ["slow.test", "healthy.test"]);
var FLOOD_MS = 30 * SECOND_MS;
var OVERTAKES_MS = 6 * SECOND_MS;
var rule = {
  name: "events of one workspace are scheduled in about their order",
  check({ events, appendedAtMs }) {
    const scheduledMs = /* @__PURE__ */ new Map();
    for (const event of events) {
      const { eventId } = event.data;
      if (event.type === "WebhookDeliveryScheduled" && eventId !== void 0 && !scheduledMs.has(eventId))
        scheduledMs.set(eventId, appendedAtMs(event));
    }
    const reported = events.filter(({ id }) => scheduledMs.has(id));
    let firstLaterMs = Number.POSITIVE_INFINITY;
    return reported.reverse().flatMap((event) => {
      const atMs = scheduledMs.get(event.id) ?? 0;
      const overtakenMs = atMs - firstLaterMs;
      firstLaterMs = Math.min(firstLaterMs, atMs);
      if (overtakenMs <= OVERTAKES_MS) return [];
      const what = `the ${event.type} ${event.id} was scheduled ${Math.round(overtakenMs)} ms after a later event`;
      return [{ rule: this.name, what, atMs, about: [event.id] }];
    });
  }
};
var smallMemory = {
  name: "more deliveries and events than there is room for in memory",
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 70 * SECOND_MS,
    calmMs: 3 * MINUTE_MS,
    processes: [
      {
        ...{ name: "process 1", roles: "all" },
        bounds: { dispatch: { maxWaiting: 32 }, ahead: { maxEvents: 64, maxEach: 8 } }
      }
    ],
    clients: [shop],
    receivers: [
      { host: "slow.test", behaviour: "1.9 s" },
      { host: "healthy.test", behaviour: "fast" }
    ],
    plannedEvents: [
      ...times(40, (at) => send(shop, 10 * SECOND_MS + at * 50, `burst-${at + 1}`)),
      {
        ...{ of: "store", do: "slow", store: "log", process: null, share: 1 },
        ...{ atMs: 30 * SECOND_MS, lastsMs: FLOOD_MS }
      },
      ...times(150, (at) => send(shop, 31 * SECOND_MS + at * 180, `flood-${at + 1}`))
    ]
  }),
  rule
};
export {
  smallMemory
};
//# sourceMappingURL=smallMemory.js.map
