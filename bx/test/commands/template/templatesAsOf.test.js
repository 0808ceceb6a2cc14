// test/commands/template/templatesAsOf.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { templatesAsOf } from "../../../src/commands/template/templatesAsOf.js";
import { apiFixture } from "../../support/apiFixture.js";
var test = suite("templates as of a position");
test("of this workspace only, by id and by name, before and after each change", async () => {
  const { api, workspace, store } = await apiFixture().then((api2) => ({ api: api2, ...api2 }));
  const made = { friendly_name: "one", name: "One", subject: "first", html: "x" };
  const before = await store.head();
  const id = String((await api.call("POST", "/v1/templates", { body: made })).body.id);
  const created = await store.head();
  await api.call("PATCH", `/v1/templates/${id}`, { body: { subject: "second", html: null } });
  const revised = await store.head();
  await api.call("DELETE", `/v1/templates/${id}`);
  await api.call("POST", "/v1/templates", { body: { ...made, subject: "other" } });
  const deleted = await store.head();
  const subjects = async (position, by = workspace) => {
    const templates = templatesAsOf(store, position);
    const found = [await templates.byId(by, id), await templates.byFriendlyName(by, "one")];
    return found.map((one) => one && [one.subject, one.hasBody]);
  };
  assert.equal(await subjects(before), [null, null]);
  assert.equal(await subjects(created), Array(2).fill(["first", true]));
  assert.equal(await subjects(revised), Array(2).fill(["second", false]));
  assert.equal(await subjects(deleted), [
    ["second", false],
    ["other", true]
  ]);
  assert.equal(await subjects(deleted, "11111111-1111-4111-8111-111111111111"), [null, null]);
  await api.close();
});
test.run();
//# sourceMappingURL=templatesAsOf.test.js.map
