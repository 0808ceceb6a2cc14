// src/commands/email/createCampaign.ts
import { campaign } from "../../events/campaign.js";
import { newEvents } from "../kernel/ledger.js";
async function createCampaign(ledger, origin, fields) {
  const campaignId = ledger.ids.uuid();
  const created = { type: "CampaignCreated", data: { runId: ledger.ids.uuid(), ...fields } };
  const stream = campaign.stream(campaignId);
  const { position } = await ledger.store.append(stream, "no-stream", newEvents(ledger, origin, [created]));
  return { campaignId, position };
}
export {
  createCampaign
};
//# sourceMappingURL=createCampaign.js.map
