// test/api/sameReceipt.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { decideSuppression } from "../../src/commands/email/suppress.js";
import { decideSmsNumber } from "../../src/commands/sms/smsNumber.js";
import { withdrawSmsTemplate } from "../../src/commands/sms/smsTemplate.js";
import { openWorkspace } from "../../src/commands/workspace/openWorkspace.js";
import { decideSenderDomain } from "../../src/commands/workspace/senderDomains.js";
import { smsBody, withSmsTemplate } from "../support/smsFixture.js";
var test = suite("the same key, the same receipt");
var DOMAIN = "shop.example";
var from = `me@${DOMAIN}`;
var to = "you@b.example";
var NAME = "welcome";
async function fixture() {
  const { api, templateId: smsTemplate } = await withSmsTemplate();
  const { id: other } = await openWorkspace(api.ledger, api.origin, "other");
  const origins = { own: api.origin, other: { ...api.origin, workspace: other } };
  const verify = async (whose) => {
    const key = { selector: "s1", algorithm: "rsa-sha256", publicKey: "p", sealedPrivateKey: "s" };
    await decideSenderDomain(api.ledger, origins[whose], { do: "add", domain: DOMAIN, keys: [key] });
    await decideSenderDomain(api.ledger, origins[whose], { do: "check", domain: DOMAIN, published: ["s1"] });
  };
  await verify("own");
  const made = await api.call("POST", "/v1/templates", {
    body: { friendly_name: NAME, name: "Welcome", subject: "Hi", html: "<p>Hi</p>" }
  });
  assert.is(made.status, 201, made.text);
  const template = String(made.body.id);
  const scheduled = new Date(api.clock.nowMs() + 36e5).toISOString();
  return { api, origins, verify, smsTemplate, template, scheduled };
}
var native = ({ template, scheduled }) => ({
  ...{ from, to, template_id: template, scheduled_for: scheduled }
});
var named = { from, to, template_friendly_name: NAME };
var compat = ({ template, scheduled }) => ({
  ...{ from, to, template: { id: template }, scheduled_at: scheduled }
});
var permissive = { "x-batch-validation": "permissive" };
var SINGLE = [
  ["/v1/emails", native],
  ["/v1/emails", () => named],
  ["/emails", compat],
  ["/v1/sms", () => smsBody]
];
var BATCHES = [
  ["/v1/emails/batch", (given) => [native(given), named, native(given)]],
  ["/emails/batch", (given) => [compat(given), compat(given), compat(given)]],
  ["/emails/batch", (given) => [compat(given), {}, compat(given), compat(given)], permissive],
  [
    "/v3/mail/send",
    ({ template, api }) => ({
      ...{ from: { email: from }, template_id: template },
      personalizations: [1, 2, 3].map(() => ({
        to: [{ email: to }],
        send_at: Math.floor(api.clock.nowMs() / 1e3) + 3600
      }))
    })
  ]
];
var deleteTemplate = async ({ api, template }) => {
  assert.is((await api.call("DELETE", `/v1/templates/${template}`)).status, 204);
};
var CHANGES = {
  "the template was deleted": deleteTemplate,
  "the template has another name and other contents": ({ api, template }) => api.call("PATCH", `/v1/templates/${template}`, {
    body: { friendly_name: "other", subject: "Ho", html: null }
  }),
  "another template has its name": async (given) => {
    await deleteTemplate(given);
    const body = { friendly_name: NAME, name: "New", subject: "New", html: "<p>New</p>" };
    return given.api.call("POST", "/v1/templates", { body });
  },
  "the template of texts was withdrawn": ({ api, smsTemplate }) => withdrawSmsTemplate(api.ledger, api.origin, smsTemplate),
  "the sending domain is another workspace\u2019s": async ({ api, verify }) => {
    await decideSenderDomain(api.ledger, api.origin, { do: "remove", domain: DOMAIN });
    await verify("other");
  },
  "the number is another workspace\u2019s": ({ api, origins }) => decideSmsNumber(api.ledger, origins.other, { do: "assign", number: smsBody.from }),
  "the recipient is suppressed": ({ api }) => decideSuppression(api.ledger, api.origin, { do: "add", address: to, reason: "manual" }),
  "the time has passed": async () => {
  }
};
var receiptOf = ({ status, text, headers }) => [status, text, headers["x-message-ids"]];
function callsOf(given, ways) {
  return ways.map(([path, body, headers = {}], at) => {
    const request = { body: body(given), headers, idempotencyKey: `key ${at}` };
    return { title: `${path} ${at}`, call: () => given.api.call("POST", path, request) };
  });
}
for (const [what, change] of Object.entries(CHANGES)) {
  test(`accepted, then ${what}`, async () => {
    const given = await fixture();
    const calls = callsOf(given, [...SINGLE, ...BATCHES]);
    const before = [];
    for (const { call } of calls) before.push(receiptOf(await call()));
    await change(given);
    given.api.clock.pass(864e5);
    const { length } = given.api.store.log;
    for (const [at, { title, call }] of calls.entries()) {
      assert.ok(Number(before[at]?.[0]) < 300, `${title}: ${before[at]}`);
      assert.equal(receiptOf(await call()), before[at], title);
    }
    assert.is(given.api.store.log.length, length, "nothing was accepted twice");
    await given.api.close();
  });
  test(`broken off after its first element, then ${what}`, async () => {
    const given = await fixture();
    const { store } = given.api;
    const { append } = store;
    const accepted = () => store.log.filter(({ type }) => type === "EmailAccepted");
    const calls = callsOf(given, BATCHES);
    for (const { call } of calls) {
      let appends = 0;
      store.append = async (...args) => {
        if (++appends > 1) throw new Error("killed");
        return append(...args);
      };
      await call();
    }
    store.append = append;
    assert.is(accepted().length, BATCHES.length, "of each batch one");
    await change(given);
    given.api.clock.pass(864e5);
    for (const { title, call } of calls) {
      const completed = receiptOf(await call());
      assert.ok(Number(completed[0]) < 300, `${title}: ${completed}`);
      assert.equal(receiptOf(await call()), completed, title);
    }
    assert.is(accepted().length, 3 * BATCHES.length, "each batch is whole");
    const contents = new Set(
      accepted().map(({ data }) => JSON.stringify(data.template))
    );
    assert.is(contents.size, 1, "with the template of its acceptance");
    await given.api.close();
  });
}
test.run();
//# sourceMappingURL=sameReceipt.test.js.map
