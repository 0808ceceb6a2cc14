// src/commands/template/template.ts
import { changedFields } from "../kernel/changedFields.js";
import { invalid, notFound } from "../kernel/refusal.js";
var templateDecider = {
  initial: "none",
  evolve: (state, { type, data }) => {
    if (type === "TemplateDeleted" || state === "deleted") return "deleted";
    if (type === "TemplateCreated") return data;
    return state === "none" ? state : { ...state, ...data };
  },
  decide: (command, state) => {
    if (command.do === "create") {
      if (state !== "none")
        throw invalid("/friendly_name", "was claimed by another request at the same moment");
      return [{ type: "TemplateCreated", data: { ...command.fields, revision: 1 } }];
    }
    const before = existing(state);
    if (command.do === "delete") return [{ type: "TemplateDeleted", data: {} }];
    return [...revised(before, command.changes), ...changed(before, command.changes)];
  }
};
function existing(state) {
  if (state === "none" || state === "deleted") throw notFound("There is no such template.");
  return state;
}
function revised(before, changes) {
  const changed2 = changedFields(["subject", "html", "text"], before, changes);
  if (Object.keys(changed2).length === 0) return [];
  const { subject, html, text } = { ...before, ...changed2 };
  return [{ type: "TemplateRevised", data: { revision: before.revision + 1, subject, html, text } }];
}
function changed(before, changes) {
  const data = changedFields(["friendlyName", "name", "variables"], before, changes);
  return Object.keys(data).length === 0 ? [] : [{ type: "TemplateChanged", data }];
}
export {
  existing,
  templateDecider
};
//# sourceMappingURL=template.js.map
