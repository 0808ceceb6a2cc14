// src/projections/senderDomains.ts
import { projection } from "../runtime/fold/projection.js";
var senderDomains = projection({
  name: "sender_domains",
  version: 1,
  indexes: {},
  key: ({ data }) => data.domain,
  on: {
    SenderDomainChecked: (document, { data: { domain, published }, metadata: { workspace } }) => of(domain, document, workspace, published.length > 0),
    SenderDomainRemoved: (document, { data: { domain }, metadata: { workspace } }) => of(domain, document, workspace, false)
  }
});
function of(domain, document, workspace, isVerified) {
  const before = document?.workspaces ?? [];
  if (before.includes(workspace) === isVerified) return document;
  const workspaces = isVerified ? [...before, workspace] : before.filter((one) => one !== workspace);
  return workspaces.length === 0 ? null : { domain, workspaces };
}
export {
  senderDomains
};
//# sourceMappingURL=senderDomains.js.map
