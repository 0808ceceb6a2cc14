// test/simulation/scenarios/slowOwnAllSlots.ts
import { promptTo } from "./promptTo.js";
import { client, SECOND_MS, scenarioPlan, send, times } from "./scenario.js";
var healthy = client("healthy", ["healthy.test"]);
var hosts = times(32, (at) => `slow${at + 1}.test`);
var slow = times(16, (at) => client(`slow ${at + 1}`, hosts.slice(2 * at, 2 * at + 2)));
var live = times(12, (at) => `live-${at + 1}`);
var slowOwnAllSlots = {
  name: "endpoints that answer in 1.9 s own all slots",
  issue: 24,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 60 * SECOND_MS,
    clients: [healthy, ...slow],
    receivers: [
      { host: "healthy.test", behaviour: "fast" },
      ...hosts.map((host) => ({ host, behaviour: "1.9 s" }))
    ],
    plannedEvents: [
      send(healthy, 10 * SECOND_MS, "before"),
      ...slow.map((one, at) => send(one, 10 * SECOND_MS, `first-${at + 1}`)),
      ...slow.map((one, at) => send(one, 20 * SECOND_MS, `flood-${at + 1}`, { recipients: 36 })),
      ...live.map((key, at) => send(healthy, 20.5 * SECOND_MS + at * 200, key))
    ]
  }),
  rule: promptTo("healthy.test", live)
};
export {
  slowOwnAllSlots
};
//# sourceMappingURL=slowOwnAllSlots.js.map
