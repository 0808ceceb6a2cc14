// test/conformance/fixture.ts
import { approveSmsTemplate } from "../../src/commands/sms/smsTemplate.js";
import { isPublicAddress } from "../../src/dispatcher/addressGuard.js";
import { apiFixture } from "../support/apiFixture.js";
import { renderer } from "../support/smsFixture.js";
var NOBODY = "00000000-0000-4000-8000-000000000000";
async function fixture(given = {}) {
  const api = await apiFixture({
    ...given,
    context: {
      renderer,
      addressAllowed: isPublicAddress,
      resolver: { resolve: async (name) => [name.endsWith("inner.test") ? "10.0.0.1" : "93.184.215.14"] }
    }
  });
  const post = async (url, body) => {
    const answer = await api.call("POST", url, { body, idempotencyKey: "fixture" });
    if (answer.status >= 300) throw new Error(`${url} answered ${answer.status} ${answer.text}`);
    return idOf(answer);
  };
  const smsTemplateName = "login-pin";
  const text = "Your code is {{ code }}";
  const { templateId: smsTemplate } = await approveSmsTemplate(api.ledger, api.origin, {
    name: smsTemplateName,
    body: text
  });
  const friendlyName = "hello";
  const template = await post("/v1/templates", {
    friendly_name: friendlyName,
    name: "Welcome",
    subject: "Hi",
    text: "Hello"
  });
  const contact = await post("/v1/contacts", { email: "ann@customer.test" });
  const audience = await post("/v1/audiences", { name: "Customers", contact_ids: [contact] });
  const campaign = await post("/v1/campaigns", {
    name: "Spring",
    audience_id: audience,
    template_id: template,
    from: "news@shop.test"
  });
  const webhook = await post("/v1/webhooks", { name: "Main", url: "https://hooks.test/", events: ["*"] });
  const sms = await post("/v1/sms", {
    from: "+4511111111",
    to: "+4522222222",
    template: smsTemplateName,
    variables: { code: "4711" },
    consent_basis: "transactional"
  });
  const own = {
    template,
    friendlyName,
    contact,
    audience,
    campaign,
    webhook,
    sms,
    smsTemplate,
    smsTemplateName
  };
  return { api, own };
}
function idOf(answer) {
  return String(answer.body.id);
}
export {
  NOBODY,
  fixture,
  idOf
};
//# sourceMappingURL=fixture.js.map
