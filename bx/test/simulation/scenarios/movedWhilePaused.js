// test/simulation/scenarios/movedWhilePaused.ts
import { webhooksBySchedule } from "../auditor/webhooksBySchedule.js";
import { client, MINUTE_MS, SECOND_MS, scenarioPlan, send, times } from "./scenario.js";
var hosts = times(6, (at) => `broken${at + 1}.test`);
var shops = times(3, (at) => client(`shop-${at + 1}`, hosts.slice(2 * at, 2 * at + 2)));
var movedWhilePaused = {
  name: "partitions that move while attempts wait for their time",
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    ...{ over: "engines", partitions: 4 },
    lastsMs: 2 * MINUTE_MS,
    calmMs: 2 * MINUTE_MS,
    processes: times(2, (at) => ({ name: `process ${at + 1}`, roles: "all" })),
    clients: shops,
    receivers: hosts.map((host) => ({ host, behaviour: "500" })),
    plannedEvents: [
      ...shops.map((one) => send(one, 10 * SECOND_MS, one.name)),
      { of: "process", do: "start", process: "process 2", atMs: 35 * SECOND_MS }
    ]
  }),
  rule: webhooksBySchedule
};
export {
  movedWhilePaused
};
//# sourceMappingURL=movedWhilePaused.js.map
