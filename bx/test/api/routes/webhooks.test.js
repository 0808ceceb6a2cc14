// test/api/routes/webhooks.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { webhookRoutes } from "../../../src/api/routes/webhooks.js";
import { openWorkspace } from "../../../src/commands/workspace/openWorkspace.js";
import { SCOPES } from "../../../src/commands/workspace/scopes.js";
import { apiFixture } from "../../support/apiFixture.js";
import { fields, fixture, idOf, pathsOf, unknownId } from "./webhookFixture.js";
var test = suite("webhook routes");
test("creation answers with the record and, this once, the secret", async () => {
  const { create, call, list, close, store } = await fixture();
  const { status, body } = await create();
  assert.is(status, 201);
  const { id, secret, created_at, ...rest } = body;
  assert.equal(rest, { ...fields, status: "ACTIVE" });
  assert.match(secret ?? "", /^whsec_[\w-]{43}$/);
  assert.is(created_at, "2026-01-01T00:00:00.000Z");
  assert.equal(await list(), [{ id, ...fields, status: "ACTIVE", created_at }]);
  const others = [
    await call("PATCH", `/v1/webhooks/${id}`, { body: { name: "x" } }),
    await call("GET", "/v1/webhooks")
  ];
  for (const { text } of others) assert.not.ok(text.includes("secret"));
  assert.not.ok(JSON.stringify(store.log).includes(secret ?? ""));
  await close();
});
test("two active ones, a third is refused until one is disabled; deleted ones stay listed in their order", async () => {
  const { create, patch, remove, list, close } = await fixture();
  const [one, two] = [idOf((await create()).body), idOf((await create({ name: "Two" })).body)];
  const refused = await create();
  assert.is(refused.status, 422);
  assert.equal(pathsOf(refused.body), [""]);
  assert.is((await remove(one)).status, 204);
  const three = idOf((await create({ name: "Three" })).body);
  const back = await patch(one, { status: "ACTIVE" });
  assert.is(back.status, 422);
  assert.equal(pathsOf(back.body), ["/status"]);
  assert.equal(
    (await list()).map(({ id, status }) => [id, status]),
    [
      [one, "DISABLED"],
      [two, "ACTIVE"],
      [three, "ACTIVE"]
    ]
  );
  assert.is((await remove(one)).status, 204);
  await patch(three, { status: "DISABLED" });
  assert.equal((await patch(one, { status: "ACTIVE" })).body.status, "ACTIVE");
  await close();
});
test("50 racing creations leave exactly two active", async () => {
  const { create, list, close } = await fixture();
  const answers = await Promise.all(Array.from({ length: 50 }, () => create()));
  assert.is(answers.filter(({ status }) => status === 201).length, 2);
  assert.is(answers.filter(({ status }) => status === 422).length, 48);
  assert.is((await list()).length, 2);
  await close();
});
test("a change changes what it names; an empty one and equal values append nothing", async () => {
  const { create, patch, close, store } = await fixture();
  const id = idOf((await create()).body);
  const before = store.log.length;
  for (const body2 of [{}, { ...fields }, { status: "ACTIVE" }]) {
    const { status, body: answer } = await patch(id, body2);
    assert.is(status, 200);
    assert.is(answer.name, "Main");
  }
  assert.is(store.log.length, before);
  const changes = { name: "Other", url: "https://hooks.test:8443/", events: ["bounced"], status: "DISABLED" };
  const { body } = await patch(id.toUpperCase(), changes);
  assert.equal({ ...body, ...changes }, { ...body });
  assert.is(store.log.length, before + 1);
  await close();
});
test("what is unknown is 404: no such id, no uuid, another workspace", async () => {
  const { create, patch, remove, call, keyWith, ledger, origin, close } = await fixture();
  const id = idOf((await create()).body);
  const other = await openWorkspace(ledger, origin, "other");
  const key = await keyWith(SCOPES, { workspace: other.id });
  for (const answer of [
    ...[await patch(unknownId, {}), await remove(unknownId), await patch("x", {}), await remove("x")],
    await call("PATCH", `/v1/webhooks/${id}`, { body: {}, key }),
    await call("DELETE", `/v1/webhooks/${id}`, { key })
  ])
    assert.is(answer.status, 404, answer.text);
  assert.equal((await call("GET", "/v1/webhooks", { key })).text, '{"data":[]}');
  await close();
});
test("limits of the fields, at them and beyond", async () => {
  const { create, patch, remove, close } = await fixture();
  const cases = [
    [{ name: "x" }, []],
    [{ name: "\u{1F389}".repeat(100) }, []],
    [{ name: "" }, ["/name"]],
    [{ name: "x".repeat(101) }, ["/name"]],
    [{ name: null }, ["/name"]],
    [{ name: 1 }, ["/name"]],
    [{ events: ["x".repeat(100)] }, []],
    [{ events: Array(50).fill("delivered") }, []],
    [{ events: [] }, ["/events"]],
    [{ events: Array(51).fill("delivered") }, ["/events"]],
    [{ events: [""] }, ["/events/0"]],
    [{ events: ["a", "x".repeat(101)] }, ["/events/1"]],
    [{ events: "delivered" }, ["/events"]],
    [{ secret: "mine" }, ["/secret"]],
    [{ url: "" }, ["/url"]],
    [{ url: 5 }, ["/url"]],
    [{ url: "http://hooks.test/" }, ["/url"]],
    [{ url: "https://u:p@hooks.test/" }, ["/url"]],
    [{ url: "https://gone.test/" }, ["/url"]],
    [{ url: "https://inner.test/" }, ["/url"]],
    [{ url: "https://127.0.0.1/" }, ["/url"]],
    [{ url: "https://0x7f.1/" }, ["/url"]],
    [{ url: "https://[::ffff:10.0.0.1]/" }, ["/url"]],
    [{ url: "https://169.254.169.254/latest/meta-data" }, ["/url"]],
    [{ url: `https://hooks.test/${"x".repeat(3e3)}` }, ["/url"]],
    [{ name: "", url: "https://10.0.0.1/", events: [], other: 1 }, ["/events", "/name", "/other", "/url"]]
  ];
  const target = idOf((await create()).body);
  for (const [changes, paths] of cases) {
    const what = JSON.stringify(changes).slice(0, 80);
    const created = await create(changes);
    assert.equal(pathsOf(created.body), paths, what);
    assert.is(created.status, paths.length === 0 ? 201 : 422, what);
    if (created.status === 201) await remove(idOf(created.body));
    const patched = await patch(target, changes);
    assert.equal(pathsOf(patched.body), paths, what);
    assert.is(patched.status, paths.length === 0 ? 200 : 422, what);
  }
  const missing = await create({ name: void 0, url: void 0, events: void 0 });
  assert.equal(pathsOf(missing.body), ["/events", "/name", "/url"]);
  assert.equal(pathsOf((await create({ status: "ACTIVE" })).body), ["/status"]);
  assert.equal(pathsOf((await patch(target, { status: "active" })).body), ["/status"]);
  for (const body of ["[]", '"x"', "null", "{"]) assert.is((await patch(target, body)).status, 422, body);
  await close();
});
test("a faulty query is named together with the form and the url", async () => {
  const { call, store, close } = await fixture();
  const before = store.log.length;
  for (const [changes, paths] of [
    [{}, ["/surprise"]],
    [{ name: "", url: "https://inner.test/" }, ["/name", "/surprise", "/url"]]
  ]) {
    const body = { ...fields, ...changes };
    const answer = await call("POST", "/v1/webhooks?surprise=1", { body });
    assert.equal([answer.status, pathsOf(answer.body)], [422, paths]);
  }
  assert.is(store.log.length, before);
  await close();
});
test("a refused url stores nothing", async () => {
  const { create, store, close } = await fixture();
  const before = store.log.length;
  await create({ url: "https://inner.test/" });
  assert.is(store.log.length, before);
  await close();
});
test("each call needs its scope", async () => {
  const { call, keyWith, close } = await fixture();
  const key = await keyWith(SCOPES.filter((scope) => scope !== "webhook:manage"));
  for (const [method, path] of [
    ["GET", ""],
    ["POST", ""],
    ["PATCH", `/${unknownId}`],
    ["DELETE", `/${unknownId}`]
  ]) {
    assert.is((await call(method, `/v1/webhooks${path}`, { key })).status, 403);
    assert.is((await call(method, `/v1/webhooks${path}`, { key: null })).status, 401);
  }
  await close();
});
test("a read model that lags delays nothing but the list", async () => {
  const fixture2 = await apiFixture({ routes: [webhookRoutes], autoProject: false });
  const creating = fixture2.call("POST", "/v1/webhooks", { body: fields });
  const moving = setInterval(() => void fixture2.clock.advance(500), 5);
  const { status, body } = await creating;
  clearInterval(moving);
  assert.is(status, 201);
  assert.is(body.name, "Main");
  await fixture2.close();
});
test.run();
//# sourceMappingURL=webhooks.test.js.map
