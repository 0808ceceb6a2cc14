// test/adapters/mongodb/openedMongo.ts
import { randomUUID } from "node:crypto";
import { openMongo } from "../../../src/adapters/mongodb/open.js";
import { databaseAt } from "../../servers/runningMongo.js";
import { quietLog } from "../../support/quietLog.js";
var wallClock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  turn: () => new Promise((resolve) => setImmediate(resolve)),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms))
};
var mongoAt = (url) => openMongo(url, { log: quietLog, clock: wallClock });
function mongoFactory(server, part) {
  return async () => {
    const url = databaseAt(server.url, `t${randomUUID().replaceAll("-", "")}`);
    let first = mongoAt(url);
    const others = [];
    return {
      subject: part(first),
      reopen: async () => {
        await first.close();
        first = mongoAt(url);
        return part(first);
      },
      second: async () => {
        const other = mongoAt(url);
        others.push(other);
        return part(other);
      },
      destroy: async () => {
        for (const mongo of [first, ...others]) await mongo.close();
      }
    };
  };
}
export {
  mongoAt,
  mongoFactory,
  wallClock
};
//# sourceMappingURL=openedMongo.js.map
