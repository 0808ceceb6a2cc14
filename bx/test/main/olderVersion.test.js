// test/main/olderVersion.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { revokeApiKey } from "../../src/commands/workspace/revokeApiKey.js";
import { BEGINNING } from "../../src/events/event.js";
import { client } from "../e2e/client.js";
import { eventually } from "../e2e/eventually.js";
import { agedModels } from "./agedModels.js";
import { gatedServices } from "./gatedService.js";
var test = suite("an older version answers while the newer one is built");
test.before.each(async (context) => {
  context.fixture = await gatedServices();
});
test.after.each(({ fixture }) => fixture.end());
async function prepare(fixture) {
  const before = fixture.start("api,projector");
  const { url, firstKey } = await before.service;
  const key = firstKey ?? "";
  const api = client([url ?? ""], key);
  for (const email of ["ann@customer.test", "bob@customer.test"])
    await api.call("POST", "/v1/contacts", 200, { email });
  const template = await api.call("POST", "/v1/templates", 201, {
    ...{ friendly_name: "news", name: "News", subject: "News", text: "News" }
  });
  const { keyId, workspace } = await firstKeyOf(fixture);
  await before.stop();
  return { key, keyId, workspace, templateId: template.id };
}
async function firstKeyOf({ ports: { store } }) {
  const made = await store.readAll({ after: BEGINNING, limit: 1, types: ["ApiKeyCreated"] });
  const event = made.events[0];
  return {
    keyId: event?.data?.keyId ?? "",
    workspace: event?.metadata.workspace ?? ""
  };
}
var emails = ({ data }) => data.map(({ email }) => email).sort();
async function mark({ ports: { documents } }, workspace) {
  const indexes = { byInsertion: ["workspace", "insertedAt"] };
  const older = await documents.collection({ name: "contacts_v0", indexes });
  for await (const { position, document } of older.scan()) {
    const marked = { ...document, workspace, email: "mark@customer.test", insertedAt: position };
    await older.writeMany([{ key: "00000000-0000-4000-8000-000000000000", position, document: marked }]);
    return;
  }
}
test("lists come from the older one until the newer has passed the head, then from that for good", async ({
  fixture
}) => {
  const { key, workspace } = await prepare(fixture);
  await agedModels(fixture.ports.documents, ["contacts"]);
  await mark(fixture, workspace);
  fixture.hold("contacts_v1");
  const starting = fixture.start("all");
  const api = client([await starting.url], key);
  await starting.service;
  const both = ["ann@customer.test", "bob@customer.test"];
  const marked = [...both, "mark@customer.test"];
  assert.equal(emails(await api.call("GET", "/v1/contacts", 200)), marked);
  await api.send({ from: "me@sender.test", to: "x@customer.test", subject: "S", text: "T" }, "meanwhile");
  const saved = await api.call("POST", "/v1/contacts", 200, { email: "cy@customer.test" });
  assert.is(saved.email, "cy@customer.test", "one\u2019s own write is folded from the log itself");
  assert.equal(emails(await api.call("GET", "/v1/contacts", 200)), marked);
  fixture.open();
  const all = [...both, "cy@customer.test"].sort();
  await eventually("the newer one answers", async () => {
    const found = emails(await api.call("GET", "/v1/contacts", 200));
    return found.join() === all.join();
  });
});
test("sends wait for the newer version; lists and keys do not, and a revoked key is refused", async ({
  fixture
}) => {
  const { key, keyId, workspace, templateId } = await prepare(fixture);
  await agedModels(fixture.ports.documents, ["templates", "suppressions", "api_keys"]);
  fixture.hold("templates_v1", "suppressions_v2", "api_keys_v1");
  const starting = fixture.start("all");
  const url = await starting.url;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const list = await fetch(`${url}/v1/templates`, { headers });
  assert.is(list.status, 200);
  assert.equal(
    (await list.json()).data.map(({ id }) => id),
    [templateId]
  );
  assert.is((await fetch(`${url}/v1/templates/${templateId}`, { headers })).status, 200);
  const send = () => fetch(`${url}/v1/emails`, {
    method: "POST",
    headers: { ...headers, "idempotency-key": "later" },
    body: JSON.stringify({ from: "me@sender.test", to: "x@customer.test", subject: "S", text: "T" })
  });
  assert.is((await send()).status, 503);
  fixture.open();
  await starting.service;
  assert.is((await send()).status, 202);
  await starting.stop();
  await agedModels(fixture.ports.documents, ["api_keys"]);
  const origin = { workspace, actor: "operator", correlation: "c", causation: null };
  await revokeApiKey(fixture.ports, origin, keyId);
  fixture.hold("api_keys_v1");
  const again = fixture.start("all");
  const againUrl = await again.url;
  assert.is((await fetch(`${againUrl}/v1/templates`, { headers })).status, 401, "from the first request on");
  fixture.open();
  await again.service;
  assert.is((await fetch(`${againUrl}/v1/templates`, { headers })).status, 401);
});
test.run();
//# sourceMappingURL=olderVersion.test.js.map
