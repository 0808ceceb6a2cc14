// src/projections/campaigns.ts
import { streamId } from "../events/category.js";
import { projection } from "../runtime/fold/projection.js";
import { pages } from "./pages.js";
var campaigns = projection({
  name: "campaigns",
  version: 1,
  indexes: { byCreation: ["workspace", "createdAt"] },
  key: ({ type, stream, data }) => type === "EmailAccepted" ? data.campaign?.campaignId ?? null : streamId(stream),
  on: {
    CampaignCreated: (_, { data, metadata: { workspace, at } }) => {
      const isDue = data.scheduledFor === null || data.scheduledFor <= at;
      const status = isDue ? "running" : "scheduled";
      return { workspace, ...data, status, accepted: 0, skipped: 0, createdAt: at };
    },
    CampaignRunStarted: (document) => document === null || document.status === "running" ? document : { ...document, status: "running" },
    EmailAccepted: (document) => document && { ...document, accepted: document.accepted + 1 },
    CampaignRunCompleted: (document, { data: { accepted, skipped } }) => document && { ...document, status: "completed", accepted, skipped }
  }
});
function listCampaigns(collection, workspace) {
  const query = { index: "byCreation", equals: [workspace], descending: true };
  return pages(collection, query, ({ createdAt }) => [workspace, createdAt]);
}
export {
  campaigns,
  listCampaigns
};
//# sourceMappingURL=campaigns.js.map
