// src/commands/template/decideTemplate.ts
import { invalid } from "../kernel/refusal.js";
async function decideTemplate(templates, { workspace }, request) {
  const { template: reference } = request;
  if (reference === null) return { ...request, subject: request.subject ?? "", template: null };
  const isById = reference.by === "id";
  const path = isById ? "/template_id" : "/template_friendly_name";
  const found = isById ? await templates.byId(workspace, reference.templateId) : await templates.byFriendlyName(workspace, reference.friendlyName);
  if (found === null) throw invalid(path, "names no template of this workspace");
  if (!found.hasBody) throw invalid(path, "names a template that has neither html nor text");
  const { templateId, revision, subject } = found;
  return { ...request, subject, template: { templateId, revision, variables: reference.variables } };
}
export {
  decideTemplate
};
//# sourceMappingURL=decideTemplate.js.map
