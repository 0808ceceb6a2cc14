// src/accepting/templateLookup.ts
import { lastClaimant } from "../commands/template/templateName.js";
import { template } from "../events/template.js";
import { templateNamed, templates } from "../projections/templates.js";
import { foldedDocument } from "../runtime/fold/freshDocument.js";
async function findTemplate({ ledger, models, live }, workspace, by) {
  const named = "templateId" in by ? by.templateId : (await templateNamed(models.templates, workspace, by.friendlyName))?.key;
  const found = named === void 0 ? null : await live.templates.get(named);
  const isMeant = "templateId" in by || found?.document.friendlyName === by.friendlyName;
  if (found !== null && isMeant) return found.document.workspace === workspace ? found : null;
  const id = "templateId" in by ? by.templateId : await lastClaimant(ledger, workspace, by.friendlyName);
  if (id === null) return null;
  const stream = template.stream(id);
  const folded = await foldedDocument({ store: ledger.store, projection: templates, stream, key: id });
  if (folded?.document.workspace !== workspace) return null;
  return "templateId" in by || folded.document.friendlyName === by.friendlyName ? folded : null;
}
export {
  findTemplate
};
//# sourceMappingURL=templateLookup.js.map
