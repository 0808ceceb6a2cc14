// test/simulation/auditor/acceptRules.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { positionAt } from "../../../src/adapters/position.js";
import { balances } from "../../../src/projections/balances.js";
import { openProjection } from "../../../src/runtime/fold/projection.js";
import { plainDocuments } from "../stores/plainStores.js";
import { acceptedOnce } from "./acceptedOnce.js";
import { campaignsOnce } from "./campaignsOnce.js";
import { chargesAddUp } from "./chargesAddUp.js";
import { evidenceOf, saidOf, WORKSPACE } from "./madeUp.js";
import { noFaultAnswers } from "./noFaultAnswers.js";
var test = suite("the rules of the auditor about accepting");
var CLIENT = { name: "client 1", endpoints: [], perSecond: 10, perDay: 1e3 };
var answered = (status, answer, over = {}) => ({
  ...{ client: CLIENT.name, workspace: WORKSPACE, process: "process 1", call: "POST /v1/emails", key: "k" },
  ...{ sent: {}, status, answer, begunAtMs: 3e3, atMs: 3050 },
  ...over
});
var receipt = (id, credits = 1) => answered(202, { id, credits_consumed: credits });
var accepted = (id, credits = 1, recipients = credits) => ({
  ...{ atMs: 3010, stream: `email-${id}`, type: "EmailAccepted" },
  data: { credits, recipients: Array.from({ length: recipients }, (_, at) => ({ deliveryId: `d${at}` })) }
});
test("every 202 stands in the log, and once", async () => {
  const said = (events) => saidOf(acceptedOnce, { events, lines: { clients: [receipt("one")] } });
  assert.equal(await said([accepted("one")]), []);
  assert.match((await said([])).join(), /one of key k stands in the log 0 times/);
  assert.match((await said([accepted("one"), accepted("one")])).join(), /stands in the log 2 times/);
});
test("the same key gets the same receipt, in each workspace by itself", async () => {
  const events = [accepted("one"), accepted("two")];
  const said = (clients) => saidOf(acceptedOnce, { events, lines: { clients } });
  assert.equal(await said([receipt("one"), receipt("one")]), []);
  assert.match((await said([receipt("one"), receipt("two")])).join(), /key k got another receipt/);
  assert.match((await said([receipt("one", 1), receipt("one", 2)])).join(), /key k got another receipt/);
  assert.equal(await said([receipt("one"), { ...receipt("two"), workspace: "another" }]), []);
  assert.equal(await said([answered(503, { code: "unavailable" }), receipt("one")]), [], "no receipt before");
});
test("an answer of 500 or above needs a fault of the time of its call", async () => {
  const fault = (atMs) => ({
    ...{ of: "store", do: "unavailable", store: "log", process: null, share: 1, lastsMs: 1e3, atMs }
  });
  const said = (line, plannedEvents = []) => saidOf(noFaultAnswers, { lines: { clients: [line] }, plan: { plannedEvents } });
  for (const status of [202, 422, 429, null]) assert.equal(await said(answered(status, null)), []);
  for (const status of [500, 503])
    assert.match(
      (await said(answered(status, { code: "x" }))).join(),
      new RegExp(`answered ${status} to key k`)
    );
  assert.equal(await said(answered(503, null), [fault(2500)]), []);
  assert.is((await said(answered(503, null), [fault(6e4)])).length, 1, "the fault came later");
});
async function saidOfCharges(madeUp, balance) {
  const evidence = evidenceOf({ ...madeUp, plan: { clients: [CLIENT] } });
  const documents = plainDocuments(evidence.stores.documents);
  const collection = await openProjection(documents, balances);
  const document = { workspace: WORKSPACE, granted: 0, email: balance, sms: 0 };
  await collection.writeMany([{ key: WORKSPACE, position: positionAt(1), document }]);
  return (await chargesAddUp.check(evidence)).map(({ what }) => what).join();
}
test("receipts, log and balance tell of the same credits", async () => {
  const two = { events: [accepted("one", 2)], lines: { clients: [receipt("one", 2)] } };
  assert.is(await saidOfCharges(two, 2), "");
  assert.match(await saidOfCharges(two, 4), /has 4 credits of email, the log 2/);
  assert.match(
    await saidOfCharges({ ...two, events: [] }, 0),
    /receipts of client 1 .* 2 credits, the log of 0/
  );
  assert.is(await saidOfCharges({ ...two, lines: {} }, 2), "", "the answer was lost");
});
test("every recipient is charged, and no one else", async () => {
  assert.match(await saidOfCharges({ events: [accepted("one", 2, 1)] }, 2), /charged 2 for 1 recipients/);
  assert.match(await saidOfCharges({ events: [accepted("one", 0, 1)] }, 0), /charged 0 for 1 recipients/);
});
test("every message of a batch stands in the log", async () => {
  const data = [{ id: "one" }, { id: "two" }];
  const clients = [answered(202, { data }, { call: "POST /v1/emails/batch" })];
  const said = (events) => saidOf(acceptedOnce, { events, lines: { clients } });
  assert.equal(await said([accepted("one"), accepted("two")]), []);
  assert.match((await said([accepted("one")])).join(), /two of key k stands in the log 0 times/);
});
test("a campaign has one message for each contact that it counted, and counted its audience", async () => {
  const event = (stream, type, data) => ({ atMs: 1e3, stream, type, data });
  const message = (id, contactId) => event(`email-${id}`, "EmailAccepted", {
    recipients: [{}],
    credits: 1,
    campaign: { campaignId: "c", runId: "r", contactId }
  });
  const said = (of, ...messages) => saidOf(campaignsOnce, {
    events: [
      event("audience-a", "AudienceContactsAdded", { contactIds: ["ann", "bob", "eve"] }),
      event("campaign-c", "CampaignCreated", { runId: "r", audienceId: "a" }),
      ...messages,
      event("campaign-c", "CampaignRunCompleted", { runId: "r", accepted: of[0], skipped: of[1] })
    ]
  });
  const both = [message("one", "ann"), message("two", "bob")];
  assert.equal(await said([2, 1], ...both), []);
  assert.match((await said([3, 0], ...both)).join(), /counted 3, and has 2 messages/);
  assert.match((await said([2, 0], ...both)).join(), /counted 2 contacts, and its audience has 3/);
  assert.match((await said([2, 1], ...both, message("three", "bob"))).join(), /two messages for one contact/);
  assert.match(
    (await said([2, 1], message("one", "ann"), message("two", "zoe"))).join(),
    /outside its audience/
  );
});
test.run();
//# sourceMappingURL=acceptRules.test.js.map
