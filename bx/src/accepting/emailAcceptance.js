// src/accepting/emailAcceptance.ts
import { foreignSenders } from "./ownership.js";
import { findTemplate } from "./templateLookup.js";
function emailAcceptance(dependencies) {
  const { ledger, blobs, live, options } = dependencies;
  const find = async (workspace, by) => {
    const found = await findTemplate(dependencies, workspace, by);
    if (found === null) return null;
    const { revision, subject, html, text } = found.document;
    return { templateId: found.key, revision, subject, hasBody: html !== null || text !== null };
  };
  return {
    ledger,
    blobs,
    templates: {
      byId: (workspace, templateId) => find(workspace, { templateId }),
      byFriendlyName: (workspace, friendlyName) => find(workspace, { friendlyName })
    },
    isForeignSender: foreignSenders(dependencies),
    suppressedAmong: live.suppressedAmong,
    sandboxDomain: options.sandboxDomain,
    creditsPerRecipient: options.creditsPerRecipient
  };
}
export {
  emailAcceptance
};
//# sourceMappingURL=emailAcceptance.js.map
