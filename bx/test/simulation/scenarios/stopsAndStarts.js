// test/simulation/scenarios/stopsAndStarts.ts
import { stopsValid } from "../auditor/stopsValid.js";
import { client, MINUTE_MS, SECOND_MS, scenarioPlan, times } from "./scenario.js";
var shop = { ...client("shop"), number: "+46101000" };
var from = "+46701000001";
var word = (what, atMs, of = {}) => ({
  ...{ of: "text", do: what, atMs, client: shop.name, from, hasId: true, times: 1, everyMs: 0 },
  ...of
});
var stopsAndStarts = {
  name: "a STOP that is brought again after a START",
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 4 * MINUTE_MS,
    clients: [shop],
    plannedEvents: [
      word("stop", 30 * SECOND_MS, { times: 2, everyMs: 2 * MINUTE_MS }),
      word("start", MINUTE_MS),
      ...times(
        20,
        (at) => ({
          ...{ of: "client", do: "text", client: shop.name, key: `text-${at + 1}`, to: from },
          ...{ atMs: (5 + at * 10) * SECOND_MS, segments: 1, callsAtOnce: 1 }
        })
      )
    ]
  }),
  rule: stopsValid
};
export {
  stopsAndStarts
};
//# sourceMappingURL=stopsAndStarts.js.map
