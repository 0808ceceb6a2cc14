import type { RecordedCampaignEvent } from '../events/campaign.ts';
import { streamId } from '../events/category.ts';
import { partitionOf } from '../events/partitionOf.ts';
import { WORK_INDEX, type WorkDocument } from '../ports/workDocument.ts';
import type { Projection } from '../runtime/projection.ts';

/** A campaign whose run is not completed. Keyed by campaign id; the lane is the workspace. */
export type CampaignRunDocument = WorkDocument;

/** Runs still to be driven, due at their time; one that has begun stays due until it is completed. */
export function campaignRuns(partitions: number): Projection<CampaignRunDocument, RecordedCampaignEvent> {
  return {
    name: `campaign_runs_p${partitions}`,
    version: 1,
    types: ['CampaignCreated', 'CampaignRunStarted', 'CampaignRunCompleted'],
    indexes: WORK_INDEX,
    key: ({ stream }) => streamId(stream),
    fold: (document, event) => {
      switch (event.type) {
        case 'CampaignCreated':
          return {
            partition: partitionOf(streamId(event.stream), partitions),
            lane: event.metadata.workspace,
            dueAtMs: Date.parse(event.data.scheduledFor ?? event.metadata.at),
          };
        case 'CampaignRunStarted':
          return document;
        case 'CampaignRunCompleted':
          return null;
      }
    },
  };
}
