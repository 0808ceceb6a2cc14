// test/api/routes/emails.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { decideSuppression } from "../../../src/commands/email/suppress.js";
import { apiFixture } from "../../support/apiFixture.js";
var test = suite("email receipts");
test.before.each(async (context) => {
  context.api = await apiFixture();
});
test.after.each(async ({ api }) => api.close());
var email = { from: "a@b.co", to: "x@y.co", subject: "s", text: "t" };
async function receiptOf(api, change) {
  const answer = await api.call("POST", "/v1/emails", { body: { ...email, ...change }, idempotencyKey: "k" });
  assert.is(answer.status, 202, answer.text);
  const { id, ...rest } = answer.body;
  assert.match(String(id), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  return rest;
}
test("of a mail that goes at once", async ({ api }) => {
  await api.clock.advance(1234);
  assert.equal(await receiptOf(api, { from: "Acme <a@b.co>", cc: "c@y.co" }), {
    from: "Acme <a@b.co>",
    to: ["x@y.co"],
    subject: "s",
    created_at: "2026-01-01T00:00:01.234Z",
    scheduled_for: null,
    suppressed_recipients: [],
    status: "queued",
    credits_consumed: 2
  });
});
test("of a mail whose recipients are suppressed in part", async ({ api }) => {
  await decideSuppression(api.ledger, api.origin, { do: "add", address: "z@y.co", reason: "asked" });
  assert.equal(await receiptOf(api, { to: ["x@y.co", "z@y.co"] }), {
    from: "a@b.co",
    to: ["x@y.co", "z@y.co"],
    subject: "s",
    created_at: "2026-01-01T00:00:00.000Z",
    scheduled_for: null,
    suppressed_recipients: ["z@y.co"],
    status: "queued",
    credits_consumed: 1
  });
});
for (const [about, sent, answered] of [
  ["later", "2026-03-01T09:00:00+01:00", "2026-03-01T08:00:00.000Z"],
  // It is due at once, and keeps the time that was asked for.
  ["earlier", "2025-12-31T23:30:00.5+01:00", "2025-12-31T22:30:00.500Z"]
])
  test(`of a mail that is scheduled for ${about}, in UTC`, async ({ api }) => {
    assert.equal(await receiptOf(api, { scheduled_for: sent }), {
      from: "a@b.co",
      to: ["x@y.co"],
      subject: "s",
      created_at: "2026-01-01T00:00:00.000Z",
      scheduled_for: answered,
      suppressed_recipients: [],
      status: "scheduled",
      credits_consumed: 1
    });
  });
test.run();
//# sourceMappingURL=emails.test.js.map
