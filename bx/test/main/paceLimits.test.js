// test/main/paceLimits.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { setSendingPace } from "../../src/commands/workspace/setSendingPace.js";
import { decideSuspension } from "../../src/commands/workspace/suspension.js";
import { readSettings } from "../../src/config.js";
import { limitsOf } from "../../src/main/components.js";
import { apiFixture } from "../support/apiFixture.js";
var test = suite("the pace of a workspace");
test("is that of the settings, then its own, and none while it is suspended", async () => {
  const api = await apiFixture();
  const env = { POSTLEDGER_PACE_PER_SECOND: "7", POSTLEDGER_PACE_PER_DAY: "700" };
  const limits = () => limitsOf(api.models.workspaces, readSettings(env))(api.workspace);
  assert.equal(await limits(), { perSecond: 7, perDay: 700 });
  assert.equal(await limitsOf(api.models.workspaces, readSettings({}))(api.workspace), {
    perSecond: 10,
    perDay: 1e4
  });
  await setSendingPace(api.ledger, api.origin, { perSecond: 3, perDay: 50 });
  assert.equal(await limits(), { perSecond: 3, perDay: 50 });
  await decideSuspension(api.ledger, api.origin, { do: "suspend", reason: "spam" });
  assert.is((await limits()).perSecond, 0);
  await api.close();
});
test.run();
//# sourceMappingURL=paceLimits.test.js.map
