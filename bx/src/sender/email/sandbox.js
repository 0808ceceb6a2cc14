// src/sender/email/sandbox.ts
import { linksIn } from "./htmlLinks.js";
import { holdsStandIn } from "./unsubscribeLink.js";
var NO_LINK = "https://example.com/";
function simulated({ address, deliveryId }, firstLink2) {
  const of = { deliveryId, recipient: address, sandbox: true };
  const submitted = { type: "Submitted", data: { ...of, response: "simulated" } };
  const delivered = { type: "Delivered", data: { ...of, response: "250 2.0.0 simulated" } };
  switch (scenarioOf(address)) {
    case "bounce":
      return [submitted, bounced(of, "Permanent", "550 5.1.1 simulated: no such user")];
    case "transient":
      return [submitted, bounced(of, "Transient", "451 4.3.0 simulated: try again later")];
    case "ooto":
      return [submitted, bounced(of, "Transient", "simulated: out of the office")];
    case "click":
      return [submitted, delivered, { type: "Clicked", data: { ...of, url: firstLink2() ?? NO_LINK } }];
    case "complaint":
      return [submitted, delivered, { type: "Complained", data: of }];
    case "unsubscribe":
      return [submitted, delivered, { type: "Unsubscribed", data: of }];
    default:
      return [submitted, delivered];
  }
}
function scenarioOf(address) {
  const local = address.slice(0, address.lastIndexOf("@")).toLowerCase();
  return local.split("+", 1)[0] ?? "";
}
function bounced(of, bounceType, diagnosticCode) {
  return { type: "Bounced", data: { ...of, bounceType, bounceSubType: "General", diagnosticCode } };
}
function firstLink(html) {
  for (const { target } of linksIn(html).links) if (!holdsStandIn(target)) return target;
  return null;
}
export {
  firstLink,
  simulated
};
//# sourceMappingURL=sandbox.js.map
