// test/simulation/scenarios/backlogFirst.ts
import { client, MINUTE_MS, SECOND_MS, scenarioPlan, send, times } from "./scenario.js";
var shop = client("shop", ["slow.test"]);
var OVERTAKES_MS = 10 * SECOND_MS;
var rule = {
  name: "an endpoint gets its events in about their order",
  check({ journals, events }) {
    const happened = new Map(events.map(({ id, metadata }) => [id, Date.parse(metadata.at)]));
    const posted = /* @__PURE__ */ new Map();
    for (const { eventId, dateMs } of journals.posts) if (!posted.has(eventId)) posted.set(eventId, dateMs);
    let latestMs = 0;
    return [...posted].flatMap(([eventId, postedMs]) => {
      const dateMs = happened.get(eventId) ?? 0;
      const youngerMs = latestMs - dateMs;
      latestMs = Math.max(latestMs, dateMs);
      if (youngerMs <= OVERTAKES_MS) return [];
      const what = `the event ${eventId} was posted behind one that happened ${youngerMs} ms after it`;
      return [{ rule: this.name, what, atMs: postedMs, about: [eventId] }];
    });
  }
};
var backlogFirst = {
  name: "new deliveries come while those from before a restart wait in the index",
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 80 * SECOND_MS,
    calmMs: 4 * MINUTE_MS,
    clients: [shop],
    receivers: [{ host: "slow.test", behaviour: "1.9 s" }],
    plannedEvents: [
      ...times(100, (at) => send(shop, 10 * SECOND_MS + at * 20, `burst-${at + 1}`)),
      {
        ...{ of: "process", do: "kill", process: "process 1", upon: "now", againAfterMs: 3 * SECOND_MS },
        atMs: 15 * SECOND_MS
      },
      ...times(150, (at) => send(shop, 22 * SECOND_MS + at * 300, `steady-${at + 1}`))
    ]
  }),
  rule
};
export {
  backlogFirst
};
//# sourceMappingURL=backlogFirst.js.map
