// test/adapters/smtp/mxSite.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { sitesOfDomains } from "../../../src/adapters/smtp/mxSite.js";
import { manualClock } from "../../support/manualClock.js";
var test = suite("the site of a domain");
function siteOf(records) {
  const lookup = { mx: async () => [...records], addresses: async () => [] };
  return sitesOfDomains(lookup, manualClock()).siteOf("b.example");
}
test("of more hosts than are used, the order of the answer decides nothing", async () => {
  const hosts = Array.from({ length: 25 }, (_, n) => ({ exchange: `mx${n}.b.example`, priority: 10 }));
  const others = hosts.toReversed().map((host) => ({ ...host, exchange: `${host.exchange.toUpperCase()}.` }));
  const [one, other] = await Promise.all([siteOf(hosts), siteOf(others)]);
  assert.is(other.name, one.name);
  assert.is(one.hosts.length, 20);
  const preferred = { exchange: "z.b.example", priority: 5 };
  assert.equal((await siteOf([...hosts, preferred])).hosts[0], preferred);
});
test.run();
//# sourceMappingURL=mxSite.test.js.map
