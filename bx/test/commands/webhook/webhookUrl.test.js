// test/commands/webhook/webhookUrl.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { MAX_WEBHOOK_URL_LENGTH, webhookUrlRefusal } from "../../../src/commands/webhook/webhookUrl.js";
import { isPublicAddress } from "../../../src/dispatcher/addressGuard.js";
var test = suite("webhook url");
var names = {
  "hooks.test": ["93.184.215.14", "2606:2800:220:1:248:1893:25c8:1946"],
  "inner.test": ["10.0.0.1"],
  "mixed.test": ["93.184.215.14", "127.0.0.1"],
  localhost: ["127.0.0.1", "::1"]
};
var resolver = {
  resolve: async (name) => names[name] ?? Promise.reject(new Error("ENOTFOUND"))
};
var refusal = (url) => webhookUrlRefusal(url, { resolver, addressAllowed: isPublicAddress });
var NOT_PUBLIC = "must name a host that resolves, and to public addresses only";
test("takes any public host, port, path and query over https", async () => {
  for (const url of [
    ...[
      "https://hooks.test",
      "https://hooks.test/",
      "HTTPS://HOOKS.test:8443/a?b=c#d",
      "https://hooks.test./"
    ],
    ...[
      "https://93.184.215.14/",
      "https://[2606:4700:4700::1111]:443/x",
      `https://hooks.test/${"x".repeat(2e3)}`
    ]
  ])
    assert.is(await refusal(url), null, url);
});
test("refuses every spelling of an address that is not public", async () => {
  for (const host of [
    ...[
      "127.0.0.1",
      "127.1",
      "2130706433",
      "0x7f000001",
      "0x7f.1",
      "0177.0.0.1",
      "017700000001",
      "127.0.0.1."
    ],
    ...["0", "10.0.0.1", "192.168.1", "169.254.169.254", "100.64.0.1", "224.0.0.1", "255.255.255.255"],
    ...["[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::7f00:1]", "[fd00::1]", "[fe80::1]"],
    ...["[64:ff9b::a00:1]", "[2002:7f00:1::]", "127%2e0%2e0%2e1", "localhost", "LOCALHOST", "localhost."],
    ...["inner.test", "mixed.test"]
  ])
    assert.is(await refusal(`https://${host}/`), NOT_PUBLIC, host);
});
test("which names of the inside resolve is not told: one sentence for all that is not reachable", async () => {
  const many = () => Promise.reject(Object.assign(new Error("too many"), { code: "TOO_MANY_ADDRESSES" }));
  const found = await Promise.all([
    ...["gone.test", "inner.test", "mixed.test", "localhost", "10.0.0.1"].map(
      (host) => refusal(`https://${host}/`)
    ),
    ...[async () => [], many].map(
      (resolve) => webhookUrlRefusal("https://hooks.test/", { resolver: { resolve }, addressAllowed: isPublicAddress })
    )
  ]);
  assert.equal([...new Set(found)], [NOT_PUBLIC]);
});
test("refuses other forms, each for its own reason", async () => {
  const cases = [
    ["http://hooks.test/", /https/],
    ["ftp://hooks.test/", /https/],
    ["//hooks.test/", /https/],
    ["hooks.test", /https/],
    ["https:hooks.test", /https/],
    ["https:///hooks.test", /https/],
    ["", /ASCII/],
    ["https://", /https/],
    ["https://user@hooks.test/", /user name/],
    ["https://user:pass@hooks.test/", /user name/],
    ["https://@hooks.test/", /user name/],
    ["https://hooks.test\\@inner.test/", /ASCII/],
    ["https://hooks.test/a b", /ASCII/],
    [" https://hooks.test/", /ASCII/],
    ["https://hooks.test/\n", /ASCII/],
    ["https://ho	oks.test/", /ASCII/],
    ["https://h\xF6\xF6ks.test/", /ASCII/],
    ["https://hooks.test:0/", /port/],
    ["https://hooks.test:65536/", /valid URI/],
    ["https://[::1/", /valid URI/],
    ["https://exa%00mple.test/", /valid URI/],
    ["https://a..b/", /host/],
    [`https://hooks.test/${"x".repeat(MAX_WEBHOOK_URL_LENGTH)}`, /2048/]
  ];
  for (const [url, says] of cases) assert.match(await refusal(url) ?? "was taken", says, url);
});
test.run();
//# sourceMappingURL=webhookUrl.test.js.map
