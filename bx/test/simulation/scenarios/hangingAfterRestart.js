// test/simulation/scenarios/hangingAfterRestart.ts
import { promptTo } from "./promptTo.js";
import { client, MINUTE_MS, SECOND_MS, scenarioPlan, send, times } from "./scenario.js";
var healthy = client("healthy", ["healthy.test"]);
var hosts = times(16, (at) => `hangs${at + 1}.test`);
var hanging = times(8, (at) => client(`hanging ${at + 1}`, hosts.slice(2 * at, 2 * at + 2)));
var after = times(5, (at) => `after-${at + 1}`);
var hangingAfterRestart = {
  name: "a healthy endpoint next to 16 hanging ones after a restart",
  issue: 24,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 80 * SECOND_MS,
    calmMs: 30 * MINUTE_MS,
    clients: [healthy, ...hanging],
    receivers: [
      { host: "healthy.test", behaviour: "fast" },
      ...hosts.map((host) => ({ host, behaviour: "hangs" }))
    ],
    plannedEvents: [
      send(healthy, 10 * SECOND_MS, "before"),
      ...hanging.map((one, at) => send(one, 12 * SECOND_MS, `backlog-${at + 1}`, { recipients: 30 })),
      {
        ...{ of: "process", do: "kill", process: "process 1", atMs: 30 * SECOND_MS },
        ...{ upon: "now", againAfterMs: 1e3 }
      },
      ...after.map((key, at) => send(healthy, 31.6 * SECOND_MS + at * 200, key))
    ]
  }),
  rule: promptTo("healthy.test", after)
};
export {
  hangingAfterRestart
};
//# sourceMappingURL=hangingAfterRestart.js.map
