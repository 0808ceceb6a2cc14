// src/projections/campaignRuns.ts
import { dueAt, workIndex, workItem } from "./workIndex.js";
var campaignRuns = (partitions) => workIndex("campaign_runs", 2, partitions, {
  CampaignCreated: (_, event) => workItem(event, partitions, dueAt(event, event.data.scheduledFor)),
  CampaignRunStarted: (document) => document,
  CampaignRunCompleted: () => null
});
export {
  campaignRuns
};
//# sourceMappingURL=campaignRuns.js.map
