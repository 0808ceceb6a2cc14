// test/simulation/scenarios/changesMind.ts
import { client, MINUTE_MS, SECOND_MS, scenarioPlan, send } from "./scenario.js";
var shop = client("shop", ["healthy.test"]);
var MOST = 12;
var changesMind = {
  name: "a log that grows by unsubscribing and undoing on one link",
  issue: 26,
  ingredients: ["recipient: changes mind"],
  plan: scenarioPlan({
    lastsMs: 2 * MINUTE_MS,
    clients: [shop],
    receivers: [{ host: "healthy.test", behaviour: "fast" }],
    plannedEvents: [
      { ...send(shop, 5 * SECOND_MS, "news"), to: ["ann@mail.test"], stream: "broadcast" },
      {
        ...{ of: "recipient", do: "changes mind", atMs: 20 * SECOND_MS, client: "shop", key: "news" },
        ...{ address: "ann@mail.test", times: 100, everyMs: 500 }
      }
    ]
  }),
  rule: {
    name: "one link adds a bounded number of events to the log",
    check({ plan, events }) {
      const changes = events.filter(({ type }) => type === "Unsubscribed" || type === "Resubscribed");
      const one = changes[MOST];
      if (one === void 0) return [];
      return [
        {
          rule: this.name,
          what: `${one.stream} has ${changes.length} changes by one link`,
          atMs: Date.parse(one.metadata.at) - plan.startsAtMs,
          about: [one.id]
        }
      ];
    }
  }
};
export {
  changesMind
};
//# sourceMappingURL=changesMind.js.map
