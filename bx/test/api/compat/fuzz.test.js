// test/api/compat/fuzz.test.ts
import fc from "fast-check";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { everyField } from "../../../src/api/compat/fieldTable.js";
import { mailSendFields } from "../../../src/api/compat/mailSendFields.js";
import { sendFields } from "../../../src/api/compat/sendFields.js";
import { apiFixture } from "../../support/apiFixture.js";
import { RUN_ALL, SEED } from "../../support/testRun.js";
import { issuesOf } from "./cases.js";
import { good as goodMail } from "./mailSendCases.js";
import { good } from "./sendCases.js";
var test = suite("compat: random bodies");
test.before(async (context) => {
  context.api = await apiFixture();
});
test.after(async ({ api }) => api.close());
var RUNS = RUN_ALL ? 400 : 100;
function put(body, steps, value) {
  const [step, ...rest] = steps;
  if (step === void 0) return value;
  const own = typeof body === "object" && body !== null ? body : {};
  const name = step.replace("[]", "");
  if (!step.endsWith("[]")) return { ...own, [name]: put(own[name], rest, value) };
  const first = Array.isArray(own[name]) ? own[name][0] : void 0;
  return { ...own, [name]: [put(first, rest, value)] };
}
var values = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    null,
    [],
    {},
    "",
    0,
    "a@b.co",
    ["a@b.co"],
    [{ email: "a@b.co" }],
    { enable: true },
    { enable: false }
  )
);
var changes = (table) => fc.array(fc.tuple(fc.constantFrom(...everyField(table).map(([name]) => name)), values), {
  minLength: 1,
  maxLength: 4
});
for (const [path, table, base, status] of [
  ["/emails", sendFields, good, 200],
  ["/v3/mail/send", mailSendFields, goodMail, 202]
]) {
  test(`POST ${path} (seed ${SEED})`, async ({ api }) => {
    await fc.assert(
      fc.asyncProperty(changes(table), async (list) => {
        const body = list.reduce((sent, [name, value]) => put(sent, name.split("."), value), base);
        const before = api.store.log.length;
        const answer = await api.call("POST", path, { body });
        const stored = api.store.log.length - before;
        if (answer.status === status) assert.ok(stored >= 1);
        else {
          assert.is(answer.status, 422, answer.text);
          assert.ok(issuesOf(answer).length > 0 && stored === 0, answer.text);
        }
      }),
      { seed: SEED, numRuns: RUNS }
    );
  });
}
test(`POST /emails/batch, permissive: the answer has as many entries as were sent (seed ${SEED})`, async ({
  api
}) => {
  await fc.assert(
    fc.asyncProperty(fc.array(changes(sendFields), { minLength: 1, maxLength: 4 }), async (lists) => {
      const body = lists.map(
        (list) => list.reduce((sent, [name, value]) => put(sent, name.split("."), value), good)
      );
      const before = api.store.log.length;
      const headers = { "x-batch-validation": "permissive" };
      const answer = await api.call("POST", "/emails/batch", { body, headers });
      assert.is(answer.status, 200, answer.text);
      const { data, errors } = answer.body;
      assert.is(data.length + errors.length, body.length);
      assert.is(api.store.log.length - before, data.length);
    }),
    { seed: SEED, numRuns: RUNS / 2 }
  );
});
test.run();
//# sourceMappingURL=fuzz.test.js.map
