// test/api/routes/smsList.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { newEvents } from "../../../src/commands/kernel/ledger.js";
import { openWorkspace } from "../../../src/commands/workspace/openWorkspace.js";
import { SCOPES } from "../../../src/commands/workspace/scopes.js";
import { sms } from "../../../src/events/sms.js";
import { listOf } from "../../support/apiFixture.js";
import { issuePaths } from "../../support/fieldTable.js";
import { sendSms, withSmsTemplate } from "../../support/smsFixture.js";
var test = suite("smsList");
var UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";
test("messages are listed newest first, page by page, in either direction", async () => {
  const { api } = await withSmsTemplate();
  const ids = [];
  for (let n = 0; n < 5; n++) {
    await api.clock.advance(1);
    ids.unshift((await sendSms(api)).body.id);
  }
  const data = { from: "+4522222222", to: "+4511111111", text: "Hi", segments: 1 };
  const received = newEvents(api.ledger, api.origin, [{ type: "SmsReceived", data }]);
  await api.ledger.store.append(sms.stream(UNKNOWN_ID), "no-stream", received);
  ids.push(UNKNOWN_ID);
  const seen = [];
  for (let query = "?limit=4", more = true; more; ) {
    const { body: page } = await api.call("GET", `/v1/sms${query}`);
    seen.push(...listOf(page.data).map(({ id }) => id));
    more = page.next_cursor !== null;
    assert.is(page.has_more, more);
    if (seen.length === 4) {
      await api.clock.advance(1);
      await sendSms(api);
    }
    query = `?limit=4&cursor=${page.next_cursor}`;
  }
  assert.equal(seen.sort(), ids.sort());
  const inbound = await api.call("GET", "/v1/sms?direction=inbound");
  assert.equal(inbound.body, {
    data: [
      {
        id: UNKNOWN_ID,
        direction: "inbound",
        from: data.from,
        to: data.to,
        template_id: null,
        status: "received",
        segments: 1,
        credits_consumed: 0,
        created_at: "2026-01-01T00:00:00.005Z"
      }
    ],
    has_more: false,
    next_cursor: null
  });
  const outbound = await api.call("GET", "/v1/sms?direction=outbound&limit=100");
  const times = listOf(outbound.body.data).map((one) => String(one.created_at));
  assert.equal(times, [...times].sort().reverse());
  assert.is(times.length, 6);
  await api.close();
});
test("the query\u2019s limits", async () => {
  const { api } = await withSmsTemplate();
  for (const limit of [1, 100]) assert.is((await api.call("GET", `/v1/sms?limit=${limit}`)).status, 200);
  for (const [query, path] of [
    ["limit=0", "/limit"],
    ["limit=101", "/limit"],
    ["limit=x", "/limit"],
    ["cursor=", "/cursor"],
    ["cursor=WyIxIiwiMiJd", "/cursor"],
    ["direction=", "/direction"],
    ["direction=OUTBOUND", "/direction"],
    ["status=queued", "/status"]
  ]) {
    const answer = await api.call("GET", `/v1/sms?${query}`);
    assert.equal([answer.status, issuePaths(answer)], [422, [path]], query);
  }
  await api.close();
});
test("a message shows its attempts", async () => {
  const { api } = await withSmsTemplate();
  const { id } = (await sendSms(api)).body;
  const path = `/v1/sms/${id}`;
  const outcomes = [];
  let revision = 0;
  for (const [type, data] of [
    ["SmsSubmissionAttempted", { attempt: 1 }],
    ["SmsFailed", { attempt: 1, detail: "busy", nextAttemptAt: "2026-01-01T00:01:00.000Z" }],
    ["SmsSubmissionAttempted", { attempt: 2 }],
    ["SmsSent", { attempt: 2, carrierId: "c" }],
    ["SmsDelivered", { detail: "DELIVRD" }],
    ["SmsFailed", { attempt: 2, detail: "late report", nextAttemptAt: null }]
  ]) {
    await api.clock.advance(1e3);
    const event = newEvents(api.ledger, api.origin, [{ type, data }]);
    await api.ledger.store.append(sms.stream(`${id}`), revision++, event);
    const { body: message2 } = await api.call("GET", path);
    const last = listOf(message2.attempts).at(-1);
    outcomes.push([message2.status, last?.attempt, last?.outcome, last?.detail]);
  }
  assert.equal(outcomes, [
    ["queued", 1, "attempted", null],
    ["queued", 1, "deferred", "busy"],
    ["queued", 2, "attempted", null],
    ["sent", 2, "sent", null],
    ["delivered", 2, "delivered", "DELIVRD"],
    ["delivered", 2, "failed", "late report"]
  ]);
  const { body: message } = await api.call("GET", path);
  assert.equal(listOf(message.attempts)[0], {
    attempt: 1,
    at: "2026-01-01T00:00:01.000Z",
    outcome: "deferred",
    detail: "busy"
  });
  const { id: workspace } = await openWorkspace(api.ledger, api.origin, "other");
  const key = await api.keyWith(SCOPES, { workspace });
  assert.is((await api.call("GET", path, { key })).status, 404);
  for (const unknown of [UNKNOWN_ID, "x"])
    assert.is((await api.call("GET", `/v1/sms/${unknown}`)).status, 404);
  assert.equal((await api.call("GET", "/v1/sms", { key })).body.data, []);
  await api.close();
});
test.run();
//# sourceMappingURL=smsList.test.js.map
