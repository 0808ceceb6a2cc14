// test/conformance/requests.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { fixture, NOBODY } from "./fixture.js";
import { nameOf, operations, send } from "./operations.js";
import { refused } from "./refused.js";
var cases = 0;
var MAX_BODY_BYTES = 4096;
var requests = suite("conformance: requests");
requests.before(async (context) => {
  Object.assign(context, await fixture({ options: { maxBodyBytes: MAX_BODY_BYTES } }));
});
requests.after(async ({ api }) => {
  await api.close();
  console.log(`conformance: ${cases} cases of requests`);
});
var find = (name) => operations.filter((operation) => nameOf(operation) === name);
var withBody = operations.filter(({ body }) => body !== void 0);
requests("4.1, 4.7: Idempotency-Key of 1 to 255 characters", async ({ api, own }) => {
  for (const operation of operations.filter(({ keyed }) => keyed !== void 0)) {
    for (const [key, status] of [
      [null, operation.keyed === "required" ? 400 : 200],
      ["", 400],
      [" ", 400],
      ["k", 200],
      ["k".repeat(254), 200],
      ["k".repeat(255), 200],
      ["k".repeat(256), 400],
      ["k".repeat(1e3), 400],
      ['a b, "c"; d=\xE9', 200]
    ]) {
      const answer = await send(api, own, operation, { idempotencyKey: key });
      const what = `${nameOf(operation)} with a key of ${key?.length}`;
      if (status === 400) refused(answer, 400, what);
      else assert.is(answer.status, operation.status, `${what}: ${answer.text}`);
      cases += 1;
    }
  }
  for (const operation of find("POST /v1/contacts")) {
    const answer = await send(api, own, operation, { idempotencyKey: "k".repeat(256) });
    assert.is(answer.status, 200, "elsewhere the header means nothing");
    cases += 1;
  }
});
requests("bodies: media type, size, JSON, unknown fields", async ({ api, own }) => {
  for (const operation of withBody) {
    const what = nameOf(operation);
    const refuses = async (body, status, about, path, headers = {}) => {
      const before = api.store.log.length;
      refused(await send(api, own, operation, { body, headers }), status, `${what}: ${about}`, path);
      assert.is(api.store.log.length, before, `${what}: ${about} stored something`);
      cases += 1;
    };
    const good = JSON.stringify(operation.body?.(own));
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/xml",
      "multipart/form-data"
    ])
      await refuses(good, 415, type, void 0, { "content-type": type });
    await refuses(void 0, 415, "no content type");
    await refuses(good, 415, "gzip", void 0, { "content-encoding": "gzip" });
    await refuses(`${good}${" ".repeat(MAX_BODY_BYTES - good.length + 1)}`, 413, "one byte too many");
    for (const text of ["", "{", "x", `${good}x`, "{'a':1}", '{"a":1,}', "NaN", "\uFEFF"])
      await refuses(text, 422, text);
    for (const text of ["null", "true", "1", '"x"', good.startsWith("[") ? "{}" : "[]"])
      await refuses(text, 422, text, "");
    const at = good.startsWith("[") ? "/0" : "";
    for (const name of ["surprise", "toString", "__proto__", "constructor", ""]) {
      const body = good.replace("{", `{${JSON.stringify(name)}:1,`);
      await refuses(body, 422, `unknown field ${name}`, `${at}/${name}`);
    }
    const surprising = { body: good.replace("{", '{"strange":1,'), query: "?surprise=1" };
    const both = await send(api, own, operation, surprising);
    for (const path of [`${at}/strange`, "/surprise"])
      refused(both, 422, `${what}: body and query at once`, path);
    cases += 1;
  }
  for (const operation of find("PATCH /v1/templates/{id}")) {
    const good = JSON.stringify(operation.body?.(own)).padEnd(MAX_BODY_BYTES);
    assert.is((await send(api, own, operation, { body: good })).status, 200);
    cases += 1;
  }
});
requests(
  "ids in paths: no uuid and an unknown uuid are 404; letter case is nothing",
  async ({ api, own }) => {
    const byId = operations.filter(
      (operation) => operation.id !== void 0 && operation.method !== "DELETE"
    );
    const deletes = operations.filter((operation) => operation.method === "DELETE");
    const bad = [
      "x",
      "1",
      NOBODY,
      `${NOBODY}0`,
      NOBODY.slice(1),
      `{${NOBODY}}`,
      NOBODY.replaceAll("-", ""),
      "%00",
      "..%2F"
    ];
    for (const operation of [...byId, ...deletes]) {
      for (const id2 of bad)
        refused(await send(api, own, operation, { id: id2 }), 404, `${nameOf(operation)} ${id2}`);
      const id = own[operation.id ?? "template"].toUpperCase();
      const answer = await send(api, own, operation, { id });
      assert.is(answer.status, operation.status, `${nameOf(operation)} ${id}: ${answer.text}`);
      if (answer.status === 204) assert.is(answer.text, "");
      cases += bad.length + 1;
    }
  }
);
requests("a faulty body is 422 before an id that names nothing is 404", async ({ api, own }) => {
  const url = "https://inner.test/";
  const faults = {
    "PATCH /v1/templates/{id}": [
      [{ name: "" }, "/name"],
      [{ html: "{% if" }, "/html"]
    ],
    "PATCH /v1/webhooks/{id}": [
      [{ name: "" }, "/name"],
      [{ url }, "/url"]
    ]
  };
  for (const operation of operations.filter(({ method }) => method === "PATCH")) {
    const own422 = faults[nameOf(operation)];
    assert.ok(own422, `${nameOf(operation)} has no faulty bodies here`);
    for (const [body, path] of [...own422, [{ surprise: 1 }, "/surprise"]])
      for (const id of ["x", NOBODY]) {
        const what = `${nameOf(operation)} ${id} ${JSON.stringify(body)}`;
        refused(await send(api, own, operation, { id, body }), 422, what, path);
        cases += 1;
      }
  }
});
requests("methods that a path lacks are 405 with Allow, before a key is asked for", async ({ api }) => {
  const byPath = /* @__PURE__ */ new Map();
  for (const { path, method } of operations) byPath.set(path, [...byPath.get(path) ?? [], method]);
  for (const [path, methods] of byPath) {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      if (methods.includes(method)) continue;
      const answer = await api.call(method, path.replace("{id}", NOBODY), { key: null });
      refused(answer, 405, `${method} ${path}`);
      const allowed = [...methods, ...methods.includes("GET") ? ["HEAD"] : [], "OPTIONS"].sort();
      assert.is(answer.headers.allow, allowed.join(", "), `${method} ${path}`);
      cases += 1;
    }
  }
  for (const path of ["/v1", "/v1/email", "/v1/emails/x", "/v1/attachments", "/V1/emails", "/v2/emails"]) {
    refused(await api.call("POST", path, { key: null }), 404, path);
    cases += 1;
  }
});
requests.run();
//# sourceMappingURL=requests.test.js.map
