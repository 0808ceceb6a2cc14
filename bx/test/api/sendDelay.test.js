// test/api/sendDelay.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { sendDelay } from "../../src/api/gate.js";
import { apiFixture } from "../support/apiFixture.js";
var test = suite("sends are delayed while the background lags");
test("the larger the lag of the background, the longer the delay, up to half a second", () => {
  let lagMs = 0;
  const waitMs = sendDelay(() => lagMs);
  const at = (lag) => {
    lagMs = lag;
    return waitMs();
  };
  assert.equal([0, 6e4, 61e3, 7e4, 85e3, 36e5].map(at), [0, 0, 20, 200, 500, 500]);
  assert.is(sendDelay()(), 0);
});
test("a send waits, everything else does not", async () => {
  const api = await apiFixture({ context: { backgroundLagMs: () => 7e4 } });
  const body = { from: "a@b.test", to: "transactional@example.com", subject: "Hello", text: "Hello" };
  let answered = false;
  const sending = api.call("POST", "/v1/emails", { body, idempotencyKey: "one" }).then((answer) => {
    answered = true;
    return answer;
  });
  assert.is((await api.call("GET", "/v1/contacts")).status, 200);
  await api.clock.advance(199);
  assert.not(answered);
  await api.clock.advance(1);
  assert.is((await sending).status, 202);
  assert.is((await api.call("POST", "/v1/contacts", { body: { email: "ann@b.test" } })).status, 200);
  await api.close();
});
test.run();
//# sourceMappingURL=sendDelay.test.js.map
