// test/queues/networkOf.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { networkOf } from "../../src/queues/networkOf.js";
var test = suite("network of an address");
for (const [address, network] of [
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::FFFF:192.0.2.1", "192.0.2.1"],
  ["::1", "0:0:0:0::/64"],
  ["2001:db8::", "2001:db8:0:0::/64"],
  ["2001:db8:0:0:1:2:3:4", "2001:db8:0:0::/64"],
  ["2001:0DB8:00a0:1::7", "2001:db8:a0:1::/64"],
  ["2001:db8:a0:1:ffff:ffff:ffff:ffff", "2001:db8:a0:1::/64"],
  ["2001:db8:a0:2::7", "2001:db8:a0:2::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["not an address", "not an address"]
])
  test(`${address} is ${network}`, () => {
    assert.is(networkOf(address), network);
  });
test.run();
//# sourceMappingURL=networkOf.test.js.map
