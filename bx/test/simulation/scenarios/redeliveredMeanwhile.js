// test/simulation/scenarios/redeliveredMeanwhile.ts
import { webhooksInTime } from "../auditor/webhooksInTime.js";
import { client, MINUTE_MS, SECOND_MS, scenarioPlan, send, times } from "./scenario.js";
var shop = client("shop", ["hangs.test"]);
var store = client("store", ["broken.test"]);
var redeliveredMeanwhile = {
  name: "a delivery that is asked for again while it is attempted",
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 150 * SECOND_MS,
    calmMs: 2 * MINUTE_MS,
    clients: [shop],
    receivers: [{ host: "hangs.test", behaviour: "hangs" }],
    plannedEvents: [
      ...times(1, (at) => send(shop, 5 * SECOND_MS, `key-${at + 1}`)),
      {
        ...{ of: "client", do: "redeliver", client: "shop", url: "https://hangs.test/hook" },
        ...{ atMs: 80 * SECOND_MS, sinceMs: 0 }
      }
    ]
  }),
  rule: webhooksInTime
};
var redeliveredAtOnce = {
  name: "deliveries that are asked for again as soon as they have failed",
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 40 * SECOND_MS,
    processes: [
      { name: "process 1", roles: ["api", "sender", "dispatcher"] },
      { name: "process 2", roles: ["projector"] }
    ],
    clients: [store],
    receivers: [{ host: "broken.test", behaviour: "500" }],
    plannedEvents: times(3, (at) => 10 * (at + 1) * SECOND_MS).flatMap((tickMs) => [
      send(store, tickMs - 250, `key-${tickMs}`),
      {
        ...{ of: "client", do: "redeliver", client: "store", url: "https://broken.test/hook" },
        ...{ atMs: tickMs + 5, sinceMs: tickMs - 250 }
      }
    ])
  }),
  rule: webhooksInTime
};
export {
  redeliveredAtOnce,
  redeliveredMeanwhile
};
//# sourceMappingURL=redeliveredMeanwhile.js.map
