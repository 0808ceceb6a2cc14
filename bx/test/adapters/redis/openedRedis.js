// test/adapters/redis/openedRedis.ts
import { openRedis } from "../../../src/adapters/redis/open.js";
import { quietLog } from "../../support/quietLog.js";
import { seededIds } from "../../support/seededIds.js";
import { wallClock } from "../mongodb/openedMongo.js";
var opened = 0;
function redisAt(url, paceNowMs) {
  opened += 1;
  const ids = seededIds(`process ${process.pid}, client ${opened}`);
  return openRedis(url, { log: quietLog, clock: wallClock, ids, ...paceNowMs && { paceNowMs } });
}
function redisFactory(server, part, paceNowMs) {
  return async () => {
    let first = redisAt(server.url, paceNowMs);
    const others = [];
    return {
      subject: part(first),
      reopen: async () => {
        await first.close();
        first = redisAt(server.url, paceNowMs);
        return part(first);
      },
      second: async () => {
        const other = redisAt(server.url, paceNowMs);
        others.push(other);
        return part(other);
      },
      destroy: async () => {
        for (const redis of [first, ...others]) await redis.close();
      }
    };
  };
}
export {
  redisAt,
  redisFactory
};
//# sourceMappingURL=openedRedis.js.map
