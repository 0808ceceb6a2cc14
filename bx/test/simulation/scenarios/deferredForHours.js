// test/simulation/scenarios/deferredForHours.ts
import { delaysReported } from "../auditor/delaysReported.js";
import { client, MINUTE_MS, SECOND_MS, scenarioPlan, send } from "./scenario.js";
var shop = client("shop");
var HOUR_MS = 60 * MINUTE_MS;
var deferredForHours = {
  name: "a mail that is deferred for hours, next to a scheduled one",
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 8 * HOUR_MS,
    clients: [shop],
    mailDomains: [
      { domain: "mail.test", behaviour: "takes" },
      { domain: "full.test", behaviour: "defers" }
    ],
    plannedEvents: [
      ...Array.from(
        { length: 10 },
        (_, n) => send(shop, 5 * SECOND_MS, `deferred-${n}`, { domain: "full.test", recipients: 50 })
      ),
      { ...send(shop, 6 * SECOND_MS, "scheduled"), laterMs: HOUR_MS }
    ]
  }),
  rule: delaysReported
};
export {
  deferredForHours
};
//# sourceMappingURL=deferredForHours.js.map
