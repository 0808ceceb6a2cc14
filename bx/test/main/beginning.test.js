// test/main/beginning.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { decideSuppression } from "../../src/commands/email/suppress.js";
import { newEvents } from "../../src/commands/kernel/ledger.js";
import { BEGINNING } from "../../src/events/event.js";
import { startService } from "../../src/main/service.js";
import { suppressions } from "../../src/projections/suppressions.js";
import { collectionOf } from "../../src/runtime/fold/projection.js";
import { client } from "../e2e/client.js";
import { eventually } from "../e2e/eventually.js";
import { quietLog } from "../support/quietLog.js";
import { gatedServices } from "./gatedService.js";
var test = suite("nothing begins before it knows");
test.before.each(async (context) => {
  context.fixture = await gatedServices();
});
test.after.each(({ fixture }) => fixture.end());
var { name: SUPPRESSIONS } = collectionOf(suppressions);
var PEOPLE = Array.from({ length: 20 }, (_, n) => `p${n}@customer.test`);
async function prepare(fixture, act) {
  const before = fixture.start("api,projector");
  const { url, firstKey } = await before.service;
  await act(client([url ?? ""], firstKey ?? ""));
  await before.stop();
  return { workspace: await workspaceOf(fixture), actor: "operator", correlation: "c", causation: null };
}
var sendAll = async (api) => {
  for (const to of PEOPLE) await api.send({ from: "me@sender.test", to, subject: "S", text: "T" }, to);
};
async function suppressAll({ ports }, origin) {
  for (const address of PEOPLE)
    await decideSuppression(ports, origin, { do: "add", address, reason: "asked" });
}
async function workspaceOf({ ports }) {
  const opened = await ports.store.readAll({ after: BEGINNING, limit: 1, types: ["WorkspaceOpened"] });
  return opened.events[0]?.metadata.workspace ?? "";
}
var countOf = async ({ ports }, type) => (await ports.store.readAll({ after: BEGINNING, limit: 1e4, types: [type] })).events.length;
test("mail that is due at the start does not go to an address that was suppressed late in the log", async ({
  fixture
}) => {
  const origin = await prepare(fixture, sendAll);
  await suppressAll(fixture, origin);
  await fixture.forget();
  fixture.hold(SUPPRESSIONS);
  const starting = fixture.start("all");
  await outboxIsFolded(fixture, PEOPLE.length);
  await eventually("a second has passed", passed(1200));
  assert.is(fixture.sent.length, 0, "nothing is sent while suppressions are not known");
  fixture.open();
  await starting.service;
  await eventually("all are refused", async () => await countOf(fixture, "Rejected") === PEOPLE.length);
  assert.is(fixture.sent.length, 0);
});
test("a sender waits for the projector of another process", async ({ fixture }) => {
  const origin = await prepare(fixture, sendAll);
  await suppressAll(fixture, origin);
  await fixture.forget();
  fixture.hold(SUPPRESSIONS);
  const sender = fixture.start("sender");
  await sender.service;
  const projector = fixture.start("projector");
  await outboxIsFolded(fixture, PEOPLE.length);
  await eventually("a second has passed", passed(1200));
  assert.is(fixture.sent.length, 0);
  fixture.open();
  await projector.service;
  await eventually("all are refused", async () => await countOf(fixture, "Rejected") === PEOPLE.length);
  assert.is(fixture.sent.length, 0);
});
test("a campaign whose audience has complained sends to no one", async ({ fixture }) => {
  const origin = await prepare(fixture, async (api) => {
    const ids = [];
    for (const email of PEOPLE)
      ids.push((await api.call("POST", "/v1/contacts", 200, { email })).id);
    const audience = await api.call("POST", "/v1/audiences", 201, {
      name: "everyone",
      contact_ids: ids
    });
    const template = await api.call("POST", "/v1/templates", 201, {
      ...{ friendly_name: "news", name: "News", subject: "News", text: "News" }
    });
    await api.call("POST", "/v1/campaigns", 202, {
      ...{ name: "first", audience_id: audience.id, template_id: template.id, from: "news@sender.test" }
    });
  });
  await complainAll(fixture, origin);
  await fixture.forget();
  fixture.hold(SUPPRESSIONS);
  const starting = fixture.start("all");
  await eventually("a second has passed", passed(1200));
  assert.is(await countOf(fixture, "CampaignRunStarted"), 0);
  fixture.open();
  await starting.service;
  await eventually("the run is over", async () => await countOf(fixture, "CampaignRunCompleted") === 1);
  assert.is(await countOf(fixture, "EmailAccepted"), 0);
  assert.is(fixture.sent.length, 0);
});
test("requests are answered at once, sends once what they consult is known", async ({ fixture }) => {
  let key = "";
  const first = fixture.start("api,projector");
  const { url: firstUrl, firstKey } = await first.service;
  key = firstKey ?? "";
  await sendAll(client([firstUrl ?? ""], key));
  await first.stop();
  const origin = {
    workspace: await workspaceOf(fixture),
    actor: "operator",
    correlation: "c",
    causation: null
  };
  await suppressAll(fixture, origin);
  await fixture.forget();
  fixture.hold(SUPPRESSIONS);
  const starting = fixture.start("all");
  const url = await starting.url;
  const get = (path) => fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
  await eventually("the key is known", async () => (await get("/v1/templates")).status === 200);
  const send = (to, idempotencyKey) => fetch(`${url}/v1/emails`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "idempotency-key": idempotencyKey
    },
    body: JSON.stringify({ from: "me@sender.test", to, subject: "S", text: "T" })
  });
  const refused = await send(PEOPLE[0] ?? "", "later");
  assert.is(refused.status, 503);
  assert.match(refused.headers.get("retry-after") ?? "", /^[1-9]/);
  const ready = await get("/readyz");
  assert.is(ready.status, 503);
  const { checks } = await ready.json();
  assert.is(checks.suppressions, false);
  assert.is(checks.log, true);
  fixture.open();
  await starting.service;
  assert.is((await get("/readyz")).status, 200);
  const accepted = await send(PEOPLE[0] ?? "", "later");
  assert.is(accepted.status, 202);
  const receipt = await accepted.json();
  assert.equal(receipt.suppressed_recipients, [PEOPLE[0]]);
});
test("a port that is in use ends the start: roles stop, everything is closed, and the reason is reported", async ({
  fixture
}) => {
  const first = fixture.start("all");
  const { url } = await first.service;
  let closed = 0;
  const settings = fixture.settingsOf("all", new URL(url ?? "").port);
  const ports = { ...fixture.ports, log: quietLog, close: async () => void closed++ };
  const outcome = await startService(settings, ports).catch((error) => error);
  assert.match(String(outcome), /EADDRINUSE/);
  assert.is(closed, 1);
  await first.stop();
  const again = fixture.start("all");
  await again.service;
  await again.stop();
});
test("a service that is asked to stop while it starts ends in order", async ({ fixture }) => {
  await prepare(fixture, sendAll);
  await fixture.forget();
  fixture.hold(SUPPRESSIONS);
  const starting = fixture.start("api,sender");
  await starting.url;
  await starting.stop();
  assert.is(fixture.sent.length, 0);
});
test("a rebuild after a reboot uses up no pace", async ({ fixture }) => {
  await prepare(fixture, sendAll);
  const first = fixture.start("all");
  await eventually("all is sent", async () => await countOf(fixture, "Submitted") === PEOPLE.length);
  await first.stop();
  const { pace } = fixture.ports;
  const workspace = await workspaceOf(fixture);
  const leftOf = async () => {
    const limits = { perSecond: 1e6, perDay: 1e6 };
    const { granted, window } = await pace.take(workspace, limits, 1e6);
    await pace.giveBack(workspace, window, granted);
    return granted;
  };
  const left = await leftOf();
  assert.is(left, 1e6 - PEOPLE.length);
  await fixture.forget();
  await (await fixture.start("all")).service;
  await eventually("the index is folded", passed(1500));
  assert.is(await leftOf(), left);
  assert.is(fixture.sent.length, PEOPLE.length);
});
async function complainAll({ ports }, origin) {
  for (const recipient of PEOPLE) {
    const data = { deliveryId: ports.ids.uuid(), recipient, sandbox: false };
    await ports.store.append(
      `email-${ports.ids.uuid()}`,
      "no-stream",
      newEvents(ports, origin, [{ type: "Complained", data }])
    );
  }
}
async function outboxIsFolded({ ports }, items) {
  await eventually("the work index is folded", async () => {
    const names = (await ports.documents.list()).filter((name) => name.startsWith("email_outbox"));
    let found = 0;
    for (const name of names) {
      const collection = await ports.documents.collection({
        name,
        indexes: { due: ["partition", "lane", "dueAtMs"] }
      });
      for await (const _ of collection.scan()) found++;
    }
    return found === items;
  });
}
function passed(ms) {
  const startedAtMs = performance.now();
  return async () => performance.now() - startedAtMs >= ms;
}
test.run();
//# sourceMappingURL=beginning.test.js.map
