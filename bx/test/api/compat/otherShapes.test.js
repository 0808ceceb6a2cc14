// test/api/compat/otherShapes.test.ts
import { request } from "node:http";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { apiFixture } from "../../support/apiFixture.js";
var shapes = suite("issue 27, 9 and 11: what clients of other shapes meet; GET /");
shapes("X-Message-Id is spelt so on the wire", async () => {
  const api = await apiFixture();
  await api.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = api.app.server.address();
  const body = JSON.stringify({
    personalizations: [{ to: [{ email: "ann@example.com" }] }],
    from: { email: "hello@acme.test" },
    subject: "Hello",
    content: [{ type: "text/plain", value: "Hello" }]
  });
  const headers = { authorization: `Bearer ${api.key}`, "content-type": "application/json" };
  const { status, names } = await new Promise((resolve, reject) => {
    const options = { port, host: "127.0.0.1", path: "/v3/mail/send", method: "POST", headers };
    const sent = request(options, (answer) => {
      answer.resume();
      const names2 = answer.rawHeaders.filter((_, at) => at % 2 === 0);
      resolve({ status: answer.statusCode ?? 0, names: names2 });
    });
    sent.on("error", reject);
    sent.end(body);
  });
  assert.is(status, 202);
  assert.ok(names.includes("X-Message-Id"), names.join(", "));
  assert.ok(names.includes("X-Message-Ids"), names.join(", "));
  await api.close();
});
shapes("a path of theirs that is not served answers in their form", async () => {
  const api = await apiFixture();
  for (const path of [
    "/emails/x",
    "/domains",
    "/api-keys",
    "/audiences/x/contacts",
    "/broadcasts",
    "/contacts"
  ]) {
    const { status, body } = await api.call("GET", path);
    assert.is(status, path === "/emails/x" ? status : 404, path);
    const { statusCode, name } = body;
    assert.equal([statusCode, typeof name], [status, "string"], path);
  }
  for (const path of ["/v3/templates", "/v3/marketing/contacts", "/v3/mail/batch"]) {
    const { status, body } = await api.call("POST", path, { body: {} });
    const { errors } = body;
    assert.is(status, 404, path);
    assert.equal(errors, [{ message: "There is no such path.", field: null, help: null }], path);
  }
  const own = await api.call("GET", "/v1/nothing");
  assert.equal(Object.keys(own.body), ["error"], "a path of our own has no other form");
  await api.close();
});
shapes("/ says what this is, to programs as JSON, and shows no version", async () => {
  const api = await apiFixture();
  const shown = await api.call("GET", "/", { key: null });
  assert.is(shown.status, 200);
  assert.match(String(shown.headers["content-type"]), "text/plain");
  assert.match(shown.text, "/docs describes its calls");
  const asked = await api.call("GET", "/", { key: null, headers: { accept: "application/json" } });
  assert.equal(asked.body, { service: "postledger", docs: "/docs", openapi: "/openapi.json" });
  await api.close();
});
shapes.run();
//# sourceMappingURL=otherShapes.test.js.map
