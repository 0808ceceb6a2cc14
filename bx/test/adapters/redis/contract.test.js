// test/adapters/redis/contract.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import { hintsContract } from "../../contract/hints.js";
import { leasesContract } from "../../contract/leases.js";
import { paceContract } from "../../contract/pace.js";
import { requires } from "../../servers/requires.js";
import { redisFactory } from "./openedRedis.js";
var { redis: server } = await requires("redis");
leasesContract(
  "leases in Redis",
  redisFactory(server, ({ leases }) => leases)
);
hintsContract(
  "hints through Redis",
  redisFactory(server, ({ hints }) => hints)
);
paceContract(
  "pace in Redis, by a test's clock",
  (clock) => redisFactory(
    server,
    ({ pace }) => pace,
    () => clock.nowMs()
  )()
);
paceContract("pace in Redis, by Redis's clock", () => redisFactory(server, ({ pace }) => pace)(), {
  ownClock: true
});
var after = suite("the Redis of the contract suites");
after("stops", async () => {
  await server.stop();
});
after.run();
//# sourceMappingURL=contract.test.js.map
