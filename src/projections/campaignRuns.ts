import type { RecordedCampaignEvent } from '../events/campaign.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import { dueAt, workIndex, workItem } from './workIndex.ts';

/** A campaign whose run is not completed. Keyed by campaign id; the lane is the workspace. */
export type CampaignRunDocument = WorkDocument;

/** Runs to do, due at their time; a started run stays due until it is completed. */
export const campaignRuns = (partitions: number) =>
  workIndex<CampaignRunDocument, RecordedCampaignEvent>(
    { name: 'campaign_runs', version: 2, foldedBy: 'sender', partitions },
    {
      CampaignCreated: (_, event) => workItem(event, partitions, dueAt(event, event.data.scheduledFor)),
      CampaignRunStarted: (document) => document,
      CampaignRunCompleted: () => null,
    },
  );
