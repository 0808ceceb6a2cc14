// test/api/app.test.ts
import { fastify } from "fastify";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { describeRoutes, serveOpenApi } from "../../src/api/openapi/serveOpenApi.js";
import { allRoutes } from "../../src/api/routes/index.js";
import { BlobsUnavailable } from "../../src/ports/blobs.js";
import { DocumentsUnavailable } from "../../src/ports/documents.js";
import { EventStoreUnavailable } from "../../src/ports/eventStore.js";
import { apiFixture } from "../support/apiFixture.js";
import { noMetrics } from "../support/quietLog.js";
var app = suite("app");
var throwing = (error) => (added) => {
  added.get("/broken", { config: { public: true } }, async () => {
    throw error;
  });
};
app("reveals no internals when it fails", async () => {
  for (const error of [
    new Error("password=hunter2 at /home/x"),
    Object.assign(new Error("hunter2"), { statusCode: 500, code: "X" }),
    "hunter2",
    null
  ]) {
    const api = await apiFixture({ routes: [throwing(error)] });
    const answer = await api.call("GET", "/broken");
    assert.is(answer.status, 500);
    assert.equal(answer.body, {
      error: { code: "internal_error", message: "Something went wrong on our side." }
    });
    await api.close();
  }
});
app("asks to try again when a store is away", async () => {
  for (const error of [
    new EventStoreUnavailable("disk /x is full"),
    new DocumentsUnavailable("x"),
    new BlobsUnavailable("x")
  ]) {
    const api = await apiFixture({ routes: [throwing(error)] });
    const answer = await api.call("GET", "/broken");
    assert.equal([answer.status, answer.body.error?.code], [503, "unavailable"]);
    assert.match(String(answer.headers["retry-after"]), /^[1-9]\d*$/);
    assert.not(answer.text.includes("/x"));
    await api.close();
  }
});
app("a disk that refuses an append: 503, not ready, and back again", async () => {
  const api = await apiFixture();
  const body = { from: "a@b.co", to: "x@y.co", subject: "s", text: "t" };
  api.store.failNext(new EventStoreUnavailable("full"));
  assert.is((await api.call("POST", "/v1/emails", { body, idempotencyKey: "k" })).status, 503);
  const notReady = await api.call("GET", "/readyz", { key: null });
  assert.is(notReady.status, 503);
  assert.equal(notReady.body.checks, { log: false, documents: true });
  assert.is(notReady.body.error?.code, "unavailable");
  await api.clock.advance(5e3);
  assert.is((await api.call("GET", "/readyz", { key: null })).status, 200);
  assert.is((await api.call("POST", "/v1/emails", { body, idempotencyKey: "k" })).status, 202);
  await api.close();
});
app("health, metrics and documentation need no key", async () => {
  const api = await apiFixture();
  for (const url of ["/healthz", "/readyz", "/metrics", "/openapi.json", "/docs"])
    assert.is((await api.call("GET", url, { key: null })).status, 200, url);
  assert.is((await api.call("HEAD", "/healthz", { key: null })).text, "");
  await api.close();
});
app("figures are put together once a second, however often anyone asks", async () => {
  let made = 0;
  const metrics = { ...noMetrics, exposition: async () => `figures ${++made}` };
  const api = await apiFixture({ context: { metrics } });
  const shown = async () => (await api.call("GET", "/metrics", { key: null })).text;
  assert.equal([await shown(), await shown()], ["figures 1", "figures 1"]);
  await api.clock.advance(1e3);
  assert.equal([await shown(), await shown()], ["figures 2", "figures 2"]);
  await api.close();
});
app("the description is made once, however often anyone asks", async () => {
  let made = 0;
  const described = fastify();
  await describeRoutes(described, { baseUrl: "https://mail.test", sandboxDomain: "sandbox.test" });
  await serveOpenApi(described);
  await described.ready();
  const { swagger } = described;
  described.swagger = (() => Object.assign(swagger(), { made: ++made }));
  for (const url of ["/openapi.json", "/openapi-3.0.json"]) {
    const before = made;
    const answers = [await described.inject(url), await described.inject(url)].map(({ body }) => body);
    assert.equal([answers[0], made - before], [answers[1], 1]);
  }
  await described.close();
});
app("describes every route with its scope, its key and its refusals", async () => {
  const api = await apiFixture();
  const document = (await api.call("GET", "/openapi.json")).body;
  const operation = (path, method) => document.paths?.[path]?.[method];
  const send = operation("/v1/emails", "post");
  assert.equal(send.security, [{ apiKey: ["email:send"] }]);
  assert.ok(send.parameters?.some(({ name, required }) => name === "Idempotency-Key" && required));
  const statuses = ["202", "400", "401", "403", "413", "415", "422", "503", "default"];
  assert.equal(Object.keys(send.responses).sort(), statuses);
  assert.equal(send.requestBody.content["application/json"]?.schema, { $ref: "#/components/schemas/Email" });
  assert.ok(operation("/v1/emails/batch", "post").parameters?.some(({ required }) => !required));
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const method of Object.keys(methods)) {
      if (path.startsWith("/v1/")) assert.ok(operation(path, method).security, `${method} ${path}`);
    }
  }
  await api.close();
});
app("refuses to start with a route that says neither scope nor public", async () => {
  const open = (added) => {
    added.get("/open", async () => ({}));
  };
  try {
    await apiFixture({ routes: [...allRoutes, open] });
  } catch (error) {
    assert.match(String(error), /names no scope/);
    return;
  }
  assert.unreachable();
});
app.run();
//# sourceMappingURL=app.test.js.map
