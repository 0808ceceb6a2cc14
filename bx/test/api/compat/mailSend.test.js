// test/api/compat/mailSend.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { everyField } from "../../../src/api/compat/fieldTable.js";
import { mailSendFields } from "../../../src/api/compat/mailSendFields.js";
import { apiFixture } from "../../support/apiFixture.js";
import { tryCase } from "./cases.js";
import { cases, good } from "./mailSendCases.js";
import { edgeCases } from "./mailSendEdgeCases.js";
import { settingsCases } from "./mailSettingsCases.js";
var test = suite("compat: POST /v3/mail/send");
test.before(async (context) => {
  context.api = await apiFixture();
  const fields = { friendly_name: "t", name: "T", subject: "Hi", text: "x" };
  const { body } = await context.api.call("POST", "/v1/templates", { body: fields });
  context.template = String(body.id);
});
test.after(async ({ api }) => api.close());
var everyCase = [...cases, ...edgeCases, ...settingsCases];
for (const one of everyCase)
  test(`${one.field} ${JSON.stringify(one.change).slice(0, 80)}`, ({ api }) => tryCase(api, one, (change) => api.call("POST", "/v3/mail/send", { body: { ...good, ...change } })));
test("every field of the table has a case", () => {
  const tried = new Set(everyCase.map(({ field }) => field));
  assert.equal(
    everyField(mailSendFields).filter(([name]) => !tried.has(name)),
    []
  );
});
test.run();
//# sourceMappingURL=mailSend.test.js.map
