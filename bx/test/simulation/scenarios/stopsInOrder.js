// test/simulation/scenarios/stopsInOrder.ts
import { stopsInOrder as rule } from "../auditor/stopsInOrder.js";
import { client, MINUTE_MS, SECOND_MS, scenarioPlan, send, times } from "./scenario.js";
var hosts = times(4, (at) => `slow${at + 1}.test`);
var shops = times(2, (at) => client(`shop-${at + 1}`, hosts.slice(2 * at, 2 * at + 2)));
var restart = (process, atMs) => [
  ...shops.flatMap((one) => times(6, (at) => send(one, atMs + at * 50, `${one.name}-${atMs}-${at + 1}`))),
  { of: "process", do: "stop", process, atMs: atMs + 1200 },
  { of: "process", do: "start", process, atMs: atMs + 15 * SECOND_MS }
];
var stopsInOrder = {
  name: "processes that are restarted in order",
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 110 * SECOND_MS,
    calmMs: 2 * MINUTE_MS,
    over: "engines",
    partitions: 4,
    processes: times(2, (at) => ({ name: `process ${at + 1}`, roles: "all" })),
    clients: shops,
    receivers: hosts.map((host) => ({ host, behaviour: "1.9 s" })),
    plannedEvents: [
      ...times(2, (at) => ({
        ...{ of: "process", do: "start", process: `process ${at + 1}`, atMs: 0 }
      })),
      ...restart("process 1", 30 * SECOND_MS),
      ...restart("process 2", 60 * SECOND_MS),
      ...restart("process 1", 90 * SECOND_MS)
    ]
  }),
  rule
};
export {
  stopsInOrder
};
//# sourceMappingURL=stopsInOrder.js.map
