// test/api/routes/contacts.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openWorkspace } from "../../../src/commands/workspace/openWorkspace.js";
import { SCOPES } from "../../../src/commands/workspace/scopes.js";
import { apiFixture, listOf } from "../../support/apiFixture.js";
import { issuePaths } from "../../support/fieldTable.js";
var test = suite("contacts");
var save = async (api, body) => {
  const answer = await api.call("POST", "/v1/contacts", { body });
  assert.is(answer.status, 200, answer.text);
  return answer.body;
};
var emails = (page) => listOf(page.data).map(({ email }) => String(email));
test("a contact is created with what is given; the rest is null or empty", async () => {
  const api = await apiFixture();
  const made = await save(api, { email: "Ann.B@Customer.TEST" });
  assert.equal(made, {
    id: made.id,
    email: "Ann.B@customer.test",
    first_name: null,
    last_name: null,
    phone: null,
    subscribed: null,
    tags: [],
    custom_fields: {},
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z"
  });
  await api.clock.advance(1);
  const fields = {
    first_name: "Ann",
    last_name: null,
    subscribed: false,
    tags: ["a", "a"],
    custom_fields: { "a.b": { $c: [1, null] } }
  };
  const updated = await save(api, { email: "ann.b@CUSTOMER.test", ...fields });
  assert.equal(updated, {
    ...made,
    email: "ann.b@customer.test",
    ...fields,
    updated_at: "2026-01-01T00:00:00.001Z"
  });
  assert.equal(await save(api, { email: "ann.b@customer.test" }), updated);
  const replaced = await save(api, { email: "ann.b@customer.test", custom_fields: { d: 1 } });
  assert.equal(replaced.custom_fields, { d: 1 });
  await api.close();
});
test("pages neither skip nor repeat while contacts are added", async () => {
  const api = await apiFixture();
  for (let n = 0; n < 25; n++) await save(api, { email: `c${n}@customer.test` });
  const seen = [];
  for (let cursor = "", pages = 0; pages < 20; pages++) {
    const { body, status } = await api.call("GET", `/v1/contacts?limit=7${cursor}`);
    assert.is(status, 200);
    seen.push(...emails(body));
    if (pages < 3) await save(api, { email: `new${pages}@customer.test` });
    await save(api, { email: "c3@customer.test", phone: `${pages}` });
    if (body.next_cursor === null) break;
    cursor = `&cursor=${body.next_cursor}`;
  }
  const all = Array.from({ length: 25 }, (_, n) => `c${n}@customer.test`);
  assert.equal(seen, [...all, "new0@customer.test", "new1@customer.test", "new2@customer.test"]);
  await api.close();
});
test("a full last page has no cursor", async () => {
  const api = await apiFixture();
  for (let n = 0; n < 4; n++) await save(api, { email: `c${n}@customer.test` });
  const first = await api.call("GET", "/v1/contacts?limit=2");
  const second = await api.call("GET", `/v1/contacts?limit=2&cursor=${first.body.next_cursor}`);
  assert.equal(emails(second.body), ["c2@customer.test", "c3@customer.test"]);
  assert.is(second.body.next_cursor, null);
  await api.close();
});
test("the query\u2019s limits", async () => {
  const api = await apiFixture();
  await save(api, { email: "a@customer.test" });
  for (const limit of [1, 500]) assert.is((await api.call("GET", `/v1/contacts?limit=${limit}`)).status, 200);
  const madeUp = Buffer.from('["1","2"]').toString("base64url");
  for (const [query, path] of [
    ["limit=0", "/limit"],
    ["limit=501", "/limit"],
    ["limit=", "/limit"],
    ["limit=ten", "/limit"],
    ["limit=1.5", "/limit"],
    ["limit=1&limit=2", "/limit"],
    ["cursor=", "/cursor"],
    ["cursor=x", "/cursor"],
    [`cursor=${madeUp}`, "/cursor"],
    [`cursor=${"A".repeat(5e3)}`, "/cursor"],
    ["cursor=a&cursor=b", "/cursor"],
    ["page=2", "/page"]
  ]) {
    const answer = await api.call("GET", `/v1/contacts?${query}`);
    assert.equal([answer.status, issuePaths(answer)], [422, [path]], query);
  }
  await api.close();
});
test("a workspace sees its own contacts, and one address is a contact in each", async () => {
  const api = await apiFixture();
  const mine = await save(api, { email: "a@customer.test", first_name: "Ann" });
  const { id: workspace } = await openWorkspace(api.ledger, api.origin, "other");
  const key = await api.keyWith(SCOPES, { workspace });
  assert.equal(emails((await api.call("GET", "/v1/contacts", { key })).body), []);
  const theirs = await api.call("POST", "/v1/contacts", { key, body: { email: "a@customer.test" } });
  assert.is.not(theirs.body.id, mine.id);
  assert.is(theirs.body.first_name, null);
  await api.close();
});
test("an upsert that changes nothing is answered by the log, however far the read model is", async () => {
  const api = await apiFixture({ autoProject: false });
  const email = "late@customer.test";
  const moving = setInterval(() => void api.clock.advance(500), 5);
  await save(api, { email, first_name: "Ann" });
  await api.project();
  const changed = await save(api, { email, first_name: "Bea" });
  clearInterval(moving);
  assert.is(changed.first_name, "Bea");
  assert.equal(await save(api, { email, first_name: "Bea" }), changed);
  await api.close();
});
test("racing upserts both apply", async () => {
  const api = await apiFixture();
  await Promise.all([
    save(api, { email: "a@customer.test", first_name: "Ann" }),
    save(api, { email: "A@customer.test", last_name: "Ek" }),
    save(api, { email: "a@CUSTOMER.test", phone: "1" })
  ]);
  const [contact] = listOf((await api.call("GET", "/v1/contacts")).body.data);
  assert.equal([contact?.first_name, contact?.last_name, contact?.phone], ["Ann", "Ek", "1"]);
  await api.close();
});
test.run();
//# sourceMappingURL=contacts.test.js.map
