// src/commands/template/changeTemplate.ts
import { template } from "../../events/template.js";
import { RevisionConflict } from "../../ports/eventStore.js";
import { decideOn } from "../kernel/decider.js";
import { newEvents } from "../kernel/ledger.js";
import { notFound } from "../kernel/refusal.js";
import { existing, templateDecider } from "./template.js";
import { claimTemplateName, releaseTemplateName } from "./templateName.js";
async function createTemplate(ledger, origin, friendlyName, fieldsOf) {
  const templateId = ledger.ids.uuid();
  await claimTemplateName(ledger, origin, friendlyName, templateId);
  const fields = { ...await fieldsOf(), friendlyName };
  const events = templateDecider.decide({ do: "create", fields }, "none");
  try {
    const stream = template.stream(templateId);
    const appended = await ledger.store.append(stream, "no-stream", newEvents(ledger, origin, events));
    return { templateId, position: appended.position };
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
    templateDecider.decide({ do: "create", fields }, "deleted");
    throw error;
  }
}
function changeTemplate(ledger, origin, templateId, changes) {
  return decideOnTemplate(ledger, origin, templateId, { do: "change", changes });
}
function deleteTemplate(ledger, origin, templateId) {
  return decideOnTemplate(ledger, origin, templateId, { do: "delete" });
}
async function decideOnTemplate(ledger, origin, templateId, command) {
  const stream = template.stream(templateId);
  const renamed = command.do === "change" ? command.changes.friendlyName : void 0;
  const { before, position } = await decideOn(ledger, origin, stream, templateDecider, async (found) => {
    if (found.last?.metadata.workspace !== origin.workspace) throw notFound("There is no such template.");
    const events = templateDecider.decide(command, found.state);
    if (events.length > 0 && renamed !== void 0 && renamed !== existing(found.state).friendlyName)
      await claimTemplateName(ledger, origin, renamed, templateId);
    return events;
  });
  const { friendlyName } = existing(before);
  if (position !== null && (command.do === "delete" || (renamed ?? friendlyName) !== friendlyName))
    await releaseTemplateName(ledger, origin, friendlyName, templateId);
  return position;
}
export {
  changeTemplate,
  createTemplate,
  deleteTemplate
};
//# sourceMappingURL=changeTemplate.js.map
