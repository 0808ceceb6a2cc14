// test/accepting/ownership.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { foreignSenders } from "../../src/accepting/ownership.js";
import { decideSmsNumber } from "../../src/commands/sms/smsNumber.js";
import { openWorkspace } from "../../src/commands/workspace/openWorkspace.js";
import { SCOPES } from "../../src/commands/workspace/scopes.js";
import { decideSenderDomain } from "../../src/commands/workspace/senderDomains.js";
import { sendSms, smsBody, withSmsTemplate } from "../support/smsFixture.js";
var test = suite("whose number, whose domain");
async function twoWorkspaces() {
  const { api } = await withSmsTemplate();
  const by = { actor: "operator", correlation: api.ledger.ids.uuid(), causation: null };
  const { id: other } = await openWorkspace(api.ledger, by, "other");
  const otherKey = await api.keyWith(SCOPES, { workspace: other });
  const origins = { own: api.origin, other: { ...api.origin, workspace: other } };
  const verify = async (whose, domain, published = ["s1"]) => {
    const key = { selector: "s1", algorithm: "rsa-sha256", publicKey: "p", sealedPrivateKey: "s" };
    await decideSenderDomain(api.ledger, origins[whose], { do: "add", domain, keys: [key] });
    await decideSenderDomain(api.ledger, origins[whose], { do: "check", domain, published });
  };
  const assign = (whose, number, what = "assign") => decideSmsNumber(api.ledger, origins[whose], { do: what, number });
  let sends = 0;
  const send = async (from, { key = api.key, idempotencyKey = `send ${sends++}` } = {}) => api.call("POST", "/v1/emails", {
    key,
    idempotencyKey,
    body: { from, to: "you@b.example", subject: "s", text: "t" }
  });
  return { api, otherKey, verify, assign, send };
}
test("mail from a domain that only another workspace has verified is refused, on every way in", async () => {
  const { api, otherKey, verify, send } = await twoWorkspaces();
  const body = { from: "Me <me@shop.example>", to: "you@b.example", subject: "s", text: "t" };
  assert.is((await send("me@shop.example", { idempotencyKey: "before" })).status, 202);
  await verify("other", "shop.example", []);
  assert.is((await send("me@shop.example")).status, 202, "what is only wanted belongs to nobody");
  await verify("other", "shop.example");
  api.clock.pass(1e3);
  const refused = await send("me@shop.example");
  assert.is(refused.status, 422);
  assert.match(JSON.stringify(refused.body), "/from");
  assert.is((await send("me@mail.shop.example")).status, 422, "a verified parent counts");
  assert.is((await send("me@SHOP.example")).status, 422);
  assert.is((await send("me@myshop.example")).status, 202);
  assert.is((await send("me@shop.example", { key: otherKey })).status, 202);
  assert.is(
    (await send("me@shop.example", { idempotencyKey: "before" })).status,
    202,
    "the replay of an old key gets its receipt"
  );
  assert.is((await api.call("POST", "/v1/emails/batch", { body: [body] })).status, 422);
  assert.is((await api.call("POST", "/emails", { body })).status, 422);
  assert.is((await api.call("POST", "/emails/batch", { body: [body] })).status, 422);
  await api.close();
});
test("a domain that both have verified is both\u2019s, until one of them gives it up", async () => {
  const { api, otherKey, verify, send } = await twoWorkspaces();
  await verify("other", "shop.example");
  await verify("own", "shop.example");
  assert.is((await send("me@shop.example")).status, 202);
  assert.is((await send("me@shop.example", { key: otherKey })).status, 202);
  await decideSenderDomain(api.ledger, api.origin, { do: "remove", domain: "shop.example" });
  api.clock.pass(1e3);
  assert.is((await send("me@shop.example")).status, 422);
  await verify("own", "mail.shop.example");
  assert.is((await send("me@mail.shop.example")).status, 202, "its own part of the other\u2019s domain");
  await api.close();
});
test("nobody is refused because the read model lags behind the own check of a domain", async () => {
  const { api, verify } = await twoWorkspaces();
  await verify("other", "shop.example");
  const models = { senderDomains: { ...api.context.models.senderDomains } };
  const before = await models.senderDomains.getMany(["shop.example"]);
  models.senderDomains.getMany = async () => before;
  const isForeign = foreignSenders({ ledger: api.ledger, models });
  assert.is(await isForeign(api.origin.workspace, "me@shop.example"), true);
  await verify("own", "shop.example");
  assert.is(await isForeign(api.origin.workspace, "me@shop.example"), false);
  await api.close();
});
test("a text message from another workspace\u2019s number is refused, from a shared or unassigned one it is not", async () => {
  const { api, assign } = await twoWorkspaces();
  const status = async (key = api.key, idempotencyKey) => (await sendSms(api, smsBody, idempotencyKey, key)).status;
  assert.is(await status(api.key, "before"), 202);
  await assign("other", smsBody.from);
  const refused = await sendSms(api, smsBody);
  assert.is(refused.status, 422);
  assert.match(JSON.stringify(refused.body), "/from");
  assert.is(await status(api.key, "before"), 202, "the replay of an old key gets its receipt");
  await assign("own", smsBody.from);
  assert.is(await status(), 202);
  await assign("own", smsBody.from, "release");
  assert.is(await status(), 422);
  await assign("other", smsBody.from, "release");
  assert.is(await status(), 202);
  await api.close();
});
test.run();
//# sourceMappingURL=ownership.test.js.map
