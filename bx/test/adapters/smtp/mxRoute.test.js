// test/adapters/smtp/mxRoute.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { mxRoute } from "../../../src/adapters/smtp/mxRoute.js";
import { manualClock } from "../../support/manualClock.js";
import { seededIds } from "../../support/seededIds.js";
var test = suite("the way of a mail to its recipient\u2019s own servers");
var MAIL = {
  sender: "me@a.example",
  recipient: "you@b.example",
  reportsComeBack: false,
  raw: Buffer.from("Subject: hello\r\n\r\nhello\r\n"),
  deliveryId: "d",
  workspace: "w"
};
var server = { host: "mx.b.example", address: "192.0.2.1", tls: null };
var TAKEN = { ended: "taken", response: "250 ok", handedOver: { server, sha256: "00" } };
function routeWith(lookUpsMs) {
  const clock = manualClock();
  const handed = [];
  const route = mxRoute({
    ...{ clock, ids: seededIds() },
    lookup: {
      async mx() {
        clock.pass(lookUpsMs.shift() ?? 0);
        return [{ exchange: "mx.b.example", priority: 10 }];
      },
      addresses: async () => ["192.0.2.1"]
    },
    async transactAt({ name }) {
      handed.push(name);
      return TAKEN;
    }
  });
  return { route, handed };
}
test("nothing is handed over where the process stood still during the look-up: another may have taken the mail", async () => {
  const { route, handed } = routeWith([15 * 6e4]);
  assert.equal(await route.send(MAIL), { outcome: "waiting" });
  assert.equal(handed, []);
  assert.is((await route.send(MAIL)).outcome, "delivered", "the next claim finds the records");
});
test("a slow look-up holds no mail back", async () => {
  const { route, handed } = routeWith([45e3]);
  assert.is((await route.send(MAIL)).outcome, "delivered");
  assert.equal(handed, ["mx.b.example"]);
});
test.run();
//# sourceMappingURL=mxRoute.test.js.map
