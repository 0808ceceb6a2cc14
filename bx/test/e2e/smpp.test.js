// test/e2e/smpp.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { smppPeer } from "../adapters/smpp/smppPeer.js";
import { isVerified } from "../support/httpsReceiver.js";
import { client } from "./client.js";
import { embedded } from "./deployment.js";
import { eventually } from "./eventually.js";
var test = suite("e2e: text messages over SMPP");
var NUMBER = "+4930123";
var PERSON = "+4917199";
var LONG = "\u0412\u0430\u0448 \u043A\u043E\u0434 4711. ".repeat(12);
test.before(async (context) => {
  context.peer = await smppPeer();
  context.deployment = await embedded({ SMPP_URL: context.peer.url, POSTLEDGER_SMS_STOP_REPLY: "Bye." });
  const { deployment } = context;
  context.api = client(deployment.urls, deployment.key);
  const body = { name: "all", url: deployment.receiver.url, events: ["*"] };
  context.secret = (await context.api.call("POST", "/v1/webhooks", 201, body)).secret;
  await deployment.cli("sms-templates", "approve", "--name", "long", "--body", LONG);
  await deployment.cli("sms-templates", "approve", "--name", "short", "--body", "Hi {{ name }}");
  await deployment.cli("numbers", "assign", NUMBER);
});
test.after(async ({ peer, deployment }) => {
  await deployment.close();
  await peer.close();
});
var webhooks = ({ deployment, secret }) => deployment.receiver.received.filter((one) => isVerified(one, secret, one.receivedAtMs)).map(({ body }) => JSON.parse(body));
var kindsOf = (context, smsId) => webhooks(context).filter(({ data }) => data.sms_id === smsId).map(({ type }) => type);
var sendSms = ({ api }, key, template, variables = {}) => api.call(
  "POST",
  "/v1/sms",
  202,
  { from: NUMBER, to: PERSON, template, variables, consent_basis: "transactional" },
  { "idempotency-key": key }
);
test("a long message is submitted in the segments it is charged for, and delivered with the last receipt", async (context) => {
  const { peer, api } = context;
  const { id, segments } = await sendSms(context, "long-1", "long");
  await eventually("it is sent", () => kindsOf(context, id).includes("sms.sent"));
  assert.is(peer.submitted.length, segments);
  assert.ok(segments > 1);
  for (let at = 1; at <= segments; at += 1) {
    assert.not(kindsOf(context, id).includes("sms.delivered"));
    const answer = await peer.deliver({
      esm_class: 4,
      ...{ receipted_message_id: `id-${at}`, message_state: 2, short_message: "" }
    });
    assert.is(answer.command_status, 0);
  }
  await eventually("it is delivered", () => kindsOf(context, id).includes("sms.delivered"));
  const { status } = await api.call("GET", `/v1/sms/${id}`, 200);
  assert.is(status, "delivered");
});
test("a receipt of a failure is sms.failed; an unknown one disturbs nothing", async (context) => {
  const { peer } = context;
  const { id } = await sendSms(context, "short-1", "short", { name: "Zo\xEB" });
  await eventually("it is sent", () => kindsOf(context, id).includes("sms.sent"));
  const text = (carrierId) => `id:${carrierId} sub:001 dlvrd:000 stat:UNDELIV err:027 text:Hi`;
  const last = `id-${peer.submitted.length}`;
  const unknown = await peer.deliver({ esm_class: 4, short_message: text("nobody") });
  assert.is(unknown.command_status, 100, "its submission may be under way");
  assert.is((await peer.deliver({ esm_class: 4, short_message: text(last) })).command_status, 0);
  await eventually("it has failed", () => kindsOf(context, id).includes("sms.failed"));
});
test("an inbound message in two parts is one webhook", async (context) => {
  const { peer } = context;
  const from = { source_addr: PERSON.slice(1), source_addr_ton: 1, destination_addr: NUMBER.slice(1) };
  for (const [at, message] of [
    [2, "the other"],
    [1, "one half, "]
  ]) {
    const udh = Buffer.from([5, 0, 3, 42, 2, at]);
    assert.is(
      (await peer.deliver({ ...from, esm_class: 64, short_message: { udh, message } })).command_status,
      0
    );
  }
  const received = () => webhooks(context).filter(({ type }) => type === "sms.received");
  await eventually("it is told", () => received().length > 0);
  assert.equal(
    received().map(({ data }) => [data.from, data.to, data.body]),
    [[PERSON, NUMBER, "one half, the other"]]
  );
});
test("who sends STOP is answered, and gets nothing more from that number", async (context) => {
  const { peer, deployment } = context;
  const from = { source_addr: PERSON.slice(1), source_addr_ton: 1, destination_addr: NUMBER.slice(1) };
  const before = peer.submitted.length;
  await peer.deliver({ ...from, short_message: "Stop" });
  await eventually("it is answered", () => peer.submitted.length === before + 1);
  const listed = async () => JSON.parse(await deployment.cli("numbers", "opt-outs", "--json"));
  await eventually("it is listed", async () => (await listed()).length === 1);
  const { id } = await sendSms(context, "stopped", "short", { name: "X" });
  await eventually("it is refused", () => kindsOf(context, id).includes("sms.failed"));
  assert.is(peer.submitted.length, before + 1);
  await deployment.cli("numbers", "opt-in", PERSON, "--from", NUMBER);
  await eventually("it is taken back", async () => (await listed()).length === 0);
});
test.run();
//# sourceMappingURL=smpp.test.js.map
