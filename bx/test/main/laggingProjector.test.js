// test/main/laggingProjector.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { deliveryLocalPart } from "../../src/commands/email/deliveryToken.js";
import { decideSuppression } from "../../src/commands/email/suppress.js";
import { newEvents } from "../../src/commands/kernel/ledger.js";
import { decideSuspension } from "../../src/commands/workspace/suspension.js";
import { email } from "../../src/events/email.js";
import { BEGINNING } from "../../src/events/event.js";
import { suppressionIdOf } from "../../src/events/suppression.js";
import { contacts } from "../../src/projections/contacts.js";
import { suppressions } from "../../src/projections/suppressions.js";
import { workspaces } from "../../src/projections/workspaces.js";
import { collectionOf, openProjection } from "../../src/runtime/fold/projection.js";
import { client } from "../e2e/client.js";
import { eventually } from "../e2e/eventually.js";
import { gatedServices } from "./gatedService.js";
var test = suite("a projector that lags");
var ONE_HOUR_MS = 36e5;
var PEOPLE = Array.from({ length: 5 }, (_, n) => `p${n}@customer.test`);
var [SUPPRESSIONS, CONTACTS, WORKSPACES] = [suppressions, contacts, workspaces].map(
  (model) => collectionOf(model).name
);
test.before.each(async (context) => {
  const fixture = await gatedServices();
  const { url, firstKey } = await fixture.start("api,projector").service;
  await fixture.start("sender").service;
  const opened = await fixture.ports.store.readAll({
    ...{ after: BEGINNING, limit: 1, types: ["WorkspaceOpened"] }
  });
  const workspace = opened.events[0]?.metadata.workspace ?? "";
  context.fixture = fixture;
  context.api = client([url ?? ""], firstKey ?? "");
  context.origin = { workspace, actor: "operator", correlation: "c", causation: null };
});
test.after.each(({ fixture }) => fixture.end());
var countOf = async ({ ports }, type) => (await ports.store.readAll({ after: BEGINNING, limit: 1e4, types: [type] })).events.length;
async function campaignTo(api, people) {
  const ids = [];
  for (const email2 of people)
    ids.push((await api.call("POST", "/v1/contacts", 200, { email: email2 })).id);
  const audience = await api.call("POST", "/v1/audiences", 201, {
    ...{ name: "everyone", contact_ids: ids }
  });
  const template = await api.call("POST", "/v1/templates", 201, {
    ...{ friendly_name: "news", name: "News", subject: "News", text: "News" }
  });
  return () => api.call("POST", "/v1/campaigns", 202, {
    ...{ name: "first", audience_id: audience.id, template_id: template.id, from: "news@sender.test" }
  });
}
test("lets no campaign mail an address that was suppressed meanwhile", async ({ fixture, api, origin }) => {
  const begin = await campaignTo(api, PEOPLE);
  fixture.hold(SUPPRESSIONS ?? "");
  for (const address of PEOPLE)
    await decideSuppression(fixture.ports, origin, { do: "add", address, reason: "asked" });
  await begin();
  await eventually("the run is over", async () => await countOf(fixture, "CampaignRunCompleted") === 1);
  assert.is(await countOf(fixture, "EmailAccepted"), 0);
});
test("lets no campaign mail a contact that was unsubscribed meanwhile", async ({ fixture, api }) => {
  const begin = await campaignTo(api, PEOPLE);
  fixture.hold(CONTACTS ?? "");
  const unsubscribed = Promise.all(
    PEOPLE.map((email2) => api.call("POST", "/v1/contacts", 200, { email: email2, subscribed: false }))
  );
  await eventually("they are in the log", async () => await countOf(fixture, "ContactSaved") === 10);
  await begin();
  await eventually("the run has begun", async () => await countOf(fixture, "CampaignRunStarted") === 1);
  await fixture.ports.clock.sleep(500);
  fixture.open();
  await unsubscribed;
  await eventually("the run is over", async () => await countOf(fixture, "CampaignRunCompleted") === 1);
  assert.is(await countOf(fixture, "EmailAccepted"), 0);
});
test("lets no mail go to an address that was suppressed after its acceptance", async ({
  fixture,
  api,
  origin
}) => {
  const scheduled_for = new Date(fixture.ports.clock.nowMs() + 2e3).toISOString();
  for (const to of PEOPLE)
    await api.send({ from: "me@sender.test", to, subject: "S", text: "T", scheduled_for }, to);
  fixture.hold(SUPPRESSIONS ?? "");
  for (const address of PEOPLE)
    await decideSuppression(fixture.ports, origin, { do: "add", address, reason: "asked" });
  await eventually("all are refused or sent", async () => {
    return await countOf(fixture, "Rejected") + fixture.sent.length === PEOPLE.length;
  });
  assert.is(fixture.sent.length, 0);
});
test("lets no mail of a workspace leave that was suspended after its acceptance", async ({
  fixture,
  api,
  origin
}) => {
  const { clock } = fixture.ports;
  const dueAtMs = clock.nowMs() + 2e3;
  const scheduled_for = new Date(dueAtMs).toISOString();
  for (const to of PEOPLE)
    await api.send({ from: "me@sender.test", to, subject: "S", text: "T", scheduled_for }, to);
  fixture.hold(WORKSPACES ?? "");
  await decideSuspension(fixture.ports, origin, { do: "suspend", reason: "its key was stolen" });
  await clock.sleep(dueAtMs - clock.nowMs() + 1500);
  assert.is(fixture.sent.length, 0);
  await decideSuspension(fixture.ports, origin, { do: "resume", reason: "it has another key" });
  await eventually("all are sent", async () => fixture.sent.length === PEOPLE.length);
});
test("lets no suppression that was lifted meanwhile hide that a recipient unsubscribes again", async ({
  fixture,
  api,
  origin
}) => {
  const { ports } = fixture;
  const [to = ""] = PEOPLE;
  const news = { from: "me@sender.test", to, subject: "S", text: "T", message_stream: "broadcast" };
  const { id } = await api.send(news, "news");
  await eventually("it is handed over", async () => await countOf(fixture, "Submitted") === 1);
  const [accepted, , last] = await email.read(ports.store, id);
  const [{ deliveryId = "" } = {}] = accepted?.type === "EmailAccepted" ? accepted.data.recipients : [];
  const data = { deliveryId, recipient: to, sandbox: false, way: "mail" };
  const events = newEvents(
    ports,
    origin,
    [{ type: "Unsubscribed", data }],
    ports.clock.nowMs() - ONE_HOUR_MS
  );
  await ports.store.append(email.stream(id), last?.revision ?? 0, events);
  const stored = await openProjection(ports.documents, suppressions);
  const key = suppressionIdOf(origin.workspace, to);
  await eventually("the read model shows it", async () => await stored.get(key) !== null);
  fixture.hold(SUPPRESSIONS ?? "");
  await decideSuppression(ports, origin, { do: "remove", address: to });
  const { take } = await fixture.intake;
  const address = `${deliveryLocalPart(ports.tokens, { emailId: id, recipient: 0 }, "unsubscribe")}@sender.test`;
  const raw = Buffer.from(`From: ${to}\r
To: ${address}\r
Subject: no more\r
\r
no more\r
`);
  await eventually("it is recorded again", async () => {
    await take({ sender: to, recipients: [address], raw, remoteAddress: "127.0.0.1" });
    return await countOf(fixture, "Unsubscribed") === 2;
  });
});
test.run();
//# sourceMappingURL=laggingProjector.test.js.map
