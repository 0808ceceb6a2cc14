// test/api/compat/batch.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { EventStoreUnavailable } from "../../../src/ports/eventStore.js";
import { apiFixture, listOf } from "../../support/apiFixture.js";
import { accepted, acceptedAs, issuesOf } from "./cases.js";
var test = suite("compat: POST /emails/batch");
test.before.each(async (context) => {
  context.api = await apiFixture();
});
test.after.each(async ({ api }) => api.close());
var good = (n) => ({ from: "a@b.co", to: `x${n}@y.co`, subject: "s", text: "t" });
var bad = (n) => ({ ...good(n), to: "nobody" });
var send = (api, body, { mode, key } = {}) => api.call("POST", "/emails/batch", {
  body,
  ...key !== void 0 && { idempotencyKey: key },
  ...mode !== void 0 && { headers: { "x-batch-validation": mode } }
});
var permissive = (api, body, key) => send(api, body, { mode: "permissive", ...key !== void 0 && { key } });
var idsOf = ({ body }) => listOf(body.data).map(({ id }) => String(id));
var errorsOf = ({ body }) => body.errors;
var refusedOf = (answer) => errorsOf(answer).map(({ index }) => index);
var recipients = (api) => accepted(api).map(({ to }) => to[0]);
var recipientsOf = (api, answer) => idsOf(answer).map((id) => acceptedAs(api, id)?.to[0]);
test("strict: all or none, with the index in each path", async ({ api }) => {
  const whole = await send(api, [good(0), good(1)]);
  assert.equal([whole.status, Object.keys(whole.body)], [200, ["data"]]);
  assert.equal(recipientsOf(api, whole), ["x0@y.co", "x1@y.co"]);
  const { status, text } = await send(api, [good(0), bad(1), { ...good(2), attachments: [{ x: 1 }] }, null]);
  assert.is(status, 422);
  assert.match(text, /"\/1\/to".*"\/2\/attachments","message":"is refused\. A batch carries no files.*"\/3"/);
  const past = await send(api, [good(0), { ...good(1), scheduled_at: "2020-01-01T00:00:00Z" }], {
    mode: "strict"
  });
  assert.equal(
    issuesOf(past).map(({ path }) => path),
    ["/1/scheduled_at"]
  );
  const id = "00000000-0000-4000-8000-000000000000";
  const unknown = await send(api, [good(0), { from: "a@b.co", to: "x@y.co", template: { id } }]);
  assert.equal(
    issuesOf(unknown).map(({ path }) => path),
    ["/1/template/id"]
  );
  assert.is(accepted(api).length, 2);
});
test("of 1 to 100, an array, in a mode that is known", async ({ api }) => {
  for (const mode of ["strict", "permissive"])
    for (const body of [[], Array.from({ length: 101 }, (_, n) => good(n)), {}, null, "x"])
      assert.equal([issuesOf(await send(api, body, { mode }))[0]?.path], [""]);
  for (const mode of ["", "Strict", "lenient", "strict, permissive"])
    assert.is(issuesOf(await send(api, [good(0)], { mode }))[0]?.path, "/x-batch-validation", mode);
  assert.is(
    (await send(
      api,
      Array.from({ length: 100 }, (_, n) => good(n))
    )).status,
    200
  );
});
test("all that fails is named at once: query, header and elements", async ({ api }) => {
  const tried = (mode) => api.call("POST", "/emails/batch?surprise=1", {
    body: [good(0), bad(1)],
    headers: { "x-batch-validation": mode }
  });
  for (const [mode, paths] of [
    ["strict", ["/surprise", "/1/to"]],
    ["lenient", ["/x-batch-validation", "/surprise", "/1/to"]],
    // The elements are no reason to refuse such a batch.
    ["permissive", ["/surprise"]]
  ])
    assert.equal(
      issuesOf(await tried(mode)).map(({ path }) => path),
      paths,
      mode
    );
  assert.is(accepted(api).length, 0);
});
test("permissive: every subset of four, invalid in different ways, and its retries", async ({ api }) => {
  const ways = [
    bad,
    (n) => ({ ...good(n), surprise: 1 }),
    (n) => ({ ...good(n), scheduled_at: "2020-01-01T00:00:00Z" }),
    (n) => ({ ...good(n), text: void 0, subject: void 0, template: { id: UNKNOWN_ID } })
  ];
  for (let mask = 0; mask < 16; mask++) {
    const isBad = (n) => (mask & 1 << n) !== 0;
    const all = [0, 1, 2, 3];
    const body = all.map((n) => isBad(n) ? ways[n]?.(n) : good(n));
    const before = accepted(api).length;
    const first = await permissive(api, body, `mask ${mask}`);
    assert.equal([first.status, refusedOf(first)], [200, all.filter(isBad)], first.text);
    const valid = all.filter((n) => !isBad(n));
    const people = valid.map((n) => `x${n}@y.co`);
    assert.equal([recipientsOf(api, first), recipients(api).slice(before)], [people, people]);
    const again = await permissive(api, body, `mask ${mask}`);
    assert.is(again.status, 200);
    if (valid.length > 0) assert.equal([idsOf(again), refusedOf(again)], [idsOf(first), refusedOf(first)]);
    if (valid.length === 0) continue;
    const other = await permissive(api, all.map(good), `mask ${mask}`);
    assert.equal([idsOf(other), refusedOf(other)], [idsOf(first), all.filter(isBad)]);
    for (const { message } of errorsOf(other)) assert.match(message, /under a new key\.$/);
    assert.is(accepted(api).length, before + valid.length, `mask ${mask}`);
  }
});
var UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";
test("permissive: refusals are written as sentences", async ({ api }) => {
  const answer = await permissive(api, [
    { ...good(0), to: "nobody", topic_id: "x" },
    { from: "a@b.co", to: "x@y.co", template: { id: UNKNOWN_ID } },
    null
  ]);
  assert.equal(
    errorsOf(answer).map(({ message }) => message),
    [
      "/topic_id is refused. There are no topics: send to an audience with POST /v1/campaigns, whose contacts can unsubscribe; /to must be an email address, or a name and an email address in angle brackets.",
      "/template/id names no template of this workspace.",
      "The email must be an object."
    ]
  );
});
test("permissive: a number that loses digits and a NUL concern their element alone", async ({ api }) => {
  const body = JSON.stringify([good(0), { ...good(1), text: "NUL" }, { ...good(2), html: "BIG" }, good(3)]);
  const text = body.replace("NUL", "a\\u0000").replace('"BIG"', "12345678901234567890");
  const answer = await permissive(api, text);
  assert.equal([answer.status, refusedOf(answer), idsOf(answer).length], [200, [1, 2], 2]);
  assert.match(errorsOf(answer)[0]?.message ?? "", /^\/text must not contain a NUL/);
  assert.is((await send(api, text)).status, 422);
});
test("permissive: a fault in element 10 is not reported for element 1 too", async ({ api }) => {
  const body = Array.from({ length: 11 }, (_, n) => n === 10 ? { ...good(n), text: "a\0" } : good(n));
  const answer = await permissive(api, body);
  assert.equal([answer.status, refusedOf(answer), idsOf(answer).length], [200, [10], 10]);
  assert.match(errorsOf(answer)[0]?.message ?? "", /^\/text must not contain a NUL/);
  const bare = await permissive(api, [...body.slice(0, 10), "\0"]);
  assert.equal([refusedOf(bare), idsOf(bare).length], [[10], 10]);
});
test("permissive: a crash after each append is healed by the retry", async ({ api }) => {
  const body = [bad(0), good(1), bad(2), good(3), good(4), good(5)];
  const valid = [[0], [0, 1], [0, 2], [0, 3], [0, 1, 3]];
  for (const [turn, ranks] of valid.entries()) {
    const key = `crash ${turn}`;
    const whole = await permissive(api, body, key);
    const { log } = api.store;
    const own = log.splice(log.length - 4, 4);
    log.push(...own.filter((_, rank) => ranks.includes(rank)));
    const before = log.length;
    const healed = await permissive(api, body, key);
    assert.equal(healed.body, whole.body);
    assert.is(log.length, before + 4 - ranks.length);
    const accepted2 = log.slice(before - ranks.length).map(({ data }) => data.to[0]);
    assert.equal(accepted2.sort(), ["x1@y.co", "x3@y.co", "x4@y.co", "x5@y.co"]);
  }
});
test("permissive: what was refused for the time being stays refused after a crash", async ({ api }) => {
  const soon = new Date(api.clock.nowMs() + 1e3).toISOString();
  const template = { id: UNKNOWN_ID };
  const waiting = { from: "a@b.co", to: "x1@y.co", template };
  const body = [good(0), waiting, { ...good(2), scheduled_at: soon }, good(3)];
  const first = await permissive(api, body, "k");
  assert.equal([refusedOf(first), idsOf(first).length], [[1], 3]);
  api.store.log.splice(api.store.log.length - 2, 2);
  await api.clock.advance(5e3);
  const again = await permissive(api, body, "k");
  assert.equal([idsOf(again), refusedOf(again)], [idsOf(first), [1]]);
  assert.equal(recipients(api).slice(-3), ["x0@y.co", "x2@y.co", "x3@y.co"]);
});
test("permissive: racing retries queue each once", async ({ api }) => {
  const body = [bad(0), good(1), good(2)];
  const answers = await Promise.all(Array.from({ length: 8 }, () => permissive(api, body, "race")));
  for (const answer of answers) assert.equal(answer.body, answers[0]?.body);
  assert.is(accepted(api).length, 2);
});
test("permissive: an outage is 503, and the retry answers", async ({ api }) => {
  const body = [good(0), bad(1), good(2)];
  api.store.failNext(new EventStoreUnavailable("test"), 1);
  assert.is((await permissive(api, body, "k")).status, 503);
  const answer = await permissive(api, body, "k");
  assert.equal([answer.status, idsOf(answer).length, refusedOf(answer)], [200, 2, [1]]);
});
test("keys are this path\u2019s own, in every mode; without one each call is new", async ({ api }) => {
  const strict = await send(api, [good(0)], { key: "k" });
  assert.equal(idsOf(await permissive(api, [good(0)], "k")), idsOf(strict));
  const native = await api.call("POST", "/v1/emails/batch", { body: [good(0)], idempotencyKey: "k" });
  assert.is.not(idsOf(native)[0], idsOf(strict)[0]);
  assert.is((await send(api, [good(0)], { key: " " })).status, 400);
  assert.is.not(idsOf(await permissive(api, [good(0)]))[0], idsOf(await permissive(api, [good(0)]))[0]);
});
test("permissive: faults of one element hide none of another, however many they are", async ({ api }) => {
  const fields = '"from":"a@b.co","subject":"s"';
  const twice = `{${fields},"to":"x@y.co","to":"x@y.co","text":"t"}`;
  const scheduled = `{${fields},"to":"p@y.co","text":"t","scheduled_at":"2130-01-01T00:00:00Z","scheduled_at":null}`;
  const nul = `{${fields},"to":"x@y.co","text":"\\u0000"}`;
  const nuls = `{${fields},"to":"x@y.co","text":"t","tags":[${Array(200).fill('"\\u0000"')}]}`;
  const numbers = (count) => `{${fields},"to":"x@y.co","text":"t","tags":[${Array(count).fill("12345678901234567890")}]}`;
  const fine = `{${fields},"to":"fine@y.co","text":"t"}`;
  for (const elements of [
    [twice, scheduled],
    [nul, twice],
    [twice, nul],
    [nuls, nul],
    [numbers(200), numbers(1)],
    [...Array(98).fill(nuls), twice]
  ]) {
    const answer = await permissive(api, `[${[...elements, fine].join(",")}]`);
    assert.is(answer.status, 200, answer.text);
    assert.equal(
      [...new Set(refusedOf(answer))],
      elements.map((_, at) => at)
    );
  }
  assert.equal(new Set(recipients(api)), /* @__PURE__ */ new Set(["fine@y.co"]));
});
for (const mode of ["strict", "permissive"])
  test(`${mode}: what is too large for the log is refused before anything is accepted`, async ({ api }) => {
    const quotes = (length, count) => Array.from({ length: count }, (_, n) => `${'"'.repeat(length)} <u${n}@b.co>`);
    const large = { ...good(1), to: quotes(900, 250), reply_to: quotes(900, 100) };
    const answer = await send(api, [good(0), large], { mode, key: "large" });
    assert.is(answer.status, mode === "strict" ? 422 : 200, answer.text);
    assert.match(answer.text, "names too many recipients for one message");
    assert.equal(recipients(api), mode === "strict" ? [] : ["x0@y.co"]);
    const most = { ...good(2), to: quotes(980, 120), html: '"'.repeat(32e3), text: '"'.repeat(32e3) };
    assert.is((await send(api, [good(0), most], { mode })).status, 200, "what is taken fits into an event");
  });
test("an empty subject counts as absent next to a template, and is refused without one", async ({ api }) => {
  const id = "00000000-0000-4000-8000-000000000000";
  const { subject: _, text: __, ...bare } = good(0);
  const withTemplate = await send(api, [{ ...bare, subject: "", template: { id } }]);
  assert.equal(
    issuesOf(withTemplate).map(({ path }) => path),
    ["/0/template/id"]
  );
  const without = await send(api, [{ ...good(0), subject: "" }]);
  assert.equal(issuesOf(without), [{ path: "/0/subject", message: "must have at least 1 character" }]);
});
test.run();
//# sourceMappingURL=batch.test.js.map
