// test/faults/proxiedEngines.ts
import { join } from "node:path";
import { startMongo, startRedis } from "../servers/servers.js";
import { childDouble } from "../support/childDouble.js";
import { faultProxy } from "../support/faultProxy.js";
async function proxiedEngines(folder) {
  const [mongo, redis] = await Promise.all([startMongo(), startRedis()]);
  const double = await childDouble(join(folder, "eventstore"));
  const [toDouble, toMongo, toRedis] = await Promise.all(
    [double.port, mongo.port, redis.port].map((port) => faultProxy(port))
  );
  if (toDouble === void 0 || toMongo === void 0 || toRedis === void 0) throw new Error("no proxy");
  const eventStore = {
    name: "EventStoreDB (double)",
    directUrl: double.url,
    proxy: toDouble,
    kill: () => double.kill(),
    restart: () => double.restart(),
    pause: () => double.signal("SIGSTOP"),
    resume: () => double.signal("SIGCONT"),
    async close() {
      await toDouble.close();
      await double.kill();
    }
  };
  const proxied = (name, proxy, server) => ({
    name,
    directUrl: server.url,
    proxy,
    kill: () => server.kill(),
    restart: () => server.restart(),
    pause: () => server.pause(),
    resume: () => server.resume(),
    async close() {
      await proxy.close();
      await server.stop();
    }
  });
  const engines = [eventStore, proxied("MongoDB", toMongo, mongo), proxied("Redis", toRedis, redis)];
  return {
    eventStore: engines[0],
    mongo: engines[1],
    redis: engines[2],
    env: {
      EVENTSTORE_URL: `esdb://127.0.0.1:${toDouble.port}?tls=false`,
      MONGODB_URL: `mongodb://127.0.0.1:${toMongo.port}/?directConnection=true`,
      REDIS_URL: `redis://127.0.0.1:${toRedis.port}`,
      POSTLEDGER_PARTITIONS: "4"
    },
    async close() {
      await Promise.all(engines.map((engine) => engine.close()));
    }
  };
}
export {
  proxiedEngines
};
//# sourceMappingURL=proxiedEngines.js.map
