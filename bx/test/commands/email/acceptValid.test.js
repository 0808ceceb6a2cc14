// test/commands/email/acceptValid.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { emailAcceptance } from "../../../src/accepting/emailAcceptance.js";
import { acceptBatch } from "../../../src/commands/email/acceptBatch.js";
import { acceptValid } from "../../../src/commands/email/acceptValid.js";
import { apiFixture } from "../../support/apiFixture.js";
var test = suite("accepting the valid elements of a batch");
test.before.each(async (context) => {
  context.api = await apiFixture();
});
test.after.each(async ({ api }) => api.close());
var TEMPLATE = {
  ...{ by: "id", templateId: "00000000-0000-4000-8000-000000000000", variables: null }
};
var request = (to, template = null) => ({
  ...{ from: "a@b.co", to: [to], cc: [], bcc: [], replyTo: [], html: null, text: "t", headers: {} },
  ...{ subject: template === null ? "s" : null, template, attachments: [], tags: [], scheduledFor: null },
  ...{ batchId: null, messageStream: "transactional", trackOpens: true, trackClicks: true }
});
var good = (to, template = null) => ({
  ...{ request: request(to, template), refusedNow: [] }
});
var bad = { issues: [{ path: "/to", message: "is required" }] };
test("of two that race with other subsets under one key, the first one\u2019s counts for both", async ({
  api
}) => {
  const accepting = emailAcceptance(api.context);
  const accept = (elements, templates2 = accepting.templates) => acceptValid({ ...accepting, templates: templates2 }, api.origin, {
    ...{ operation: "compat-batch", idempotencyKey: "k", elements }
  });
  let inner;
  const byId = async () => {
    inner ??= await accept([bad, good("x1@y.co")]);
    return { templateId: TEMPLATE.templateId, revision: 1, subject: "s", hasBody: true };
  };
  const templates = { ...accepting.templates, byId };
  const outer = await accept([good("x0@y.co"), good("x1@y.co", TEMPLATE), good("x2@y.co")], templates);
  assert.is(inner?.ids.length, 1);
  assert.equal(outer.ids, inner?.ids);
  assert.equal(
    outer.refused.map(({ index }) => index),
    [0, 2]
  );
  const accepted = api.store.log.filter(({ type }) => type === "EmailAccepted");
  assert.equal(
    accepted.map(({ data }) => data.to),
    [["x1@y.co"]]
  );
});
for (const mode of ["strict", "permissive"])
  test(`${mode}: one that is refused while its twin is accepted gets the twin\u2019s ids`, async ({ api }) => {
    const accepting = emailAcceptance(api.context);
    const accept = async (to, templates = accepting.templates) => {
      const batch = { operation: "compat-batch", idempotencyKey: "k" };
      const deciding = { ...accepting, templates };
      const template = templates === accepting.templates ? null : TEMPLATE;
      if (mode === "strict")
        return acceptBatch(deciding, api.origin, { ...batch, requests: [request(to, template)] });
      return (await acceptValid(deciding, api.origin, { ...batch, elements: [good(to, template)] })).ids;
    };
    let twin = [];
    const byId = async () => {
      twin = await accept("x1@y.co");
      return null;
    };
    const ids = await accept("x0@y.co", { ...accepting.templates, byId });
    assert.is(ids.length, 1);
    assert.equal(ids, twin);
  });
test("none is valid: nothing is stored, and the key is still free", async ({ api }) => {
  const accept = (elements) => acceptValid(emailAcceptance(api.context), api.origin, {
    ...{ operation: "compat-batch", idempotencyKey: "k", elements }
  });
  const before = api.store.log.length;
  assert.equal(await accept([bad]), {
    ids: [],
    refused: [{ index: 0, issues: bad.issues }]
  });
  assert.is(api.store.log.length, before);
  assert.is((await accept([good("x@y.co")])).ids.length, 1);
});
test("a strict replay of a permissive batch that a crash broke off fills in by place", async ({ api }) => {
  const accepting = emailAcceptance(api.context);
  const batch = { operation: "compat-batch", idempotencyKey: "k" };
  const append = accepting.ledger.store.append;
  let appends = 0;
  const broken = async (...args) => {
    if (++appends > 1) throw new Error("killed");
    return append(...args);
  };
  const crashing = { ...accepting, ledger: { ...accepting.ledger, store: { ...api.store, append: broken } } };
  const elements = [bad, good("x1@y.co"), bad, good("x3@y.co")];
  await acceptValid(crashing, api.origin, { ...batch, elements }).catch(() => {
  });
  const requests = ["x0", "x1", "x2", "x3"].map((name) => request(`${name}@y.co`));
  const unknown = requests.map((one, at) => at === 3 ? request("x3@y.co", TEMPLATE) : one);
  const refused = await acceptBatch(accepting, api.origin, { ...batch, requests: unknown }).catch((e) => e);
  assert.match(String(refused.issues[0]?.path), /^\/3\//, "a refusal names the place");
  const ids = await acceptBatch(accepting, api.origin, { ...batch, requests });
  assert.is(ids.length, 2);
  const accepted = api.store.log.filter(({ type }) => type === "EmailAccepted");
  assert.equal(
    accepted.map(({ data }) => data.to),
    [["x1@y.co"], ["x3@y.co"]]
  );
});
test.run();
//# sourceMappingURL=acceptValid.test.js.map
