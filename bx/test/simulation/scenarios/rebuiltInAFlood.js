// test/simulation/scenarios/rebuiltInAFlood.ts
import { rebuiltEqualsLive } from "../auditor/rebuiltEqualsLive.js";
import { client, MINUTE_MS, SECOND_MS, scenarioPlan, send, times } from "./scenario.js";
var shop = client("shop");
var rebuild = (atMs, of = {}) => ({
  ...{ of: "rebuild", do: "whole", atMs, models: [], afterMs: 0 },
  ...of
});
var rebuiltInAFlood = {
  name: "read models that are built again in a flood, and killed on the way",
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 80 * SECOND_MS,
    calmMs: 2 * MINUTE_MS,
    over: "engines",
    partitions: 4,
    processes: times(2, (at) => ({ name: `process ${at + 1}`, roles: "all" })),
    clients: [shop],
    plannedEvents: [
      ...times(300, (at) => send(shop, 5 * SECOND_MS + at * 200, `key-${at + 1}`)),
      rebuild(15 * SECOND_MS),
      rebuild(30 * SECOND_MS, { do: "killed", afterMs: 2 * SECOND_MS }),
      rebuild(45 * SECOND_MS)
    ]
  }),
  rule: rebuiltEqualsLive
};
export {
  rebuiltInAFlood
};
//# sourceMappingURL=rebuiltInAFlood.js.map
