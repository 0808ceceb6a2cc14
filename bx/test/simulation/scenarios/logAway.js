// test/simulation/scenarios/logAway.ts
import { attemptsCounted } from "../auditor/attemptsCounted.js";
import { webhooksBySchedule } from "../auditor/webhooksBySchedule.js";
import { client, MINUTE_MS, SECOND_MS, scenarioPlan, send, times } from "./scenario.js";
var shop = client("shop", ["fails.test", "slow.test"]);
var ofLog = (what, atMs, lastsMs, share = 1) => ({
  ...{ of: "store", do: what, store: "log", process: null, atMs, lastsMs, share }
});
var routeAway = {
  name: "a mail route that closes between claims and their mails",
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: MINUTE_MS,
    calmMs: 3 * MINUTE_MS,
    clients: [client("sender")],
    plannedEvents: [
      ...times(
        10,
        (at) => send(client("sender"), 20 * SECOND_MS + at * 100, `key-${at + 1}`, { recipients: 5 })
      ),
      // Claims take so long that the route closes meanwhile.
      ofLog("slow", 20.2 * SECOND_MS, 1.5 * SECOND_MS),
      { of: "outside", do: "relay away", atMs: 21 * SECOND_MS, lastsMs: 20 * SECOND_MS, who: null }
    ]
  }),
  rule: attemptsCounted
};
var logAway = {
  name: "a log that is away while attempts begin and end",
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 150 * SECOND_MS,
    calmMs: 2 * MINUTE_MS,
    clients: [shop],
    receivers: [
      { host: "fails.test", behaviour: "500" },
      { host: "slow.test", behaviour: "1.9 s" }
    ],
    plannedEvents: [
      ...times(6, (at) => send(shop, 10 * SECOND_MS + at * 50, `first-${at + 1}`)),
      // The next attempts of the first are due.
      ofLog("unavailable", 68 * SECOND_MS, 10 * SECOND_MS),
      // Posts of the second are under way.
      ...times(4, (at) => send(shop, 100 * SECOND_MS + at * 50, `second-${at + 1}`)),
      ofLog("unavailable", 101.2 * SECOND_MS, 15 * SECOND_MS),
      ...times(30, (at) => send(shop, 130 * SECOND_MS + at * 200, `third-${at + 1}`)),
      ofLog("answers lost", 130 * SECOND_MS, 8 * SECOND_MS, 0.3)
    ]
  }),
  rule: webhooksBySchedule
};
export {
  logAway,
  routeAway
};
//# sourceMappingURL=logAway.js.map
