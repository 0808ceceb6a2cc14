import { type CampaignEvent, campaign } from '../../events/campaign.ts';
import type { Position } from '../../events/event.ts';
import { type Ledger, newEvents, type Origin } from '../kernel/ledger.ts';

export type NewCampaign = Omit<Extract<CampaignEvent, { type: 'CampaignCreated' }>['data'], 'runId'>;

/** Creates a campaign with its run. The caller must have checked that the workspace has the audience and the template. */
export async function createCampaign(
  ledger: Ledger,
  origin: Origin,
  fields: NewCampaign,
): Promise<{ readonly campaignId: string; readonly position: Position }> {
  const campaignId = ledger.ids.uuid();
  const created = { type: 'CampaignCreated', data: { runId: ledger.ids.uuid(), ...fields } };
  const stream = campaign.stream(campaignId);
  const { position } = await ledger.store.append(stream, 'no-stream', newEvents(ledger, origin, [created]));
  return { campaignId, position };
}
