// test/simulation/scenarios/clocksWrong.ts
import { webhooksInTime } from "../auditor/webhooksInTime.js";
import { client, MINUTE_MS, SECOND_MS, scenarioPlan, send, times } from "./scenario.js";
var shop = client("shop", ["fails.test"]);
var hosts = times(4, (at) => `healthy${at + 1}.test`);
var others = times(2, (at) => client(`shop-${at + 1}`, hosts.slice(2 * at, 2 * at + 2)));
var HOUR_MS = 60 * MINUTE_MS;
var clockSetBack = {
  name: "a clock that is set back by an hour between two attempts",
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 400 * SECOND_MS,
    calmMs: MINUTE_MS,
    processes: [{ name: "process 1", roles: "all", bounds: { dispatch: { maxPauses: 12 } } }],
    clients: [shop],
    receivers: [{ host: "fails.test", behaviour: "500" }],
    plannedEvents: [
      ...times(8, (at) => send(shop, 5 * SECOND_MS + at * 100, `key-${at + 1}`)),
      { of: "clock", do: "step", atMs: 2 * MINUTE_MS, process: null, byMs: -HOUR_MS }
    ]
  }),
  rule: webhooksInTime
};
var clocksApart = {
  name: "two processes whose clocks are an hour apart",
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 2 * MINUTE_MS,
    calmMs: MINUTE_MS,
    over: "engines",
    partitions: 4,
    processes: times(2, (at) => ({ name: `process ${at + 1}`, roles: "all" })),
    clients: others,
    receivers: hosts.map((host) => ({ host, behaviour: "fast" })),
    plannedEvents: [
      { of: "clock", do: "step", atMs: 5 * SECOND_MS, process: "process 2", byMs: HOUR_MS },
      ...others.flatMap((one) => times(12, (at) => send(one, MINUTE_MS + at * 500, `${one.name}-${at + 1}`)))
    ]
  }),
  rule: webhooksInTime
};
export {
  clockSetBack,
  clocksApart
};
//# sourceMappingURL=clocksWrong.js.map
