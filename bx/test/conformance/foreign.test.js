// test/conformance/foreign.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openWorkspace } from "../../src/commands/workspace/openWorkspace.js";
import { SCOPES } from "../../src/commands/workspace/scopes.js";
import { listOf } from "../support/apiFixture.js";
import { fixture, NOBODY } from "./fixture.js";
import { refused } from "./refused.js";
var cases = 0;
var foreignIds = suite("conformance: foreign ids");
foreignIds.before(async (context) => {
  Object.assign(context, await fixture());
  const { api } = context;
  const { id } = await openWorkspace(api.ledger, api.origin, "other");
  const key = await api.keyWith(SCOPES, { workspace: id });
  const fields = { friendly_name: "mine", name: "Mine", subject: "Hi", text: "Hello" };
  const template = (await api.call("POST", "/v1/templates", { key, body: fields })).body.id;
  const audience = (await api.call("POST", "/v1/audiences", { key, body: { name: "Mine" } })).body.id;
  Object.assign(context, { key, template, audience });
});
foreignIds.after(async ({ api }) => {
  await api.close();
  console.log(`conformance: ${cases} cases of foreign ids`);
});
var without = (answer, id) => [answer.status, answer.text.replaceAll(id, "\u2026")];
async function sameAsNothing({ api, key }, naming) {
  const { method, url, body, id, nobody = NOBODY, status, path } = naming;
  const ask = (one) => api.call(method, url(one), { key, idempotencyKey: "k", ...body ? { body: body(one) } : {} });
  const what = `${method} ${url("\u2026")} ${JSON.stringify(body?.("\u2026"))}`;
  const before = api.store.log.length;
  const [theirs, nothing] = [await ask(id), await ask(nobody)];
  refused(theirs, status, what, path);
  assert.equal(without(theirs, id), without(nothing, nobody), `${what} tells that it exists`);
  assert.is(api.store.log.length, before, `${what} stored something`);
  cases += 1;
}
foreignIds("in paths", async (context) => {
  const { template, webhook, sms } = context.own;
  for (const [method, collection, id, body] of [
    ["GET", "templates", template, void 0],
    ["PATCH", "templates", template, { text: "Mine now" }],
    ["PATCH", "templates", template, {}],
    ["DELETE", "templates", template, void 0],
    ["GET", "sms", sms, void 0],
    ["PATCH", "webhooks", webhook, { url: "https://foreign.test/" }],
    ["PATCH", "webhooks", webhook, {}],
    ["DELETE", "webhooks", webhook, void 0],
    // An id of another kind of resource is no id here either.
    ["GET", "templates", sms, void 0],
    ["GET", "sms", template, void 0],
    ["DELETE", "webhooks", template, void 0]
  ]) {
    const url = (one) => `/v1/${collection}/${one}`;
    await sameAsNothing(context, { method, url, id, status: 404, ...body ? { body: () => body } : {} });
  }
});
foreignIds("in bodies", async (context) => {
  const { own, audience, template } = context;
  const email = { from: "a@b.co", to: "x@y.co" };
  const sms = {
    from: "+4511111111",
    to: "+4522222222",
    variables: { code: "1" },
    consent_basis: "transactional"
  };
  const campaign = { name: "x", from: "a@b.co" };
  const post = (url) => ({ method: "POST", url: () => url });
  for (const naming of [
    {
      ...post("/v1/emails"),
      ...{ body: (id) => ({ ...email, template_id: id }), id: own.template },
      ...{ status: 422, path: "/template_id" }
    },
    {
      ...post("/v1/emails"),
      ...{ body: (id) => ({ ...email, template_friendly_name: id }), id: own.friendlyName },
      ...{ nobody: "nobodys", status: 422, path: "/template_friendly_name" }
    },
    {
      ...post("/v1/emails/batch"),
      body: (id) => [
        { ...email, subject: "s", text: "t" },
        { ...email, template_id: id }
      ],
      ...{ id: own.template, status: 422, path: "/1/template_id" }
    },
    {
      ...post("/emails"),
      ...{ body: (id) => ({ ...email, template: { id } }), id: own.template },
      ...{ status: 422, path: "/template/id" }
    },
    {
      ...post("/v3/mail/send"),
      body: (id) => ({
        ...{ from: { email: email.from }, personalizations: [{ to: [{ email: email.to }] }] },
        template_id: id
      }),
      ...{ id: own.template, status: 422, path: "/template_id" }
    },
    {
      ...post("/v1/audiences"),
      body: (id) => ({ name: "x", contact_ids: [id] }),
      ...{ id: own.contact, status: 422, path: "/contact_ids/0" }
    },
    {
      ...post("/v1/campaigns"),
      body: (id) => ({ ...campaign, audience_id: id, template_id: template }),
      ...{ id: own.audience, status: 404 }
    },
    {
      ...post("/v1/campaigns"),
      body: (id) => ({ ...campaign, audience_id: audience, template_id: id }),
      ...{ id: own.template, status: 404 }
    },
    {
      ...post("/v1/sms"),
      body: (id) => ({ ...sms, template_id: id }),
      ...{ id: own.smsTemplate, status: 422, path: "/template_id" }
    },
    {
      ...post("/v1/sms"),
      body: (id) => ({ ...sms, template: id }),
      ...{ id: own.smsTemplateName, nobody: "nobodys", status: 422, path: "/template" }
    }
  ])
    await sameAsNothing(context, { ...naming, status: naming.status === 404 ? 404 : 422 });
});
foreignIds("in lists, cursors and figures", async ({ api, own, key }) => {
  const list = async (url, by) => {
    const answer = await api.call("GET", url, { key: by });
    assert.is(answer.status, 200, answer.text);
    cases += 1;
    return listOf(answer.body.data).map(({ id }) => String(id));
  };
  for (const [url, id] of [
    ["/v1/contacts", own.contact],
    ["/v1/audiences", own.audience],
    ["/v1/campaigns", own.campaign],
    ["/v1/templates", own.template],
    ["/v1/sms", own.sms],
    ["/v1/webhooks", own.webhook]
  ]) {
    assert.ok((await list(url, api.key)).includes(id), url);
    assert.not((await list(url, key)).includes(id), url);
  }
  await api.call("POST", "/v1/contacts", { body: { email: "second@customer.test" } });
  const first = await api.call("GET", "/v1/contacts?limit=1");
  const cursor = String(first.body.next_cursor);
  assert.is((await list(`/v1/contacts?cursor=${cursor}`, api.key)).length, 1);
  assert.equal(await list(`/v1/contacts?cursor=${cursor}`, key), []);
  await api.call("POST", "/v1/emails", {
    body: { from: "a@b.co", to: "x@y.co", subject: "s", text: "t" },
    idempotencyKey: "figures"
  });
  const figures = await api.call("GET", "/v1/analytics", { key });
  assert.is(figures.body.totals?.accepted, 0);
});
foreignIds("names, addresses and idempotency keys are each workspace\u2019s own", async ({ api, own, key }) => {
  const fields = { friendly_name: own.friendlyName, name: "x", subject: "x", text: "x" };
  assert.is((await api.call("POST", "/v1/templates", { key, body: fields })).status, 201);
  const contact = await api.call("POST", "/v1/contacts", { key, body: { email: "ann@customer.test" } });
  assert.is.not(contact.body.id, own.contact);
  const body = { from: "a@b.co", to: "x@y.co", subject: "s", text: "t" };
  const send = { body, idempotencyKey: "the same" };
  const ids = [
    await api.call("POST", "/v1/emails", send),
    await api.call("POST", "/v1/emails", { ...send, key })
  ];
  assert.is(new Set(ids.map((answer) => answer.body.id)).size, 2);
  cases += 3;
});
foreignIds("the owner\u2019s things are as they were", async ({ api, own }) => {
  const template = await api.call("GET", `/v1/templates/${own.template}`);
  assert.equal([template.status, template.body.text, template.body.revision], [200, "Hello", 1]);
  const [webhook] = (await api.call("GET", "/v1/webhooks")).body.data;
  assert.equal([webhook?.status, webhook?.url], ["ACTIVE", "https://hooks.test/"]);
  cases += 2;
});
foreignIds.run();
//# sourceMappingURL=foreign.test.js.map
