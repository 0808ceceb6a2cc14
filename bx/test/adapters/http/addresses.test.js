// test/adapters/http/addresses.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { allowedAddresses, cachedLookUps } from "../../../src/adapters/http/addresses.js";
import { AttemptFailed, deadline } from "../../../src/adapters/http/attempt.js";
import { manualClock } from "../../support/manualClock.js";
var test = suite("addresses of a url");
async function addressesOf(url, found = []) {
  const time = deadline(5e3);
  const context = { resolver: { resolve: async () => found }, addressAllowed: () => true };
  try {
    return await allowedAddresses(new URL(url), context, time);
  } finally {
    time.clear();
  }
}
test("they are in the spelling of sockets, so that a connection is found by its address", async () => {
  const found = ["2606:4700:0:0:0:0:0:1111", "2606:4700:00AB::1", "93.184.215.14"];
  assert.equal(await addressesOf("https://x.test/", found), [
    "2606:4700::1111",
    "2606:4700:ab::1",
    "93.184.215.14"
  ]);
  assert.equal(await addressesOf("https://[2606:4700:0:0:0:0:0:1]/"), ["2606:4700::1"]);
});
test("a failed look-up is not cached", async () => {
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    if (asked === 1) throw new AttemptFailed("dns", "SERVFAIL");
    return ["93.184.215.14"];
  };
  const cached = cachedLookUps({ resolve }, manualClock().monotonicMs);
  await cached.resolve("x.test").then(
    () => assert.unreachable("it resolved"),
    () => {
    }
  );
  assert.equal(await cached.resolve("x.test"), ["93.184.215.14"]);
  await cached.resolve("x.test");
  assert.is(asked, 2);
});
test("of very many names the one asked about first is forgotten first", async () => {
  const asked = [];
  const resolve = async (name) => {
    asked.push(name);
    return ["93.184.215.14"];
  };
  const cached = cachedLookUps({ resolve }, manualClock().monotonicMs);
  for (let n = 0; n <= 4096; n++) await cached.resolve(`${n}.test`);
  asked.length = 0;
  await cached.resolve("1.test");
  await cached.resolve("0.test");
  assert.equal(asked, ["0.test"]);
});
test.run();
//# sourceMappingURL=addresses.test.js.map
