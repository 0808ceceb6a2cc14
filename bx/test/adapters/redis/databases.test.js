// test/adapters/redis/databases.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { eventually } from "../../e2e/eventually.js";
import { requires } from "../../servers/requires.js";
import { redisAt } from "./openedRedis.js";
var { redis: server } = await requires("redis");
var test = suite("databases of one Redis");
var opened = [];
var openAt = (database) => {
  const redis = redisAt(server.url + database);
  opened.push(redis);
  return redis;
};
test("a hint is heard in its own database only", async () => {
  const heard = [];
  for (const database of ["", "/0", "/1", "/2"])
    openAt(database).hints.subscribe("members", (said) => heard.push(`${said} in ${database}`));
  const [zero, one, last] = [openAt("/0"), openAt("/1"), openAt("/2")];
  await eventually("each is heard in its own", () => {
    zero.hints.publish("members", "zero");
    one.hints.publish("members", "one");
    last.hints.publish("members", "last");
    return ["zero in ", "zero in /0", "one in /1", "last in /2"].every((one2) => heard.includes(one2));
  });
  assert.equal([...new Set(heard)].sort(), ["last in /2", "one in /1", "zero in ", "zero in /0"]);
});
test("a database belongs to the first ledger that claims it; asking alone claims nothing", async () => {
  const [one, two, other] = [openAt("/3"), openAt("/3"), openAt("/4")];
  assert.is(await one.leases.ledger?.(null), null);
  assert.is(await one.leases.ledger?.("a"), "a");
  assert.is(await two.leases.ledger?.("b"), "a");
  assert.is(await two.leases.ledger?.(null), "a");
  assert.is(await other.leases.ledger?.("b"), "b");
});
test("of a Redis that is away nothing is known", async () => {
  const away = redisAt("redis://127.0.0.1:1");
  opened.push(away);
  assert.is(await away.leases.ledger?.("a"), null);
});
test.after(async () => {
  for (const redis of opened) await redis.close();
  await server.stop();
});
test.run();
//# sourceMappingURL=databases.test.js.map
