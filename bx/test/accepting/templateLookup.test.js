// test/accepting/templateLookup.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { findTemplate } from "../../src/accepting/templateLookup.js";
import {
  changeTemplate,
  createTemplate,
  deleteTemplate
} from "../../src/commands/template/changeTemplate.js";
import { storedModels } from "../../src/projections/liveModels.js";
import { apiFixture } from "../support/apiFixture.js";
var test = suite("templateLookup");
var fields = async () => ({
  name: "Name",
  subject: "Subject",
  html: null,
  text: { inline: "Text" },
  variables: { inline: "{}" }
});
for (const autoProject of [true, false])
  test(`a template is found by id and name, ${autoProject ? "in the read model" : "in the log"}`, async () => {
    const { ledger, models, origin, workspace, close } = await apiFixture({ autoProject });
    const find = async (by, of = workspace) => (await findTemplate({ ledger, models, live: storedModels(models) }, of, by))?.document.revision ?? null;
    const { templateId } = await createTemplate(ledger, origin, "old", fields);
    await changeTemplate(ledger, origin, templateId, { subject: "Other" });
    assert.is(await find({ templateId }), 2);
    assert.is(await find({ friendlyName: "old" }), 2);
    assert.is(await find({ templateId }, "another workspace"), null);
    assert.is(await find({ friendlyName: "old" }, "another workspace"), null);
    await changeTemplate(ledger, origin, templateId, { friendlyName: "new" });
    assert.is(await find({ friendlyName: "old" }), null);
    assert.is(await find({ friendlyName: "new" }), 2);
    await deleteTemplate(ledger, origin, templateId);
    assert.is(await find({ templateId }), null);
    assert.is(await find({ friendlyName: "new" }), null);
    await close();
  });
test.run();
//# sourceMappingURL=templateLookup.test.js.map
