// test/conformance/operations.ts
import { NOBODY } from "./fixture.js";
var email = { from: "hello@shop.test", to: "ann@customer.test", subject: "Hi", text: "Hello" };
var names = 0;
var operations = [
  {
    ...{ method: "POST", path: "/v1/emails", scope: "email:send", status: 202, foreign: 422 },
    ...{
      body: ({ template }) => ({ from: email.from, to: email.to, template_id: template }),
      keyed: "required"
    }
  },
  {
    ...{ method: "POST", path: "/v1/emails/batch", scope: "email:send", status: 202, foreign: 202 },
    ...{ body: () => [email], keyed: "optional" }
  },
  {
    ...{ method: "POST", path: "/emails", scope: "email:send", status: 200, foreign: 422 },
    ...{ body: ({ template }) => ({ from: email.from, to: email.to, template: { id: template } }) },
    keyed: "optional"
  },
  {
    ...{ method: "POST", path: "/emails/batch", scope: "email:send", status: 200, foreign: 200 },
    ...{ body: () => [email], keyed: "optional", headers: ["x-batch-validation"] }
  },
  {
    ...{ method: "POST", path: "/v3/mail/send", scope: "email:send", status: 202, foreign: 422 },
    body: ({ template }) => ({
      ...{ from: { email: email.from }, template_id: template },
      personalizations: [{ to: [{ email: email.to }] }]
    }),
    keyed: "optional"
  },
  { method: "GET", path: "/v1/analytics", scope: "analytics:read", status: 200, foreign: 200 },
  { method: "GET", path: "/v1/contacts", scope: "contact:read", status: 200, foreign: 200 },
  {
    ...{ method: "POST", path: "/v1/contacts", scope: "contact:write", status: 200, foreign: 200 },
    body: () => ({ email: "bo@customer.test" })
  },
  { method: "GET", path: "/v1/audiences", scope: "campaign:read", status: 200, foreign: 200 },
  {
    ...{ method: "POST", path: "/v1/audiences", scope: "campaign:write", status: 201, foreign: 422 },
    body: ({ contact }) => ({ name: "Customers", contact_ids: [contact] })
  },
  { method: "GET", path: "/v1/campaigns", scope: "campaign:read", status: 200, foreign: 200 },
  {
    ...{ method: "POST", path: "/v1/campaigns", scope: "campaign:write", status: 202, foreign: 404 },
    body: ({ audience, template }) => ({
      ...{ name: "Spring", audience_id: audience, template_id: template },
      from: "news@shop.test"
    })
  },
  { method: "GET", path: "/v1/templates", scope: "template:read", status: 200, foreign: 200 },
  {
    ...{ method: "POST", path: "/v1/templates", scope: "template:write", status: 201, foreign: 201 },
    body: () => ({ friendly_name: `t${names++}`, name: "T", subject: "Hi", text: "Hello" })
  },
  {
    ...{ method: "GET", path: "/v1/templates/{id}", scope: "template:read", status: 200, foreign: 404 },
    id: "template"
  },
  {
    ...{ method: "PATCH", path: "/v1/templates/{id}", scope: "template:write", status: 200, foreign: 404 },
    ...{ id: "template", body: () => ({ text: "Hello again" }) }
  },
  {
    ...{ method: "POST", path: "/v1/sms", scope: "sms:send", status: 202, foreign: 422 },
    ...{ keyed: "required" },
    body: ({ smsTemplate }) => ({
      ...{ from: "+4511111111", to: "+4522222222", template_id: smsTemplate },
      ...{ variables: { code: "1" }, consent_basis: "transactional" }
    })
  },
  { method: "GET", path: "/v1/sms", scope: "sms:read", status: 200, foreign: 200 },
  { method: "GET", path: "/v1/sms/{id}", scope: "sms:read", status: 200, foreign: 404, id: "sms" },
  { method: "GET", path: "/v1/webhooks", scope: "webhook:manage", status: 200, foreign: 200 },
  {
    ...{ method: "POST", path: "/v1/webhooks", scope: "webhook:manage", status: 201, foreign: 201 },
    body: () => ({ name: "Other", url: "https://hooks.test/other", events: ["delivered"] })
  },
  {
    ...{ method: "PATCH", path: "/v1/webhooks/{id}", scope: "webhook:manage", status: 200, foreign: 404 },
    ...{ id: "webhook", body: () => ({ name: "Renamed" }) }
  },
  {
    ...{ method: "DELETE", path: "/v1/webhooks/{id}", scope: "webhook:manage", status: 204, foreign: 404 },
    id: "webhook"
  },
  {
    ...{ method: "DELETE", path: "/v1/templates/{id}", scope: "template:write", status: 204, foreign: 404 },
    id: "template"
  }
];
var nameOf = ({ method, path }) => `${method} ${path}`;
var keys = 0;
function send(api, own, operation, given = {}) {
  const { method, path, body, id, keyed } = operation;
  const url = path.replace("{id}", given.id ?? (id === void 0 ? NOBODY : own[id]));
  const idempotencyKey = given.idempotencyKey === void 0 && keyed === "required" ? `send ${keys++}` : given.idempotencyKey;
  return api.call(given.method ?? method, url + (given.query ?? ""), {
    ...given.key === void 0 ? {} : { key: given.key },
    ...given.headers === void 0 ? {} : { headers: given.headers },
    ..."body" in given ? { body: given.body } : body === void 0 ? {} : { body: body(own) },
    ...typeof idempotencyKey === "string" ? { idempotencyKey } : {}
  });
}
export {
  nameOf,
  operations,
  send
};
//# sourceMappingURL=operations.js.map
