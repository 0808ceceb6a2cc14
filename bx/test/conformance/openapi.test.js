// test/conformance/openapi.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { NO_EXAMPLE } from "../../src/api/openapi/examples.js";
import { newEvents } from "../../src/commands/kernel/ledger.js";
import { approveSmsTemplate } from "../../src/commands/sms/smsTemplate.js";
import { SCOPES } from "../../src/commands/workspace/scopes.js";
import { sms } from "../../src/events/sms.js";
import { EventStoreUnavailable } from "../../src/ports/eventStore.js";
import { asDocumented, describedIn, documentOf, mediaOf, misfits } from "./document.js";
import { fixture, NOBODY } from "./fixture.js";
import { nameOf, operations, send } from "./operations.js";
var INBOUND = "11111111-1111-4111-8111-111111111111";
var checked = 0;
var openapi = suite("conformance: openapi");
openapi.before(async (context) => {
  Object.assign(context, await fixture({ options: { maxBodyBytes: 4096 } }));
  const { api } = context;
  await approveSmsTemplate(api.ledger, api.origin, { name: "code", body: "Your code is {{ code }}" });
  Object.assign(context, { document: await documentOf(api) });
});
openapi.after(async ({ api }) => {
  await api.close();
  console.log(`conformance: ${checked} live answers checked against /openapi.json`);
});
var QUERIES = {
  "GET /v1/analytics": ["from", "to"],
  "GET /v1/contacts": ["cursor", "limit"],
  "GET /v1/sms": ["cursor", "direction", "limit"]
};
var mayMiss = ({ id, path, method }) => id !== void 0 || path === "/v1/campaigns" && method === "POST";
function refusalsOf(operation) {
  const statuses = [401, 403, 422, 503];
  if (operation.keyed !== void 0) statuses.push(400);
  if (mayMiss(operation)) statuses.push(404);
  if (operation.body !== void 0) statuses.push(413, 415);
  return statuses.sort();
}
openapi("describes the operations of the specification, and no other", ({ document }) => {
  assert.match(document.openapi, /^3\.1\./);
  const described = Object.entries(document.paths).filter(([path]) => /^\/(v1|v3|emails)/.test(path)).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
  assert.equal(described.sort(), operations.map(nameOf).sort());
  assert.equal(document.components.securitySchemes.apiKey, {
    ...{ type: "http", scheme: "bearer" },
    description: "An API key, `pl_\u2026`."
  });
});
openapi("readiness is described with the answer of a service that is not ready", ({ document }) => {
  const { responses = {} } = document.paths["/readyz"]?.get ?? {};
  assert.equal(Object.keys(responses), ["200", "503", "4XX"]);
});
for (const operation of operations) {
  const name = nameOf(operation);
  openapi(`${name} is described in full`, ({ document }) => {
    const described = describedIn(document, operation);
    const { summary, description, tags, security, parameters = [], requestBody, responses } = described;
    assert.ok(summary && tags?.length, name);
    assert.equal(security, [{ apiKey: [operation.scope] }]);
    assert.match(description ?? "", `\`${operation.scope}\``);
    const named = (place) => parameters.filter((one) => one.in === place).map((one) => one.name);
    assert.equal(named("query").sort(), QUERIES[name] ?? []);
    assert.equal(named("path"), operation.path.includes("{id}") ? ["id"] : []);
    const headers = [
      ...operation.keyed === void 0 ? [] : ["Idempotency-Key"],
      ...operation.headers ?? []
    ];
    assert.equal(named("header"), headers);
    assert.is(tags.includes("Compatibility"), !operation.path.startsWith("/v1/"));
    const key = parameters.find((one) => one.in === "header");
    assert.is(key?.required ?? false, operation.keyed === "required");
    assert.is(requestBody?.required, operation.body === void 0 ? void 0 : true);
    const statuses = [...refusalsOf(operation), operation.status].sort().map(String);
    assert.equal(Object.keys(responses), [...statuses, "default"]);
  });
  openapi(`${name} has examples that fit`, async ({ document, api, own }) => {
    const described = describedIn(document, operation);
    const media = Object.keys(described.responses).map((status) => mediaOf(described, Number(status)));
    const request = described.requestBody?.content["application/json"];
    for (const one of [...media, request ?? null]) {
      if (one === null) continue;
      const shown = JSON.stringify(one.example);
      assert.not.type(one.example, "undefined", JSON.stringify(one));
      assert.equal(misfits(one.schema, one.example), [], shown);
      assert.not(shown.includes(NO_EXAMPLE), `${shown} holds a text without an example`);
    }
    if (request === void 0) return;
    const answer = await send(api, own, operation, { body: request.example });
    const isTaken = answer.status === operation.status || operation.path === "/v1/campaigns" && answer.status === 404;
    assert.ok(isTaken, `${name} refuses its example: ${answer.text}`);
    if (operation.path === "/v1/webhooks") await api.call("DELETE", `/v1/webhooks/${answer.body.id}`);
  });
}
openapi("each request schema takes what the service takes, and no unknown field", ({ document, own }) => {
  for (const operation of operations) {
    if (operation.body === void 0) continue;
    const schema = describedIn(document, operation).requestBody?.content["application/json"]?.schema ?? {};
    const good = operation.body(own);
    assert.equal(misfits(schema, good), [], nameOf(operation));
    const first = Array.isArray(good) ? [{ ...good[0], surprise: 1 }] : { ...good, surprise: 1 };
    assert.is.not(misfits(schema, first).length, 0, nameOf(operation));
  }
});
openapi("resources in each of their states are as described", async ({ document, api, own }) => {
  const get = async (path, url = path) => {
    const [operation] = operations.filter((one) => nameOf(one) === `GET ${path}`);
    assert.ok(operation);
    asDocumented(describedIn(document, operation), await api.call("GET", url), 200, path);
    checked += 1;
  };
  let revision = 0;
  const happen = async (id, ...events) => {
    for (const event of events) {
      const expected = revision++;
      await api.ledger.store.append(sms.stream(id), expected, newEvents(api.ledger, api.origin, [event]));
      await get("/v1/sms/{id}", `/v1/sms/${id}`);
    }
  };
  await happen(
    own.sms,
    { type: "SmsSubmissionAttempted", data: { attempt: 1 } },
    { type: "SmsFailed", data: { attempt: 1, detail: "busy", nextAttemptAt: "2026-01-01T00:01:00.000Z" } },
    { type: "SmsSubmissionAttempted", data: { attempt: 2 } },
    { type: "SmsSent", data: { attempt: 2, carrierId: "c" } },
    { type: "SmsDelivered", data: { detail: "DELIVRD" } }
  );
  const inbound = { type: "SmsReceived", data: { from: "Bank", to: "+4511111111", text: "Hi", segments: 1 } };
  await api.ledger.store.append(
    sms.stream(INBOUND),
    "no-stream",
    newEvents(api.ledger, api.origin, [inbound])
  );
  await get("/v1/sms/{id}", `/v1/sms/${INBOUND}`);
  const full = {
    first_name: "A",
    last_name: null,
    phone: "",
    subscribed: false,
    tags: ["a"],
    custom_fields: { a: [] }
  };
  await api.call("POST", "/v1/contacts", { body: { email: "ann@customer.test", ...full } });
  await api.call("PATCH", `/v1/templates/${own.template}`, { body: { html: "<p>x</p>", text: null } });
  const campaign = { ...{ name: "x", audience_id: own.audience, template_id: own.template, from: "a@b.co" } };
  const held = { ...campaign, from_name: "", scheduled_for: "2030-01-01T00:00:00Z" };
  await api.call("POST", "/v1/campaigns", { body: held });
  for (const path of ["templates", "contacts", "campaigns", "audiences", "sms", "webhooks"])
    await get(`/v1/${path}`);
  await get("/v1/contacts", "/v1/contacts?limit=1");
  await get("/v1/templates/{id}", `/v1/templates/${own.template}`);
});
for (const operation of operations) {
  const name = nameOf(operation);
  openapi(`${name} answers and refuses as described`, async ({ document, api, own }) => {
    const described = describedIn(document, operation);
    const must = async (status, given = {}) => {
      asDocumented(described, await send(api, own, operation, given), status, `${name} ${status}`);
      checked += 1;
    };
    const other = await api.keyWith(SCOPES.filter((scope) => scope !== operation.scope));
    await must(401, { key: null });
    await must(403, { key: other });
    await must(422, { query: "?surprise=1" });
    if (operation.keyed !== void 0) await must(400, { idempotencyKey: "" });
    if (operation.id !== void 0) await must(404, { id: NOBODY });
    if (operation.method !== "GET") await must(405, { method: "PUT" });
    if (operation.body !== void 0) {
      await must(413, { body: " ".repeat(4097) });
      await must(415, { headers: { "content-type": "text/plain" } });
      for (const body of ["{", "[]", "{}", "[{}]", "null"])
        if (operation.method === "POST" || body !== "{}") await must(422, { body });
    }
    if (operation.path === "/v1/campaigns" && operation.body !== void 0)
      await must(404, { body: { ...operation.body(own), audience_id: NOBODY } });
    if (operation.body !== void 0) {
      const { append } = api.store;
      api.store.append = () => Promise.reject(new EventStoreUnavailable("full"));
      const refused = must(503);
      for (let second = 0; second < 6; second++) await api.clock.advance(1e3);
      await refused;
      api.store.append = append;
    }
    await must(operation.status);
  });
}
openapi.run();
//# sourceMappingURL=openapi.test.js.map
