// test/simulation/scenarios/crashLoop.ts
import { client, MINUTE_MS, SECOND_MS, scenarioPlan, send, times } from "./scenario.js";
var shop = client("shop");
var KILLS = 12;
var KILLED_EVERY_MS = 4 * SECOND_MS;
var MOST = 3;
var WITHIN_MS = 10 * MINUTE_MS;
var kills = times(KILLS, (at) => ({
  ...{ of: "process", do: "kill", process: "process 1", upon: "now", againAfterMs: 500 },
  atMs: 20 * SECOND_MS + at * KILLED_EVERY_MS
}));
var crashLoop = {
  name: "one mail sent again at every start of a crash loop",
  issue: 23,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 90 * SECOND_MS,
    calmMs: 30 * MINUTE_MS,
    clients: [shop],
    mailDomains: [{ domain: "mail.test", behaviour: "answers late" }],
    plannedEvents: [
      ...times(30, (at) => send(shop, 5 * SECOND_MS + at * 100, `key-${at + 1}`, { recipients: 50 })),
      ...kills
    ]
  }),
  rule: {
    name: `a mail is handed over at most ${MOST} times in ten minutes of a crash loop`,
    check({ journals }) {
      const handedOver = /* @__PURE__ */ new Map();
      const told = /* @__PURE__ */ new Set();
      return journals.mail.flatMap(({ deliveryId, recipient, has, atMs }) => {
        if (!has) return [];
        const moments = (handedOver.get(deliveryId) ?? []).filter((ms) => atMs - ms < WITHIN_MS);
        handedOver.set(deliveryId, [...moments, atMs]);
        if (moments.length < MOST || told.has(deliveryId)) return [];
        told.add(deliveryId);
        const all = journals.mail.filter((line) => line.has && line.deliveryId === deliveryId).length;
        const what = `${recipient} got the same mail ${all} times`;
        return [{ rule: this.name, what, atMs, about: [deliveryId] }];
      });
    }
  }
};
export {
  crashLoop
};
//# sourceMappingURL=crashLoop.js.map
