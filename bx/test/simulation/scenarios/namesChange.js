// test/simulation/scenarios/namesChange.ts
import { endsInTime } from "../auditor/endsInTime.js";
import { DNS_CHANGES } from "../plan.js";
import { client, MINUTE_MS, SECOND_MS, scenarioPlan, send, times } from "./scenario.js";
var shop = client("shop");
var domains = DNS_CHANGES.map((_, at) => `mail${at + 1}.test`);
var namesChange = {
  name: "mail domains whose names change and fail for a while",
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 12 * MINUTE_MS,
    calmMs: 40 * MINUTE_MS,
    clients: [shop],
    route: "mx",
    mailDomains: domains.map((domain) => ({ domain, behaviour: "takes" })),
    plannedEvents: domains.flatMap((domain, at) => [
      ...times(
        6,
        (one) => send(shop, (5 + one * 110) * SECOND_MS + at * 100, `key-${at + 1}-${one + 1}`, { domain })
      ),
      {
        ...{ of: "names", do: DNS_CHANGES[at] ?? "moved", domain },
        ...{ atMs: MINUTE_MS, lastsMs: 8 * MINUTE_MS }
      }
    ])
  }),
  rule: endsInTime
};
export {
  namesChange
};
//# sourceMappingURL=namesChange.js.map
