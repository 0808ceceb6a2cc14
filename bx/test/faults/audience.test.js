// test/faults/audience.test.ts
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { client } from "../e2e/client.js";
import { nodeArguments } from "../support/project.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { ledgerReader } from "./ledgerReader.js";
import { ledgerWriter } from "./ledgerWriter.js";
var test = suite("an audience of 100,000");
var CONTACTS = 1e5;
var CHUNK = 1e4;
var CHUNKS_KEPT = 3;
var CRASHING = nodeArguments("test/faults/crashingService");
test("made by one call it is listed whole; one that a crash cut off is not listed at all", async () => {
  const folder = temporaryFolder();
  const data = join(folder.path, "data");
  const writer = await ledgerWriter(data);
  const contactIds = await writer.saveContacts(CONTACTS, (n) => ({
    email: `person${n}@receiver.test`,
    subscribed: true
  }));
  const env = { POSTLEDGER_DATA: data, POSTLEDGER_LOG_LEVEL: "error" };
  const body = (name) => ({ name, contact_ids: contactIds });
  const ledger = await ledgerReader(data);
  let service = await startServiceProcess({ env });
  await writer.projected(contactIds);
  const api = () => client([service.url], writer.key);
  const listed = async () => (await api().call("GET", "/v1/audiences", 200)).data;
  const whole = await api().call("POST", "/v1/audiences", 201, body("whole"));
  assert.is(whole.contact_count, CONTACTS);
  assert.equal(await listed(), [whole]);
  assert.is(await ledger.count("AudienceContactsAdded"), CONTACTS / CHUNK);
  assert.is(await service.stop(), 0);
  const crash = `after-append:AudienceContactsAdded`;
  service = await startServiceProcess({ env, program: CRASHING, args: [crash, String(CHUNKS_KEPT)] });
  const cutOff = await api().call("POST", "/v1/audiences", 201, body("half")).then(
    () => "answered",
    () => "cut off"
  );
  assert.is(cutOff, "cut off");
  assert.is(await service.ended, null, "it was killed");
  assert.is(
    await ledger.count("AudienceContactsAdded"),
    CONTACTS / CHUNK + CHUNKS_KEPT,
    "half of it is there"
  );
  service = await startServiceProcess({ env });
  const later = await api().call("POST", "/v1/audiences", 201, {
    name: "later",
    contact_ids: contactIds.slice(0, 2)
  });
  assert.equal(await listed(), [later, whole]);
  const created = (await ledger.events()).filter(({ type }) => type === "AudienceCreated");
  const half = created.find((event) => event.data.name === "half");
  const template = await api().call("POST", "/v1/templates", 201, {
    friendly_name: "news",
    name: "News",
    subject: "News",
    text: "News"
  });
  await api().call("POST", "/v1/campaigns", 404, {
    name: "to half",
    audience_id: half?.stream.slice("audience-".length),
    template_id: template.id,
    from: "news@sender.test"
  });
  const again = await api().call("POST", "/v1/audiences", 201, body("half"));
  assert.equal(await listed(), [again, later, whole]);
  assert.is(await service.stop(), 0);
  await ledger.close();
  await writer.close();
  folder.remove();
});
test.run();
//# sourceMappingURL=audience.test.js.map
