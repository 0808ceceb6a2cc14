// src/commands/template/templateName.ts
import { template, templateName, templateNameIdOf } from "../../events/template.js";
import { EventStoreUnavailable, RevisionConflict } from "../../ports/eventStore.js";
import { foldedStream } from "../../runtime/fold/foldedStream.js";
import { decideOn, decideOnce } from "../kernel/decider.js";
import { invalid } from "../kernel/refusal.js";
import { templateDecider } from "./template.js";
var nameClaims = {
  initial: { claimant: null, isClaimed: false },
  evolve: ({ claimant }, { type, data }) => type === "TemplateNameClaimed" ? { claimant: data.templateId, isClaimed: true } : { claimant, isClaimed: false }
};
async function claimTemplateName(ledger, origin, friendlyName, templateId) {
  const stream = templateName.stream(templateNameIdOf(origin.workspace, friendlyName));
  await decideOn(ledger, origin, stream, nameClaims, async ({ state: { claimant } }) => {
    if (claimant !== null && claimant !== templateId)
      await fenceHolder(ledger, origin, friendlyName, claimant);
    return [{ type: "TemplateNameClaimed", data: { friendlyName, templateId } }];
  });
}
async function fenceHolder(ledger, origin, friendlyName, holder) {
  await decideOn(ledger, origin, template.stream(holder), templateDecider, ({ state }) => {
    if (state === "deleted") return [];
    if (state !== "none" && state.friendlyName === friendlyName)
      throw invalid("/friendly_name", "is the name of another template");
    return [{ type: state === "none" ? "TemplateDeleted" : "TemplateChanged", data: {} }];
  });
}
async function releaseTemplateName(ledger, origin, friendlyName, templateId) {
  const stream = templateName.stream(templateNameIdOf(origin.workspace, friendlyName));
  try {
    await decideOnce(
      ledger,
      origin,
      stream,
      nameClaims,
      ({ state: { claimant, isClaimed } }) => isClaimed && claimant === templateId ? [{ type: "TemplateNameReleased", data: { friendlyName, templateId } }] : []
    );
  } catch (error) {
    if (!(error instanceof RevisionConflict) && !(error instanceof EventStoreUnavailable)) throw error;
  }
}
async function lastClaimant({ store }, workspace, friendlyName) {
  const stream = templateName.stream(templateNameIdOf(workspace, friendlyName));
  return (await foldedStream(store, stream, nameClaims)).state.claimant;
}
export {
  claimTemplateName,
  lastClaimant,
  releaseTemplateName
};
//# sourceMappingURL=templateName.js.map
