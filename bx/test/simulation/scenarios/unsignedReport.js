// test/simulation/scenarios/unsignedReport.ts
import { client, MINUTE_MS, SECOND_MS, scenarioPlan, send } from "./scenario.js";
var shop = client("shop");
var ADDRESS = "ann@mail.test";
var first = { ...send(shop, 5 * SECOND_MS, "first"), to: [ADDRESS] };
var second = { ...send(shop, 2 * MINUTE_MS, "second"), to: [ADDRESS] };
var unsigned = (name, what) => ({
  name,
  issue: 23,
  ingredients: [`report: unsigned ${what}`, `report: forwarded ${what}`],
  plan: scenarioPlan({
    lastsMs: 3 * MINUTE_MS,
    clients: [shop],
    plannedEvents: [
      first,
      {
        ...{ of: "report", do: what, atMs: MINUTE_MS, client: "shop", key: "first", address: ADDRESS },
        ...{ proof: "unsigned", times: 1, everyMs: 0 }
      },
      second
    ]
  }),
  rule: {
    name: "no one is suppressed by a single unsigned report",
    check({ plan, journals, events }) {
      const handedOver = journals.mail.filter(({ recipient, has }) => has && recipient === ADDRESS);
      if (journals.reports.every(({ answer }) => answer !== "taken") || handedOver.length > 1) return [];
      const refused = events.find(({ type }) => type === "Rejected");
      const dateMs = refused === void 0 ? null : Date.parse(refused.metadata.at);
      return [
        {
          rule: this.name,
          what: `${ADDRESS} gets no more mail after one ${what} that knew the Message-ID alone`,
          atMs: dateMs === null ? second.atMs : dateMs - plan.startsAtMs,
          about: [ADDRESS]
        }
      ];
    }
  }
});
var unsignedBounce = unsigned("a suppression by one forged report of a bounce", "bounce");
var unsignedComplaint = unsigned("a suppression by one forged complaint", "complaint");
export {
  unsignedBounce,
  unsignedComplaint
};
//# sourceMappingURL=unsignedReport.js.map
