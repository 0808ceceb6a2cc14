// test/faults/accounts.ts
import * as assert from "uvu/assert";
import { isVerified } from "../support/httpsReceiver.js";
import { expectedOutcome } from "./orders.js";
async function settleAccounts(fleet, workload, laterByMs = 0) {
  const { ledger, sink, receiver, secret } = fleet;
  const events = await ledger.events();
  const accepted = events.filter(({ type }) => type === "EmailAccepted");
  const ids = new Set(accepted.map(({ stream }) => stream.slice("email-".length)));
  if (workload.refused.length > 0) console.log(fleet.api.output());
  assert.equal(workload.refused, [], "no well-formed send is refused");
  assert.is(ids.size, accepted.length, "no message is accepted twice");
  const lost = [...workload.acknowledged.values()].filter((receipts) => {
    assert.is(new Set(receipts).size, 1, "every answer to one key is the same, byte for byte");
    return !ids.has(JSON.parse(receipts[0] ?? "").id);
  });
  assert.is(lost.length, 0, "acknowledged messages lost");
  assert.is(ids.size, workload.acknowledged.size, "one message, and so one charge, a key");
  const verified = new Set(
    receiver.received.filter((one) => [0, laterByMs].some((ms) => isVerified(one, secret, one.receivedAtMs + ms))).map(({ body }) => JSON.parse(body).id)
  );
  const reported = events.filter((event) => ledger.isReported(event));
  assert.is(reported.filter(({ id }) => !verified.has(id)).length, 0, "webhook events lost");
  const recipients = accepted.flatMap(({ data }) => data.recipients);
  checkOutcomes(recipients, events);
  const live = recipients.filter(({ sandbox }) => !sandbox);
  const claims = countBy(
    events.filter(({ type }) => type === "SubmissionAttempted"),
    ({ data }) => data.recipient
  );
  const sent = countBy(sink.received, ({ recipient }) => recipient);
  for (const { address } of live) {
    const times = sent.get(address) ?? 0;
    assert.ok(times > 0, `${address} got the message`);
    assert.ok(
      times <= (claims.get(address) ?? 0),
      `${address}: sent ${times} times, claimed ${claims.get(address)} times`
    );
  }
  assert.is(sent.size, live.length, "nobody else got mail");
  assert.is(
    new Set(sink.received.map(({ messageId, recipient }) => `${messageId} ${recipient}`)).size,
    live.length,
    "a repetition has the same Message-ID"
  );
  return {
    messages: ids.size,
    live: live.length,
    simulated: recipients.length - live.length,
    transactions: sink.received.length,
    repeated: [...sent.values()].filter((times) => times > 1).length,
    reported: reported.length,
    posts: receiver.received.length
  };
}
function checkOutcomes(recipients, events) {
  const outcomes = countBy(
    events.filter(({ stream }) => stream.startsWith("email-")),
    ({ type, data }) => `${type} ${data.deliveryId}`
  );
  const wrong = recipients.filter(
    (recipient) => outcomes.get(`${expectedOutcome(recipient)} ${recipient.deliveryId}`) !== 1
  );
  assert.equal(wrong.map(({ address }) => address).slice(0, 5), [], "recipients without their one outcome");
}
function countBy(items, key) {
  const counts = /* @__PURE__ */ new Map();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
}
export {
  settleAccounts
};
//# sourceMappingURL=accounts.js.map
