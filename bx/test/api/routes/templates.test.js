// test/api/routes/templates.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { liquidRenderer } from "../../../src/adapters/liquid/renderer.js";
import { openWorkspace } from "../../../src/commands/workspace/openWorkspace.js";
import { SCOPES } from "../../../src/commands/workspace/scopes.js";
import { apiFixture, listOf } from "../../support/apiFixture.js";
import { issuePaths } from "../../support/fieldTable.js";
var test = suite("templates");
var welcome = { friendly_name: "welcome", name: "Welcome", subject: "Hi {{ name }}", text: "Hello" };
var UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";
test("a template is created, listed, retrieved, changed and deleted", async () => {
  const api = await apiFixture();
  const created = await api.call("POST", "/v1/templates", {
    body: { ...welcome, variables: { name: "Ann" } }
  });
  assert.is(created.status, 201);
  const expected = {
    id: created.body.id,
    ...welcome,
    html: null,
    variables: { name: "Ann" },
    revision: 1,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z"
  };
  assert.equal(created.body, expected);
  assert.equal((await api.call("GET", "/v1/templates")).body, { data: [expected] });
  await api.clock.advance(1e3);
  const path = `/v1/templates/${created.body.id}`;
  const changed = await api.call("PATCH", path, { body: { html: "<p>Hello</p>", name: "New" } });
  assert.is(changed.status, 200);
  const now = {
    ...expected,
    html: "<p>Hello</p>",
    name: "New",
    revision: 2,
    updated_at: "2026-01-01T00:00:01.000Z"
  };
  assert.equal(changed.body, now);
  const whole = await api.call("GET", `${path.toUpperCase().replace("/V1/TEMPLATES", "/v1/templates")}`);
  const { subject, text } = welcome;
  assert.equal(whole.body, {
    ...now,
    revisions: [
      { revision: 1, subject, html: null, text, created_at: "2026-01-01T00:00:00.000Z" },
      { revision: 2, subject, html: "<p>Hello</p>", text, created_at: "2026-01-01T00:00:01.000Z" }
    ]
  });
  const deleted = await api.call("DELETE", path);
  assert.is(deleted.status, 204);
  assert.is(deleted.text, "");
  for (const method of ["GET", "DELETE"]) assert.is((await api.call(method, path)).status, 404);
  assert.is((await api.call("PATCH", path, { body: {} })).status, 404);
  assert.equal((await api.call("GET", "/v1/templates")).body, { data: [] });
  assert.is((await api.call("POST", "/v1/templates", { body: welcome })).status, 201, "the name is free");
  await api.close();
});
test("equal values and an empty change cut no revision and move no time", async () => {
  const api = await apiFixture();
  const { body } = await api.call("POST", "/v1/templates", { body: welcome });
  await api.clock.advance(1e3);
  for (const change of [{}, { subject: welcome.subject }, { ...welcome }, { html: null }]) {
    const same = await api.call("PATCH", `/v1/templates/${body.id}`, { body: change });
    assert.is(same.status, 200);
    assert.equal(same.body, body);
  }
  const removed = await api.call("PATCH", `/v1/templates/${body.id}`, { body: { text: null } });
  assert.is(removed.body.text, null);
  assert.equal(removed.body.revision, 2);
  await api.close();
});
test("the list begins with what was updated last", async () => {
  const api = await apiFixture();
  const ids = [];
  for (const name of ["a", "b", "c"]) {
    const made = await api.call("POST", "/v1/templates", { body: { ...welcome, friendly_name: name } });
    ids.push(made.body.id);
  }
  await api.call("PATCH", `/v1/templates/${ids[0]}`, { body: { name: "Other" } });
  const listed = listOf((await api.call("GET", "/v1/templates")).body.data);
  assert.equal(
    listed.map(({ id }) => id),
    [ids[0], ids[2], ids[1]]
  );
  await api.close();
});
test("a friendly name is unique in its workspace", async () => {
  const api = await apiFixture();
  await api.call("POST", "/v1/templates", { body: welcome });
  const again = await api.call("POST", "/v1/templates", { body: welcome });
  assert.is(again.status, 422);
  assert.equal(issuePaths(again), ["/friendly_name"]);
  const other = await api.call("POST", "/v1/templates", { body: { ...welcome, friendly_name: "other" } });
  const renamed = await api.call("PATCH", `/v1/templates/${other.body.id}`, {
    body: { friendly_name: "welcome" }
  });
  assert.equal([renamed.status, issuePaths(renamed)], [422, ["/friendly_name"]]);
  await api.close();
});
test("taking over the name that another template has left does not update that one", async () => {
  const api = await apiFixture();
  const { body } = await api.call("POST", "/v1/templates", { body: welcome });
  const path = `/v1/templates/${body.id}`;
  const renamed = await api.call("PATCH", path, { body: { friendly_name: "hello" } });
  await api.clock.advance(1e3);
  assert.is((await api.call("POST", "/v1/templates", { body: welcome })).status, 201);
  const { updated_at: updatedAt, friendly_name: friendlyName } = (await api.call("GET", path)).body;
  assert.equal([updatedAt, friendlyName], [renamed.body.updated_at, renamed.body.friendly_name]);
  await api.close();
});
test("a body of a megabyte comes back as it was, and a refused one leaves nothing", async () => {
  const api = await apiFixture();
  const html = "<p>\xE6\xF8\xE5</p>".repeat(1e5);
  const made = await api.call("POST", "/v1/templates", { body: { ...welcome, html } });
  assert.is(made.body.html, html);
  const listed = listOf((await api.call("GET", "/v1/templates")).body.data);
  assert.is(listed[0]?.html, html);
  const before = api.blobs.kept.size;
  const large = `${html}!`;
  await api.call("POST", "/v1/templates", { body: { ...welcome, html: large } });
  await api.call("PATCH", `/v1/templates/${UNKNOWN_ID}`, { body: { html: large } });
  assert.is(api.blobs.kept.size, before);
  await api.close();
});
test("another workspace\u2019s template is not there", async () => {
  const api = await apiFixture();
  const { body } = await api.call("POST", "/v1/templates", { body: welcome });
  const { id: workspace } = await openWorkspace(api.ledger, api.origin, "other");
  const key = await api.keyWith(SCOPES, { workspace });
  const path = `/v1/templates/${body.id}`;
  for (const [method, options] of [
    ["GET", {}],
    ["PATCH", { body: { name: "x" } }],
    ["DELETE", {}]
  ]) {
    const answer = await api.call(method, path, { key, ...options });
    const missing = await api.call(method, `/v1/templates/${UNKNOWN_ID}`, { key, ...options });
    assert.is(answer.status, 404);
    assert.equal(answer.body, missing.body);
  }
  assert.equal((await api.call("GET", "/v1/templates", { key })).body, { data: [] });
  assert.is((await api.call("POST", "/v1/templates", { key, body: welcome })).status, 201);
  await api.close();
});
test("an id that is no uuid is 404", async () => {
  const api = await apiFixture();
  for (const id of ["x", "123", `${UNKNOWN_ID}0`])
    assert.is((await api.call("GET", `/v1/templates/${id}`)).status, 404);
  await api.close();
});
test("what is no Liquid is refused where it is written, by part, line and reason", async () => {
  const renderer = liquidRenderer({ processes: 1 });
  const api = await apiFixture({ context: { renderer } });
  const faulty = { subject: "{{ name", html: "<p>\n{% if a %}</p>", text: "{{ name | nothing_known }}" };
  const refused = await api.call("POST", "/v1/templates", { body: { ...welcome, ...faulty } });
  assert.is(refused.status, 422);
  assert.equal(refused.body.error?.details?.issues, [
    { path: "/subject", message: 'is not valid Liquid on line 1: output "{{ name" not closed' },
    { path: "/html", message: "is not valid Liquid on line 2: tag {% if a %} not closed" },
    { path: "/text", message: "is not valid Liquid on line 1: undefined filter: nothing_known" }
  ]);
  const created = await api.call("POST", "/v1/templates", { body: welcome });
  assert.is(created.status, 201, "the name is still free");
  const path = `/v1/templates/${created.body.id}`;
  for (const body of [{ html: "{% endif %}" }, { subject: "{% for %}" }]) {
    const changed = await api.call("PATCH", path, { body });
    assert.equal([changed.status, issuePaths(changed)], [422, [`/${Object.keys(body)[0]}`]]);
  }
  assert.is((await api.call("PATCH", path, { body: { html: null, name: "New" } })).status, 200);
  await api.close();
  await renderer.close();
});
test.run();
//# sourceMappingURL=templates.test.js.map
