// test/webhooks/verifyWebhook.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { signedHeaders } from "../../src/dispatcher/sign.js";
import {
  verifyWebhook,
  WebhookRefused
} from "../../src/webhooks/verifyWebhook.js";
var test = suite("verifyWebhook");
var SECRET = "whsec_Qx4mYyYvPzZ4rT0m0yq3XK3o1vJm2rN8Qb5cW6dE7fg";
var NOW_MS = 1767323045e3;
var EVENT = {
  id: "5f0c5a5e-6f0e-4c65-9d5e-0a6a7a1f4c11",
  type: "bounced",
  created_at: "2026-01-02T03:04:05.678Z",
  data: { recipient: "zo\xEB@example.org" }
};
var BODY = JSON.stringify(EVENT);
var HEADERS = signedHeaders(SECRET, EVENT.id, NOW_MS, BODY);
var at = (nowMs) => ({ nowMs: () => nowMs });
function outcome(given = {}, options = at(NOW_MS)) {
  const { body = BODY, headers = HEADERS, secret = SECRET } = given;
  try {
    return verifyWebhook(body, headers, secret, options).id;
  } catch (error) {
    if (!(error instanceof WebhookRefused)) throw error;
    assert.not.match(error.message, "whsec_");
    return error.reason;
  }
}
test("the event is what the service signed, for all forms of body and headers", () => {
  assert.equal(verifyWebhook(BODY, HEADERS, SECRET, at(NOW_MS)), EVENT);
  const bytes = new TextEncoder().encode(BODY);
  for (const body of [BODY, Buffer.from(BODY), bytes, bytes.buffer]) assert.is(outcome({ body }), EVENT.id);
  const gateway = Object.fromEntries(
    Object.entries(HEADERS).map(([name, value]) => [name.toUpperCase(), value])
  );
  const lists = Object.fromEntries(Object.entries(HEADERS).map(([name, value]) => [name, [value]]));
  for (const headers of [new Headers(HEADERS), gateway, lists, { ...HEADERS, get: "x", accept: void 0 }])
    assert.is(outcome({ headers }), EVENT.id);
});
test("another body, id, timestamp or secret is another signature", () => {
  assert.is(outcome({ body: BODY.replace("bounced", "clicked") }), "signature");
  assert.is(outcome({ body: `${BODY}
` }), "signature");
  assert.is(outcome({ headers: { ...HEADERS, "webhook-id": "f" } }), "signature");
  const later = String(Number(HEADERS["webhook-timestamp"]) + 1);
  assert.is(outcome({ headers: { ...HEADERS, "webhook-timestamp": later } }), "signature");
  assert.is(outcome({ secret: SECRET.slice("whsec_".length) }), "signature");
  const zeros = `v1=${"0".repeat(64)}`;
  assert.is(outcome({ headers: { ...HEADERS, "webhook-signature": zeros } }), "signature");
});
test("of several secrets one must be right", () => {
  assert.is(outcome({ secret: ["whsec_old", SECRET] }), EVENT.id);
  assert.is(outcome({ secret: [SECRET, "whsec_new"] }), EVENT.id);
  assert.is(outcome({ secret: ["whsec_old", "whsec_new"] }), "signature");
});
test("300 seconds either way, or as many as are given", () => {
  for (const [seconds, found] of [
    [300, EVENT.id],
    [-300, EVENT.id],
    [301, "timestamp"],
    [-301, "timestamp"]
  ])
    assert.is(outcome({}, at(NOW_MS + seconds * 1e3)), found);
  const exact = { ...at(NOW_MS + 5e3), toleranceSeconds: 5 };
  assert.is(outcome({}, exact), EVENT.id);
  assert.is(outcome({}, { ...exact, toleranceSeconds: 4 }), "timestamp");
  assert.is(outcome({}, { toleranceSeconds: 1e9 }), EVENT.id, "by the clock of the machine");
});
test("headers that are missing, repeated or malformed", () => {
  for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
    for (const value of [void 0, "", [], [HEADERS[name] ?? "", HEADERS[name] ?? ""]])
      assert.is(outcome({ headers: { ...HEADERS, [name]: value } }), "header", `${name} ${value}`);
    assert.is(outcome({ headers: { ...HEADERS, [name.toUpperCase()]: "another" } }), "header");
  }
  assert.is(outcome({ headers: new Headers() }), "header");
  for (const timestamp of ["now", "-1", "1e9", "+1767323045", " 1767323045", "9".repeat(16)])
    assert.is(outcome({ headers: { ...HEADERS, "webhook-timestamp": timestamp } }), "header");
  const digits = String(HEADERS["webhook-signature"]).slice(3);
  for (const signature of [digits, `v2=${digits}`, "v1=", `v1=${digits}0`, `v1=${digits.toUpperCase()}`])
    assert.is(outcome({ headers: { ...HEADERS, "webhook-signature": signature } }), "header");
});
test("a signed body that is no JSON object", () => {
  const bodies = ["no", "[]", "null", '"text"', Buffer.from([34, 255, 34])];
  for (const body of bodies) {
    const headers = signedHeaders(SECRET, "e", NOW_MS, body.toString());
    assert.is(outcome({ body, headers }), typeof body === "string" ? "body" : "signature");
  }
});
test("a call that no request explains is the mistake of the caller", () => {
  const called = (...args) => assert.throws(
    () => Reflect.apply(verifyWebhook, null, args),
    (error) => error instanceof TypeError
  );
  called(EVENT, HEADERS, SECRET);
  for (const secret of ["", [], [""], void 0, 5]) called(BODY, HEADERS, secret);
  for (const toleranceSeconds of [-1, Number.NaN, Number.POSITIVE_INFINITY, "300"])
    called(BODY, HEADERS, SECRET, { toleranceSeconds });
  for (const now of [Number.NaN, void 0, "noon", Promise.resolve(NOW_MS), /* @__PURE__ */ new Date("noon")])
    called(BODY, HEADERS, SECRET, { nowMs: () => now });
});
test.run();
//# sourceMappingURL=verifyWebhook.test.js.map
