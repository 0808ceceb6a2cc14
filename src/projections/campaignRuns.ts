import type { RecordedCampaignEvent } from '../events/campaign.ts';
import { streamId } from '../events/category.ts';
import { WORK_INDEX, type WorkDocument } from '../ports/workDocument.ts';
import { type Projection, projection } from '../runtime/fold/projection.ts';
import { workItem } from './workItem.ts';

/** A campaign whose run is not completed. Keyed by campaign id; the lane is the workspace. */
export type CampaignRunDocument = WorkDocument;

/** Runs still to be driven, due at their time; one that has begun stays due until it is completed. */
export function campaignRuns(partitions: number): Projection<CampaignRunDocument, RecordedCampaignEvent> {
  return projection<CampaignRunDocument, RecordedCampaignEvent>({
    name: `campaign_runs_p${partitions}`,
    version: 1,
    indexes: WORK_INDEX,
    key: ({ stream }) => streamId(stream),
    on: {
      CampaignCreated: (_, event) =>
        workItem(event, partitions, Date.parse(event.data.scheduledFor ?? event.metadata.at)),
      CampaignRunStarted: (document) => document,
      CampaignRunCompleted: () => null,
    },
  });
}
