// test/dispatcher/addressGuard.test.ts
import fc from "fast-check";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { addressGuard, isPublicAddress } from "../../src/dispatcher/addressGuard.js";
import { NetworksInvalid, parseNetworks } from "../../src/queues/networks.js";
import { SEED } from "../support/testRun.js";
var test = suite("address guard");
var REFUSED = {
  unspecified: ["0.0.0.0", "0.1.2.3", "::"],
  private: ["10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.0", "192.168.255.255"],
  "shared (RFC 6598)": ["100.64.0.0", "100.127.255.255"],
  loopback: ["127.0.0.1", "127.255.255.255", "::1"],
  "link-local": ["169.254.0.0", "169.254.169.254", "fe80::1", "febf::1", "fe80::1%eth0"],
  "site-local": ["fec0::1"],
  "unique-local": ["fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  "protocol assignments": ["192.0.0.1", "192.0.0.255", "2001::1", "2001:1ff:ffff::1"],
  documentation: ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"],
  benchmarking: ["198.18.0.0", "198.19.255.255", "2001:2::1"],
  multicast: ["224.0.0.0", "239.255.255.255", "ff00::", "ff02::1"],
  reserved: ["240.0.0.0", "255.255.255.254", "4000::1", "f000::1", "100::1", "5f00::1"],
  "inside a cloud": ["168.63.129.16"],
  "unallocated or returned": [
    "3ffe::1",
    "3000::",
    "3000::1",
    "2d00::1",
    "2e00::1",
    "2001:1000::1",
    "2001:4e00::1",
    "2004::1",
    "27ff::1"
  ],
  broadcast: ["255.255.255.255"],
  "anycast relay": ["192.88.99.1"],
  mapped: ["::ffff:10.0.0.1", "::ffff:7f00:1", "::ffff:93.184.215.14"],
  compatible: ["::7f00:1", "::127.0.0.1", "::93.184.215.14"],
  translated: ["64:ff9b::a00:1", "64:ff9b::5db8:d70e", "64:ff9b:1::1", "::ffff:0:10.0.0.1"],
  "6to4 and Teredo": ["2002:a00:1::", "2002:5db8:d70e::1", "2001:0:5db8:d70e::1"],
  ISATAP: ["2606:2800:220:1:0:5efe:a00:1", "2606:2800:220:1:200:5efe:a00:1"],
  "no plain address": [
    "",
    "localhost",
    "127.1",
    "0x7f.0.0.1",
    "0177.0.0.1",
    "2130706433",
    "[::1]",
    " 1.1.1.1",
    "1.1.1.1/8"
  ]
};
var PUBLIC = [
  ...["1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "93.184.215.14", "100.63.255.255", "100.128.0.0"],
  ...["126.255.255.255", "128.0.0.0", "172.15.255.255", "172.32.0.0", "169.253.255.255", "192.167.255.255"],
  ...["192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255"],
  ...[
    "2606:4700:4700::1111",
    "2a00:1450:4001:82a::200e",
    "2001:4860:4860::8888",
    "2001:2000::1",
    "2001:3c00::1",
    "2003::1",
    "2400::1",
    "2a10::1",
    "2c0f::1"
  ],
  ...["168.63.129.15", "168.63.129.17"]
];
for (const [what, addresses] of Object.entries(REFUSED)) {
  test(`refuses ${what}`, () => {
    for (const address of addresses) assert.is(isPublicAddress(address), false, address);
  });
}
test("lets public addresses through, up to the edges of what is refused", () => {
  for (const address of PUBLIC) assert.is(isPublicAddress(address), true, address);
});
test("never throws, and no IPv4 address gets through inside an IPv6 one", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()),
      (text) => typeof isPublicAddress(text) === "boolean"
    ),
    { seed: SEED }
  );
  fc.assert(
    fc.property(fc.ipV4(), (v4) => !isPublicAddress(`::ffff:${v4}`) && !isPublicAddress(`64:ff9b::${v4}`)),
    { seed: SEED }
  );
});
test("the allow list lifts the guard for its networks alone", () => {
  const allowed = addressGuard(parseNetworks(" 10.1.0.0/16, fd00::/8 ,127.0.0.1/32"));
  for (const address of ["10.1.0.0", "10.1.255.255", "fd12::1", "127.0.0.1", "1.1.1.1"])
    assert.is(allowed(address), true, address);
  for (const address of ["10.2.0.0", "fc00::1", "127.0.0.2", "::1", "::ffff:10.1.0.1", "localhost", ""])
    assert.is(allowed(address), false, address);
  assert.is(addressGuard(parseNetworks("0.0.0.0/0"))("10.0.0.1"), true);
  assert.is(addressGuard(parseNetworks(""))("10.0.0.1"), false);
});
test("a list that names no network says which part is wrong", () => {
  for (const part of [
    "10.0.0.0",
    "10.0.0.0/33",
    "fd00::/129",
    "10.1/16",
    "localhost/8",
    "0x0a.0.0.0/8",
    "fe80::%1/64",
    "/8"
  ]) {
    try {
      parseNetworks(`10.0.0.0/8,${part}`);
      assert.unreachable(`${part} was taken`);
    } catch (error) {
      assert.instance(error, NetworksInvalid, part);
      assert.ok(error.message.includes(`"${part}"`), part);
    }
  }
});
test.run();
//# sourceMappingURL=addressGuard.test.js.map
