// test/simulation/scenarios/conflictReadLater.ts
import { client, SECOND_MS, scenarioPlan, send, times } from "./scenario.js";
var shop = client("shop");
var LAGS_MS = 800;
var AT_MS = 20 * SECOND_MS;
var conflictReadLater = {
  name: "a 500 for one of two calls with one key, when the event of a conflict is readable only later",
  issue: 25,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 40 * SECOND_MS,
    clients: [shop],
    over: "engines",
    partitions: 4,
    processes: [
      { name: "process 1", roles: "all" },
      { name: "process 2", roles: ["api"] }
    ],
    plannedEvents: times(3, (at) => AT_MS + at * 5 * SECOND_MS).flatMap((atMs, at) => [
      {
        ...{ of: "store", do: "readers lag", store: "log", process: null, share: 1 },
        ...{ atMs: atMs - 1, lastsMs: LAGS_MS }
      },
      { ...send(shop, atMs, `key-${at + 1}`), callsAtOnce: 2 }
    ])
  }),
  rule: {
    name: "simultaneous calls with one key get one receipt, and no 500",
    check({ journals }) {
      return journals.clients.filter(({ status }) => status === 500).map(({ process, key, atMs, answer }) => ({
        ...{ rule: this.name, atMs, about: [key ?? ""] },
        what: `${process} answered 500 to key ${key}: ${JSON.stringify(answer)}`
      }));
    }
  }
};
export {
  conflictReadLater
};
//# sourceMappingURL=conflictReadLater.js.map
