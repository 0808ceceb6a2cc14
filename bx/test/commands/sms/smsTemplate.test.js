// test/commands/sms/smsTemplate.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import { smsTemplatesDecider } from "../../../src/commands/sms/smsTemplate.js";
import { given } from "../../support/given.js";
var test = suite("smsTemplate");
var code = { templateId: "t1", name: "code", body: "Your code is {{ code }}" };
var approved = { type: "SmsTemplateApproved", data: code };
var withdrawn = { type: "SmsTemplateWithdrawn", data: { templateId: "t1" } };
test("a text is approved", () => {
  given(smsTemplatesDecider).when({ do: "approve", ...code }).then(approved);
});
test("a name belongs to one approved text", () => {
  given(smsTemplatesDecider, approved).when({ do: "approve", ...code, templateId: "t2" }).thenRefused("invalid", { path: "/name" });
  given(smsTemplatesDecider, approved, withdrawn).when({ do: "approve", ...code }).then(approved);
});
test("names have 1 to 100 characters, bodies at least one", () => {
  const longest = { ...code, name: "n".repeat(100) };
  given(smsTemplatesDecider).when({ do: "approve", ...longest }).then({ type: "SmsTemplateApproved", data: longest });
  for (const name of ["", "n".repeat(101)])
    given(smsTemplatesDecider).when({ do: "approve", ...code, name }).thenRefused("invalid", { path: "/name" });
  given(smsTemplatesDecider).when({ do: "approve", ...code, body: "" }).thenRefused("invalid", { path: "/body" });
});
test("a text is withdrawn once", () => {
  const withdraw = { do: "withdraw", templateId: "t1" };
  given(smsTemplatesDecider, approved).when(withdraw).then(withdrawn);
  given(smsTemplatesDecider, approved, withdrawn).when(withdraw).thenRefused("notFound");
});
test.run();
//# sourceMappingURL=smsTemplate.test.js.map
