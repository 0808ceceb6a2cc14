// test/api/requestTurns.test.ts
import { Type } from "../../packages/typebox.js";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openWorkspace } from "../../src/commands/workspace/openWorkspace.js";
import { SCOPES } from "../../src/commands/workspace/scopes.js";
import { apiFixture } from "../support/apiFixture.js";
var test = suite("turns of requests");
async function settle() {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}
async function fixture() {
  const held = [];
  const routes = (app) => {
    const config = { scope: "email:send" };
    const body = Type.Object({ text: Type.Optional(Type.String()) }, { additionalProperties: false });
    const hold = async ({ caller }) => {
      await new Promise((answer) => held.push({ workspace: caller.workspace, answer }));
      return {};
    };
    app.post("/held", { config, schema: { body } }, hold);
    app.get("/held", { config }, hold);
  };
  const api = await apiFixture({ routes: [routes] });
  const { id: workspace } = await openWorkspace(api.ledger, api.origin, "other");
  const other = await api.keyWith(SCOPES, { workspace });
  const count = (of) => held.filter((one) => one.workspace === of).length;
  return { api, held, other, workspace, count };
}
var answerAll = async (held) => {
  for (let rounds = 0; rounds < 20; rounds++) {
    for (const { answer } of held.splice(0)) answer();
    await settle();
  }
};
for (const method of ["GET", "POST"])
  test(`${method}: a lone workspace has any number; next to another one eight at a time`, async () => {
    const { api, held, other, workspace, count } = await fixture();
    const call = (key) => api.call(method, "/held", { key, ...method === "POST" && { body: {} } });
    const alone = Array.from({ length: 20 }, () => call(api.key));
    await settle();
    assert.is(count(api.workspace), 20);
    const theirs = [call(other)];
    await settle();
    assert.is(count(workspace), 1, "the other one has its turn at once");
    await answerAll(held);
    await Promise.all([...alone, ...theirs]);
    const more = Array.from({ length: 20 }, () => call(api.key));
    await settle();
    assert.is(count(api.workspace), 8);
    await answerAll(held);
    assert.equal(
      (await Promise.all(more)).map(({ status }) => status),
      Array(20).fill(200)
    );
    await api.close();
  });
test("next to another workspace one large body is worked on at a time, and small ones are not kept waiting by it", async () => {
  const { api, held, other, count } = await fixture();
  const theirs = api.call("GET", "/held", { key: other });
  await settle();
  const large = Array.from(
    { length: 3 },
    () => api.call("POST", "/held", { body: { text: "x".repeat(16384) } })
  );
  await settle();
  await api.clock.advance(3);
  assert.is(count(api.workspace), 1);
  const small = api.call("POST", "/held", { body: { text: "x" } });
  await settle();
  assert.is(count(api.workspace), 2);
  await answerAll(held);
  for (const { status } of await Promise.all([theirs, small, ...large])) assert.is(status, 200);
  await api.close();
});
test("who waits longer than five seconds has 503 with Retry-After, and its turn is not lost", async () => {
  const { api, held, other, count } = await fixture();
  const call = (key) => api.call("GET", "/held", { key });
  const theirs = call(other);
  const begun = Array.from({ length: 8 }, () => call(api.key));
  await settle();
  const late = call(api.key);
  await settle();
  await api.clock.advance(5e3);
  const { status, headers } = await late;
  assert.equal([status, headers["retry-after"]], [503, "2"]);
  await answerAll(held);
  await Promise.all([theirs, ...begun]);
  const again = Array.from({ length: 8 }, () => call(api.key));
  await settle();
  assert.is(count(api.workspace), 8);
  await answerAll(held);
  await Promise.all(again);
  await api.close();
});
test("a request that is refused by its body gives its turn back", async () => {
  const { api, held, other } = await fixture();
  const theirs = api.call("GET", "/held", { key: other });
  for (let n = 0; n < 12; n++)
    assert.is((await api.call("POST", "/held", { body: { unknown: 1 } })).status, 422);
  const last = api.call("POST", "/held", { body: {} });
  await settle();
  assert.is(held.length, 2);
  await answerAll(held);
  await Promise.all([theirs, last]);
  await api.close();
});
test.run();
//# sourceMappingURL=requestTurns.test.js.map
