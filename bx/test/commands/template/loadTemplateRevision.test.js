// test/commands/template/loadTemplateRevision.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { storeText } from "../../../src/commands/kernel/storedText.js";
import {
  changeTemplate,
  createTemplate,
  deleteTemplate
} from "../../../src/commands/template/changeTemplate.js";
import { loadTemplateRevision } from "../../../src/commands/template/loadTemplateRevision.js";
import { manualClock } from "../../support/manualClock.js";
import { memoryBlobs } from "../../support/memoryBlobs.js";
import { memoryEventStore } from "../../support/memoryEventStore.js";
import { seededIds } from "../../support/seededIds.js";
var test = suite("loadTemplateRevision");
test("a revision stays as it was, with the defaults of the moment asked for", async () => {
  const store = memoryEventStore();
  const blobs = memoryBlobs();
  const ledger = { store, clock: manualClock(), ids: seededIds() };
  const origin = { workspace: "w", actor: "key:k", correlation: "c", causation: null };
  const html = "<p>\xE6</p>".repeat(2e4);
  const { templateId, position } = await createTemplate(ledger, origin, "welcome", async () => ({
    name: "Welcome",
    subject: "First",
    html: await storeText(blobs, html),
    text: null,
    variables: { inline: '{"a":1}' }
  }));
  await changeTemplate(ledger, origin, templateId, {
    subject: "Second",
    html: null,
    text: { inline: "Text" }
  });
  await changeTemplate(ledger, origin, templateId, { variables: { inline: '{"a":2}' } });
  await deleteTemplate(ledger, origin, templateId);
  const from = { store, blobs };
  const first = { subject: "First", html, text: null };
  assert.equal(await loadTemplateRevision(from, templateId, 1, position), { ...first, defaults: { a: 1 } });
  assert.equal(await loadTemplateRevision(from, templateId, 1), { ...first, defaults: { a: 2 } });
  assert.equal(await loadTemplateRevision(from, templateId, 2), {
    subject: "Second",
    html: null,
    text: "Text",
    defaults: { a: 2 }
  });
  assert.is(await loadTemplateRevision(from, templateId, 3), null);
  assert.is(await loadTemplateRevision(from, "nobody", 1), null);
});
test.run();
//# sourceMappingURL=loadTemplateRevision.test.js.map
