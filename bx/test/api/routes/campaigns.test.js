// test/api/routes/campaigns.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { newEvents } from "../../../src/commands/kernel/ledger.js";
import { openWorkspace } from "../../../src/commands/workspace/openWorkspace.js";
import { SCOPES } from "../../../src/commands/workspace/scopes.js";
import { campaign } from "../../../src/events/campaign.js";
import { plainEmail } from "../../sender/senderBench.js";
import { apiFixture, listOf } from "../../support/apiFixture.js";
import { issuePaths, tryFieldTable } from "../../support/fieldTable.js";
var test = suite("campaigns");
var UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";
async function withAudienceAndTemplate() {
  const api = await apiFixture();
  const audience = await api.call("POST", "/v1/audiences", { body: { name: "Customers" } });
  const template = await api.call("POST", "/v1/templates", {
    body: { friendly_name: "news", name: "News", subject: "News", text: "News" }
  });
  const body = {
    name: "Spring",
    audience_id: String(audience.body.id),
    template_id: String(template.body.id),
    from: "news@shop.test"
  };
  return { api, body };
}
var create = (api, body, key = api.key) => api.call("POST", "/v1/campaigns", { body: JSON.stringify(body), key });
var listed = async (api) => listOf((await api.call("GET", "/v1/campaigns")).body.data);
test("a campaign answers 202 with its run and starts at once", async () => {
  const { api, body } = await withAudienceAndTemplate();
  const made = await create(api, body);
  assert.is(made.status, 202);
  assert.equal(made.body, {
    id: made.body.id,
    ...body,
    from_name: null,
    track_opens: true,
    track_clicks: true,
    scheduled_for: null,
    run_id: made.body.run_id,
    status: "running",
    accepted: 0,
    skipped: 0,
    created_at: "2026-01-01T00:00:00.000Z"
  });
  await api.clock.advance(1);
  const given = {
    ...body,
    audience_id: body.audience_id.toUpperCase(),
    from_name: "\xC5se\u2019s shop",
    track_opens: false,
    track_clicks: false,
    scheduled_for: "2026-03-01T09:00:00Z"
  };
  const held = await create(api, given);
  assert.equal(held.body, {
    ...made.body,
    ...given,
    audience_id: body.audience_id,
    id: held.body.id,
    run_id: held.body.run_id,
    scheduled_for: "2026-03-01T09:00:00.000Z",
    status: "scheduled",
    created_at: "2026-01-01T00:00:00.001Z"
  });
  const past = await create(api, { ...body, scheduled_for: "2025-01-01T00:00:00.5Z" });
  assert.equal([past.body.scheduled_for, past.body.status], [
    "2025-01-01T00:00:00.500Z",
    "running"
  ]);
  assert.equal(
    (await listed(api)).map(({ id }) => id).sort(),
    [held.body.id, made.body.id, past.body.id].sort()
  );
  assert.is((await listed(api)).at(-1)?.id, made.body.id, "newest first");
  await api.close();
});
test("the list shows the progress of the run", async () => {
  const { api, body } = await withAudienceAndTemplate();
  const { id, run_id: runId } = (await create(api, { ...body, scheduled_for: "2026-03-01T09:00:00Z" })).body;
  const stream = campaign.stream(`${id}`);
  const started = { type: "CampaignRunStarted", data: { runId } };
  await api.ledger.store.append(stream, 0, newEvents(api.ledger, api.origin, [started]));
  assert.is((await listed(api))[0]?.status, "running");
  for (const n of [1, 2]) {
    const accepted = {
      type: "EmailAccepted",
      data: { ...plainEmail, credits: 1, campaign: { campaignId: id, runId } }
    };
    await api.ledger.store.append(`email-${n}`, "no-stream", newEvents(api.ledger, api.origin, [accepted]));
  }
  const lone = { type: "EmailAccepted", data: { ...plainEmail, credits: 1 } };
  await api.ledger.store.append("email-3", "no-stream", newEvents(api.ledger, api.origin, [lone]));
  assert.equal((await listed(api))[0]?.accepted, 2);
  const completed = { type: "CampaignRunCompleted", data: { runId, accepted: 2, skipped: 3 } };
  await api.ledger.store.append(stream, 1, newEvents(api.ledger, api.origin, [completed]));
  const [last] = await listed(api);
  assert.equal([last?.status, last?.accepted, last?.skipped], ["completed", 2, 3]);
  await api.close();
});
test("a campaign keeps the revision it was created with", async () => {
  const { api, body } = await withAudienceAndTemplate();
  await api.call("PATCH", `/v1/templates/${body.template_id}`, { body: { text: "Second" } });
  await create(api, body);
  await api.call("PATCH", `/v1/templates/${body.template_id}`, { body: { text: "Third" } });
  const created = api.store.log.find(({ type }) => type === "CampaignCreated");
  assert.equal({ ...created?.data ?? {}, templateRevision: 2 }, created?.data);
  await api.close();
});
test("an unknown audience or template is 404, another workspace\u2019s too; a body is needed", async () => {
  const { api, body } = await withAudienceAndTemplate();
  for (const given of [
    { audience_id: UNKNOWN_ID },
    { template_id: UNKNOWN_ID },
    { audience_id: body.template_id }
  ])
    assert.is((await create(api, { ...body, ...given })).status, 404);
  const { id: workspace } = await openWorkspace(api.ledger, api.origin, "other");
  const key = await api.keyWith(SCOPES, { workspace });
  const missing = await create(api, { ...body, audience_id: UNKNOWN_ID }, key);
  const foreign = await create(api, body, key);
  assert.is(foreign.status, 404);
  assert.equal(foreign.body, missing.body);
  const own = await api.call("POST", "/v1/audiences", { body: { name: "Own" }, key });
  assert.is((await create(api, { ...body, audience_id: own.body.id }, key)).status, 404);
  const half = { type: "AudienceCreated", data: { name: "Half", description: null, contactCount: 1 } };
  await api.ledger.store.append(
    `audience-${UNKNOWN_ID}`,
    "no-stream",
    newEvents(api.ledger, api.origin, [half])
  );
  assert.is((await create(api, { ...body, audience_id: UNKNOWN_ID })).status, 404);
  const bare = await api.call("POST", "/v1/templates", {
    body: { friendly_name: "bare", name: "Bare", subject: "Bare" }
  });
  const empty = await create(api, { ...body, template_id: bare.body.id });
  assert.equal([empty.status, issuePaths(empty)], [422, ["/template_id"]]);
  await api.call("DELETE", `/v1/templates/${body.template_id}`);
  assert.is((await create(api, body)).status, 404);
  await api.close();
});
test("the fields of a campaign, table by table", async () => {
  const { api, body } = await withAudienceAndTemplate();
  const tried = await tryFieldTable({
    body: () => body,
    rows: [
      { field: "name", good: ["x", "x".repeat(200)], bad: ["", "x".repeat(201), 1] },
      { field: "audience_id", good: [], bad: ["", "x", `${UNKNOWN_ID}0`, 1] },
      { field: "template_id", good: [], bad: ["", "x", `${UNKNOWN_ID}
`, 1] },
      { field: "from", good: ["a@b.co"], bad: ["", "a", "A <a@b.co>", "a@b.co\r\nBcc: c@d.co", 1] },
      {
        field: "from_name",
        optional: true,
        good: ["", "x".repeat(200), 'a "b" <c>'],
        bad: ["x".repeat(201), "a\nb", 1]
      },
      { field: "track_opens", optional: true, good: [true, false], bad: ["true", 1] },
      { field: "track_clicks", optional: true, good: [true, false], bad: ["true", 1] },
      {
        field: "scheduled_for",
        optional: true,
        good: ["2030-01-01T00:00:00Z", "2024-02-29T23:59:59.999Z", "2030-01-01T00:00Z"],
        bad: [
          "",
          "2030-01-01",
          "2030-01-01T00:00:00",
          "2030-01-01T00:00:00+00:00",
          "2030-02-29T00:00:00Z",
          "2030-01-01T24:00:00Z",
          "12030-01-01T00:00:00Z",
          "tomorrowZ",
          1
        ]
      }
    ],
    send: (given) => create(api, given),
    status: 202,
    stored: () => api.store.log.length
  });
  console.log(`  ${tried} cases of POST /v1/campaigns`);
  const both = await create(api, { ...body, name: "", scheduled_for: "soon" });
  assert.equal(issuePaths(both), ["/name", "/scheduled_for"]);
  await api.close();
});
test.run();
//# sourceMappingURL=campaigns.test.js.map
