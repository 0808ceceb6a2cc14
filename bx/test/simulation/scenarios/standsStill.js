// test/simulation/scenarios/standsStill.ts
import { claimsKept } from "../auditor/claimsKept.js";
import { webhooksBySchedule } from "../auditor/webhooksBySchedule.js";
import { client, MINUTE_MS, SECOND_MS, scenarioPlan, send, times } from "./scenario.js";
var two = times(2, (at) => ({ name: `process ${at + 1}`, roles: "all" }));
var engines = { over: "engines", partitions: 4, processes: two };
var shop = client("shop");
var PAUSED_MS = 14 * MINUTE_MS;
var stillInASend = {
  name: "a process that stands still while it sends, and goes on when another sends",
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    ...engines,
    lastsMs: 25 * MINUTE_MS,
    calmMs: 20 * MINUTE_MS,
    clients: [shop],
    mailDomains: [{ domain: "mail.test", behaviour: "hangs" }],
    plannedEvents: [
      ...times(8, (at) => send(shop, 20 * SECOND_MS + at * 100, `key-${at + 1}`)),
      { of: "process", do: "pause", process: "process 1", atMs: 23 * SECOND_MS, lastsMs: PAUSED_MS }
    ]
  }),
  rule: claimsKept
};
var hosts = times(6, (at) => `slow${at + 1}.test`);
var shops = times(3, (at) => client(`shop-${at + 1}`, hosts.slice(2 * at, 2 * at + 2)));
var stillInAnAcquire = {
  name: "a process that stands still while it acquires its leases",
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    ...engines,
    lastsMs: 100 * SECOND_MS,
    calmMs: 2 * MINUTE_MS,
    clients: shops,
    receivers: hosts.map((host) => ({ host, behaviour: "1.9 s" })),
    plannedEvents: [
      { of: "process", do: "start", process: "process 2", atMs: 20 * SECOND_MS },
      {
        ...{ of: "store", do: "slow", store: "coordination", process: "process 2", share: 1 },
        ...{ atMs: 20 * SECOND_MS, lastsMs: 8 * SECOND_MS }
      },
      { of: "process", do: "pause", process: "process 2", atMs: 21.8 * SECOND_MS, lastsMs: 12 * SECOND_MS },
      ...shops.flatMap(
        (one) => times(10, (at) => send(one, MINUTE_MS + at * 3 * SECOND_MS, `${one.name}-${at + 1}`))
      )
    ]
  }),
  rule: webhooksBySchedule
};
export {
  stillInASend,
  stillInAnAcquire
};
//# sourceMappingURL=standsStill.js.map
