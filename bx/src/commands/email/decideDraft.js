// src/commands/email/decideDraft.ts
import { invalid } from "../kernel/refusal.js";
import { decideTemplate } from "../template/decideTemplate.js";
async function decideDraft({ templates, isForeignSender }, origin, request) {
  if (await isForeignSender(origin.workspace, request.from)) throw foreignSender();
  return decideTemplate(templates, origin, request);
}
var foreignSender = () => invalid("/from", "is of a domain that only another workspace has verified");
export {
  decideDraft,
  foreignSender
};
//# sourceMappingURL=decideDraft.js.map
