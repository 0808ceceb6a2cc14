// test/conformance/portableOpenapi.test.ts
import { gunzipSync } from "node:zlib";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { kindOf, REPORTED_TYPES } from "../../src/dispatcher/kinds.js";
import { payloadBody } from "../../src/dispatcher/payload.js";
import { documentOf, misfits } from "./document.js";
import { fixture } from "./fixture.js";
var openapi = suite("conformance: portable openapi");
openapi.before(async (context) => {
  const { api } = await fixture();
  const { body } = await api.call("GET", "/openapi-3.0.json", { key: null });
  Object.assign(context, { api, document: await documentOf(api), older: body });
});
openapi.after(({ api }) => api.close());
function* schemasIn(part, place = "", areFields = false) {
  if (typeof part !== "object" || part === null) return;
  if (!areFields && ("type" in part || "anyOf" in part)) yield [place, part];
  for (const [key, value] of Object.entries(part))
    if (areFields || key !== "example" && key !== "examples")
      yield* schemasIn(value, `${place}/${key}`, !areFields && key === "properties");
}
openapi("each operation has an id of its own", ({ document }) => {
  const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods)).map(({ operationId }) => operationId);
  assert.ok(ids.length >= 27 && ids.every((id) => /^[a-z][A-Za-z0-9]+$/.test(id ?? "")), ids.join());
  assert.is(new Set(ids).size, ids.length);
});
openapi("each field says what it is", ({ document }) => {
  const silent = Object.entries(document.components.schemas).flatMap(
    ([name, schema]) => [...schemasIn(schema)].flatMap(
      ([place, { properties = {} }]) => Object.entries(properties).filter(([, { description }]) => typeof description !== "string" || description.length < 5).map(([field]) => `${name}${place}/${field}`)
    )
  );
  assert.equal(silent, []);
});
openapi("nothing stands there that a generator does not know", ({ document }) => {
  const known = new Set(
    "type format pattern enum anyOf properties required additionalProperties items description examples example".concat(" minLength maxLength minItems maxItems minimum maximum").split(" ")
  );
  for (const [name, schema] of Object.entries(document.components.schemas))
    for (const [place, part] of schemasIn(schema)) {
      const unknown = Object.keys(part).filter((key) => !known.has(key));
      assert.equal(unknown, [], `${name}${place}`);
      const { pattern = "" } = part;
      assert.not.match(String(pattern), /\\[pu]|\(\?[^:]/, `${name}${place}`);
    }
});
var DATA = {
  ...{
    deliveryId: "7b0c2a58-3c1f-4e6d-9a57-0d4b8f1e2c36",
    recipient: "ann@customer.test",
    url: "https://shop.test"
  },
  ...{
    bounceType: "Permanent",
    bounceSubType: "General",
    diagnosticCode: "550 no",
    detail: "busy",
    text: "Hi"
  },
  ...{
    from: "+4512345678",
    to: "+4587654321",
    nextAttemptAt: null,
    isFinal: true,
    reason: null,
    sandbox: false
  }
};
openapi("what is posted for each kind of event is as the webhooks of the document say", ({ document }) => {
  const described = /* @__PURE__ */ new Set();
  for (const type2 of REPORTED_TYPES)
    for (const sandbox of [false, true]) {
      const stream = `${type2.startsWith("Sms") ? "sms" : "email"}-${DATA.deliveryId}`;
      const metadata = { at: "2026-03-01T09:00:00.000Z", workspace: "w" };
      const data = { ...DATA, sandbox };
      const event = { id: DATA.deliveryId, type: type2, stream, metadata, data };
      const kind = kindOf(event);
      assert.ok(kind !== null, type2);
      const name = kind.replace(/^email\./, "");
      const schema = document.webhooks[name]?.post.requestBody?.content["application/json"]?.schema;
      assert.ok(schema, `${name} is not described`);
      const body = JSON.parse(payloadBody(event, kind, DATA));
      assert.equal(misfits(schema, body), [], `${kind}: ${JSON.stringify(body)}`);
      const { data: known } = schema.properties;
      for (const field of Object.keys(body.data))
        assert.ok(field in known.properties, `${name} ${field}`);
      described.add(name);
    }
  assert.equal([...described].sort(), Object.keys(document.webhooks).sort());
});
openapi("3.0.3 has the same operations in its own words", ({ document, older }) => {
  assert.is(older.openapi, "3.0.3");
  assert.equal(Object.keys(older.paths), Object.keys(document.paths));
  assert.not("webhooks" in older);
  for (const [place, { type: type2, examples, nullable, anyOf }] of schemasIn(older)) {
    if (anyOf === void 0) assert.type(type2, "string", place);
    assert.is(examples, void 0, place);
    assert.ok(type2 !== "null", place);
    if (nullable !== void 0) assert.type(type2, "string", place);
  }
  const { schemas } = older.components;
  const fields = schemas.SendEmailInOtherShapeRequest?.properties;
  const alternatives = fields?.reply_to?.anyOf;
  assert.ok(alternatives.every(({ nullable }) => nullable === true));
});
openapi("examples of mail go to the sandbox", ({ document }) => {
  for (const path of ["/v1/emails", "/v1/emails/batch", "/emails", "/emails/batch", "/v3/mail/send"]) {
    const { example } = document.paths[path]?.post?.requestBody?.content["application/json"] ?? {};
    const shown = JSON.stringify(example);
    assert.match(shown, "delivered@example.com", path);
    assert.not.match(shown, "customer.test", path);
  }
});
openapi("who takes gzip gets it, and the same", async ({ api }) => {
  for (const path of ["/openapi.json", "/openapi-3.0.json"]) {
    const get = (encoding) => api.app.inject({ method: "GET", url: path, headers: { "accept-encoding": encoding } });
    const [plain, gzip, refused] = await Promise.all([get(""), get("br, gzip"), get("gzip;q=0, br")]);
    assert.is(gzip.headers["content-encoding"], "gzip");
    assert.is(gunzipSync(gzip.rawPayload).toString(), plain.body);
    assert.ok(gzip.rawPayload.length < plain.rawPayload.length / 5);
    assert.is(plain.headers["content-encoding"], void 0);
    assert.is(refused.headers["content-encoding"], void 0);
    assert.is(plain.headers.vary, "accept-encoding");
  }
});
openapi.run();
//# sourceMappingURL=portableOpenapi.test.js.map
