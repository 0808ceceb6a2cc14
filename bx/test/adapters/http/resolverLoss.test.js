// test/adapters/http/resolverLoss.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { dnsResolver } from "../../../src/adapters/http/resolver.js";
import { A, AAAA, dnsServer, v4 } from "../../support/dnsServer.js";
var test = suite("dns resolver: a lost packet");
var V6 = Buffer.from("26062800022000010248189325c81946", "hex");
for (const [family, lost] of [
  ["IPv4", A],
  ["IPv6", AAAA]
])
  test(`given the first question about ${family} is lost, it is repeated, and both families are known`, async () => {
    let questions = 0;
    const server = await dnsServer((_, type) => {
      if (type === lost && questions++ === 0) return null;
      return type === A ? [v4("192.0.2.1")] : [V6];
    });
    const resolver = dnsResolver({ servers: [server.address] });
    assert.is((await resolver.resolve("lossy.test")).length, 2);
    server.close();
  });
test.run();
//# sourceMappingURL=resolverLoss.test.js.map
