// test/faults/watchCheckpoints.ts
import { setTimeout as sleep } from "node:timers/promises";
import { openMongo } from "../../src/adapters/mongodb/open.js";
import { quietLog } from "../support/quietLog.js";
import { wallClock } from "../support/wallClock.js";
var LOOK_EVERY_MS = 100;
async function watchCheckpoints(url) {
  const mongo = openMongo(url, { log: quietLog, clock: wallClock });
  const collection = await mongo.documents.collection({ name: "checkpoints", indexes: {} });
  const highest = /* @__PURE__ */ new Map();
  const movedBack = [];
  let looks = 0;
  let ended = false;
  const look = async () => {
    for await (const { key, position } of collection.scan()) {
      const before = highest.get(key);
      if (before !== void 0 && position < before) movedBack.push(`${key}: ${before} to ${position}`);
      else highest.set(key, position);
    }
    looks++;
  };
  const watch = async () => {
    while (!ended) {
      await look();
      await sleep(LOOK_EVERY_MS);
    }
  };
  const watching = watch();
  return {
    async end() {
      ended = true;
      await watching;
      await mongo.close();
      return { looks, seen: highest.size, movedBack };
    }
  };
}
export {
  watchCheckpoints
};
//# sourceMappingURL=watchCheckpoints.js.map
