// test/adapters/redis/renewal.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { redisLeases } from "../../../src/adapters/redis/leases.js";
import { quietLog } from "../../support/quietLog.js";
import { seededIds } from "../../support/seededIds.js";
var test = suite("renewal of leases in Redis");
function slowRedis() {
  const ran = [];
  let answerRenewal = () => {
  };
  let begun = () => {
  };
  const renewing = new Promise((resolve) => {
    begun = resolve;
  });
  const connection = {
    answer: async () => "OK",
    run: ({ source }) => {
      const isRenewal = source.includes("'SET'");
      ran.push(isRenewal ? "renew" : "release");
      if (!isRenewal) return Promise.resolve(1);
      begun();
      return new Promise((resolve) => {
        answerRenewal = resolve;
      });
    },
    close: async () => {
    }
  };
  return {
    ran,
    renewing,
    answer: (ours) => answerRenewal(ours),
    leases: redisLeases(connection, seededIds("renewal"), quietLog)
  };
}
var settled = async () => {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
};
test("a renewal during the release does not take the lease again", async () => {
  const { ran, renewing, answer, leases } = slowRedis();
  const lease = await leases.acquire("name", 6e3);
  await renewing;
  await lease?.release();
  assert.equal(ran, ["renew", "release"]);
  answer(1);
  await settled();
  assert.equal(ran, ["renew", "release", "release"]);
  assert.ok(lease?.lost.aborted);
});
test("one that says that another has the lease ends it, and takes nothing from the other", async () => {
  const { ran, renewing, answer, leases } = slowRedis();
  const lease = await leases.acquire("name", 6e3);
  await renewing;
  answer(0);
  await settled();
  assert.ok(lease?.lost.aborted);
  assert.equal(ran, ["renew"]);
});
test.run();
//# sourceMappingURL=renewal.test.js.map
