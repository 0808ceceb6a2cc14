// test/simulation/scenarios/replayAheadOfLive.ts
import { promptTo } from "./promptTo.js";
import { client, SECOND_MS, scenarioPlan, send } from "./scenario.js";
var shop = client("shop", ["healthy.test"]);
var live = ["live-1", "live-2"];
var replayAheadOfLive = {
  name: "a replay goes ahead of live events",
  issue: 24,
  ingredients: ["client: redeliver"],
  plan: scenarioPlan({
    lastsMs: 80 * SECOND_MS,
    clients: [shop],
    receivers: [{ host: "healthy.test", behaviour: "250 ms" }],
    plannedEvents: [
      send(shop, 5 * SECOND_MS, "much", { recipients: 152 }),
      send(shop, 6 * SECOND_MS, "more", { recipients: 152 }),
      {
        ...{ of: "client", do: "redeliver", client: "shop", atMs: 40 * SECOND_MS },
        ...{ url: "https://healthy.test/hook", sinceMs: 0 }
      },
      ...live.map((key, at) => send(shop, 41 * SECOND_MS + at * 500, key))
    ]
  }),
  rule: promptTo("healthy.test", live)
};
export {
  replayAheadOfLive
};
//# sourceMappingURL=replayAheadOfLive.js.map
