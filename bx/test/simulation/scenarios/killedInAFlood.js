// test/simulation/scenarios/killedInAFlood.ts
import { webhooksBySchedule } from "../auditor/webhooksBySchedule.js";
import { client, MINUTE_MS, SECOND_MS, scenarioPlan, send, times } from "./scenario.js";
var shop = client("shop", ["healthy.test"]);
var SENDS = 30;
var flood = (fromMs, killedAfterMs) => [
  ...times(SENDS, (at) => send(shop, fromMs + at * 20, `flood-${fromMs}-${at + 1}`)),
  {
    ...{ of: "process", do: "kill", process: "process 1", upon: "now", againAfterMs: 5 * SECOND_MS },
    atMs: fromMs + killedAfterMs
  }
];
var slowFlood = (fromMs, killedAfterMs) => [
  ...flood(fromMs, killedAfterMs),
  {
    ...{ of: "store", do: "slow", store: "log", process: null, share: 1 },
    ...{ atMs: fromMs + 300, lastsMs: killedAfterMs }
  }
];
var killedInAFlood = {
  name: "a process that is killed in the middle of floods",
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 100 * SECOND_MS,
    calmMs: 2 * MINUTE_MS,
    clients: [shop],
    receivers: [{ host: "healthy.test", behaviour: "fast" }],
    plannedEvents: [
      ...flood(10 * SECOND_MS, 500),
      ...flood(25 * SECOND_MS, 700),
      ...slowFlood(40 * SECOND_MS, 2300),
      ...slowFlood(60 * SECOND_MS, 3100)
    ]
  }),
  rule: webhooksBySchedule
};
var hosts = times(4, (at) => `healthy${at + 1}.test`);
var shops = times(2, (at) => client(`shop-${at + 1}`, hosts.slice(2 * at, 2 * at + 2)));
var floodOfBoth = (fromMs, process) => [
  ...shops.flatMap(
    (one) => times(12, (at) => send(one, fromMs + at * 20, `${one.name}-${fromMs}-${at + 1}`))
  ),
  {
    ...{ of: "process", do: "kill", process, upon: "now", againAfterMs: 20 * SECOND_MS },
    atMs: fromMs + 900
  }
];
var killedNextToAnother = {
  name: "a process that is killed in the middle of a flood next to another",
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 2 * MINUTE_MS,
    calmMs: 2 * MINUTE_MS,
    over: "engines",
    partitions: 4,
    processes: times(2, (at) => ({ name: `process ${at + 1}`, roles: "all" })),
    clients: shops,
    receivers: hosts.map((host) => ({ host, behaviour: "fast" })),
    plannedEvents: [...floodOfBoth(30 * SECOND_MS, "process 1"), ...floodOfBoth(70 * SECOND_MS, "process 2")]
  }),
  rule: webhooksBySchedule
};
export {
  killedInAFlood,
  killedNextToAnother
};
//# sourceMappingURL=killedInAFlood.js.map
