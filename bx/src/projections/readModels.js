// src/projections/readModels.ts
import { openProjection } from "../runtime/fold/projection.js";
import { addressEvidence } from "./addressEvidence.js";
import { apiKeys } from "./apiKeys.js";
import { audiences } from "./audiences.js";
import { balances } from "./balances.js";
import { campaignRuns } from "./campaignRuns.js";
import { campaigns } from "./campaigns.js";
import { contacts } from "./contacts.js";
import { creditMonths } from "./creditMonths.js";
import { dailyAnalytics } from "./dailyAnalytics.js";
import { emailOutbox } from "./emailOutbox.js";
import { emailRetries } from "./emailRetries.js";
import { keyUses } from "./keyUses.js";
import { messages } from "./messages.js";
import { recordReadModels } from "./olderVersions.js";
import { senderDomains } from "./senderDomains.js";
import { smsCarrierIds } from "./smsCarrierIds.js";
import { smsMessages } from "./smsMessages.js";
import { smsNumbers } from "./smsNumbers.js";
import { smsOptOuts } from "./smsOptOuts.js";
import { smsOutbox } from "./smsOutbox.js";
import { smsParts } from "./smsParts.js";
import { smsTemplates } from "./smsTemplates.js";
import { suppressions } from "./suppressions.js";
import { templates } from "./templates.js";
import { webhookDeliveries } from "./webhookDeliveries.js";
import { webhookEndpoints } from "./webhookEndpoints.js";
import { webhookHealth } from "./webhookHealth.js";
import { webhookTotals } from "./webhookTotals.js";
import { webhookWork } from "./webhookWork.js";
import { workspaces } from "./workspaces.js";
var projectionsFor = (partitions) => ({
  apiKeys,
  keyUses,
  templates,
  smsTemplates,
  smsMessages,
  messages,
  smsNumbers,
  senderDomains,
  smsCarrierIds,
  smsOptOuts,
  dailyAnalytics,
  contacts,
  campaigns,
  audiences,
  balances,
  creditMonths,
  suppressions,
  addressEvidence,
  workspaces,
  webhookEndpoints,
  webhookDeliveries,
  webhookHealth,
  webhookTotals,
  webhookWork: webhookWork(partitions),
  emailOutbox: emailOutbox(partitions),
  emailRetries: emailRetries(partitions),
  smsOutbox: smsOutbox(partitions),
  smsParts: smsParts(partitions),
  campaignRuns: campaignRuns(partitions)
});
function projectionList(projections) {
  return Object.values(projections);
}
async function openReadModels(documents, projections) {
  await recordReadModels(documents, projectionList(projections));
  const opened = await Promise.all(
    Object.entries(projections).map(async ([name, projection]) => [
      name,
      await openProjection(documents, projection)
    ])
  );
  return Object.fromEntries(opened);
}
export {
  openReadModels,
  projectionList,
  projectionsFor
};
//# sourceMappingURL=readModels.js.map
