// test/commands/sms/smsNumber.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import { smsNumbersDecider } from "../../../src/commands/sms/smsNumber.js";
import { given } from "../../support/given.js";
var smsNumber = suite("sms number");
var number = "+4915123456789";
var opened = { type: "WorkspaceOpened", data: { name: "acme" } };
var assigned = { type: "SmsNumberAssigned", data: { number } };
var released = { type: "SmsNumberReleased", data: { number } };
smsNumber("is assigned once", () => {
  given(smsNumbersDecider, opened).when({ do: "assign", number }).then(assigned);
  given(smsNumbersDecider, opened, assigned).when({ do: "assign", number }).then();
  given(smsNumbersDecider, opened, assigned, released).when({ do: "assign", number }).then(assigned);
});
smsNumber("is released when it is assigned", () => {
  given(smsNumbersDecider, opened, assigned).when({ do: "release", number }).then(released);
  given(smsNumbersDecider, opened).when({ do: "release", number }).thenRefused("notFound");
});
smsNumber("has E.164 form and a workspace", () => {
  for (const wrong of ["", "4915123456789", "+0123", "+1", "+1234567890123456"])
    given(smsNumbersDecider, opened).when({ do: "assign", number: wrong }).thenRefused("invalid");
  given(smsNumbersDecider).when({ do: "assign", number }).thenRefused("notFound");
});
smsNumber.run();
//# sourceMappingURL=smsNumber.test.js.map
