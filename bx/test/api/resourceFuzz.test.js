// test/api/resourceFuzz.test.ts
import fc from "fast-check";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { AnalyticsQuery } from "../../src/api/resources/analytics.js";
import { NewAudienceBody } from "../../src/api/resources/audience.js";
import { NewCampaignBody } from "../../src/api/resources/campaign.js";
import { ContactQuery, ContactUpsert } from "../../src/api/resources/contact.js";
import { SmsQuery, SmsSend } from "../../src/api/resources/sms.js";
import { NewTemplate, TemplateChanges } from "../../src/api/resources/template.js";
import { approveSmsTemplate } from "../../src/commands/sms/smsTemplate.js";
import { apiFixture } from "../support/apiFixture.js";
import { issuePaths } from "../support/fieldTable.js";
import { RUN_ALL, SEED } from "../support/testRun.js";
var test = suite("resourceFuzz");
var RUNS = RUN_ALL ? 150 : 40;
var context = {
  renderer: {
    render: async () => ({ outcome: "rendered", parts: { text: "Hello" } }),
    check: async () => [],
    close: async () => {
    }
  }
};
var value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: "binary", maxLength: 1100 }),
  fc.constantFrom(
    "",
    "a@b.co",
    "+4512345678",
    "transactional",
    "welcome",
    "2026-01-01T00:00:00Z",
    true,
    null
  ),
  fc.constantFrom("a\r\nb", "\uD800", "\0", "__proto__", 1e308, -0, 2 ** 53, [[]], { length: 1 }),
  fc.uuid(),
  fc.array(fc.uuid(), { maxLength: 5 }),
  fc.dictionary(fc.string(), fc.jsonValue())
);
var bodyOf = (schema, good) => {
  const fields = fc.dictionary(fc.constantFrom(...Object.keys(schema.properties)), value, { maxKeys: 3 });
  const strange = fc.dictionary(fc.string({ unit: "binary", maxLength: 8 }), value, { maxKeys: 1 });
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.tuple(fields, strange).map(([some, more]) => ({ ...good, ...some, ...more }))
    },
    { weight: 1, arbitrary: value }
  );
};
function checkRefusal(answer, sent) {
  assert.ok([200, 201, 202, 204, 404, 422].includes(answer.status), `${answer.status} for ${sent}`);
  if (answer.status < 400) return;
  const { error } = answer.body;
  assert.type(error?.message, "string");
  assert.is(error?.code, answer.status === 404 ? "not_found" : "validation_failed");
  if (answer.status !== 422) return;
  const paths = issuePaths(answer);
  assert.ok(paths.length > 0, `no field is named for ${sent}`);
  for (const path of paths) assert.ok(path === "" || path.startsWith("/"), `${path} is no JSON Pointer`);
}
var UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";
for (const [method, url, schema, good] of [
  ["POST", "/v1/templates", NewTemplate, { name: "A", subject: "A" }],
  ["PATCH", "the template", TemplateChanges, {}],
  ["POST", "/v1/contacts", ContactUpsert, { email: "a@b.co" }],
  ["POST", "/v1/audiences", NewAudienceBody, { name: "A" }],
  [
    "POST",
    "/v1/campaigns",
    NewCampaignBody,
    { name: "A", audience_id: UNKNOWN_ID, template_id: UNKNOWN_ID, from: "a@b.co" }
  ],
  [
    "POST",
    "/v1/sms",
    SmsSend,
    { from: "+4511111111", to: "+4522222222", template: "code", consent_basis: "transactional" }
  ]
])
  test(`${method} ${url}: no body causes a 500, and a refusal stores nothing (seed ${SEED})`, async () => {
    const api = await apiFixture({ context });
    await approveSmsTemplate(api.ledger, api.origin, { name: "code", body: "Hello" });
    const body = { friendly_name: "a", name: "A", subject: "A", text: "A" };
    const { id } = (await api.call("POST", "/v1/templates", { body })).body;
    const target = method === "PATCH" ? `/v1/templates/${id}` : url;
    let taken = 0;
    let n = 0;
    await fc.assert(
      fc.asyncProperty(bodyOf(schema, good), async (given) => {
        const sent = JSON.stringify(given);
        const before = api.store.log.length + api.blobs.kept.size;
        const answer = await api.call(method, target, { body: sent, idempotencyKey: `k${n++}` });
        checkRefusal(answer, sent);
        if (answer.status < 400) taken += 1;
        else assert.is(api.store.log.length + api.blobs.kept.size, before, `stored by ${sent}`);
      }),
      { numRuns: RUNS, seed: SEED + 17 }
    );
    if (url !== "/v1/templates" && url !== "/v1/campaigns")
      assert.ok(taken > 0, "some bodies are good, or the test says little");
    await api.close();
  });
for (const [url, schema] of [
  ["/v1/contacts", ContactQuery],
  ["/v1/sms", SmsQuery],
  ["/v1/analytics", AnalyticsQuery]
])
  test(`GET ${url}: no query causes a 500 (seed ${SEED})`, async () => {
    const api = await apiFixture();
    const names = fc.oneof(fc.constantFrom(...Object.keys(schema.properties)), fc.string());
    const query = fc.array(
      fc.tuple(names, fc.oneof(fc.string({ unit: "grapheme" }), fc.integer().map(String))),
      {
        maxLength: 3
      }
    );
    await fc.assert(
      fc.asyncProperty(query, async (pairs) => {
        const text = pairs.map(([name, of]) => `${encodeURIComponent(name)}=${encodeURIComponent(of)}`).join("&");
        checkRefusal(await api.call("GET", `${url}?${text}`), text);
      }),
      { numRuns: RUNS, seed: SEED + 19 }
    );
    await api.close();
  });
test.run();
//# sourceMappingURL=resourceFuzz.test.js.map
