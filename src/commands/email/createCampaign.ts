import { campaign } from '../../events/campaign.ts';
import type { Position } from '../../events/event.ts';
import { type Ledger, newEvents, type Origin } from '../kernel/ledger.ts';

export interface NewCampaign {
  readonly name: string;
  readonly audienceId: string;
  readonly templateId: string;
  /** The revision that is sent, whatever becomes of the template. */
  readonly templateRevision: number;
  readonly from: string;
  readonly fromName: string | null;
  readonly trackOpens: boolean;
  readonly trackClicks: boolean;
  /** ISO 8601 with milliseconds, UTC; null: at once. */
  readonly scheduledFor: string | null;
}

/** Writes a campaign with its run. Audience and template must have been found in the workspace before. */
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
