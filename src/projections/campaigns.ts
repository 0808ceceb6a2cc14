import type { RecordedCampaignEvent } from '../events/campaign.ts';
import { streamId } from '../events/category.ts';
import type { RecordedEmailEvent } from '../events/email.ts';
import { projection } from '../follow/fold/projection.ts';
import type { Collection, Stored } from '../ports/documents.ts';
import { pages } from './pages.ts';

type Created = Extract<RecordedCampaignEvent, { type: 'CampaignCreated' }>['data'];

/** A campaign with the state and the counts of its run. */
export interface CampaignDocument extends Created {
  readonly workspace: string;
  readonly status: 'scheduled' | 'running' | 'completed';
  /** Accepted messages so far. */
  readonly accepted: number;
  /** Contacts that got no message, unsubscribed or suppressed; known once the run is completed. */
  readonly skipped: number;
  readonly createdAt: string;
}

type Event = RecordedCampaignEvent | Extract<RecordedEmailEvent, { type: 'EmailAccepted' }>;

/** Keyed by campaign id. */
export const campaigns = projection<CampaignDocument, Event>({
  name: 'campaigns',
  version: 1,
  readsParts: true,
  indexes: { byCreation: ['workspace', 'createdAt'] },
  key: ({ type, stream, data }) =>
    type === 'EmailAccepted' ? (data.campaign?.campaignId ?? null) : streamId(stream),
  on: {
    CampaignCreated: (_, { data, metadata: { workspace, at } }) => {
      const isDue = data.scheduledFor === null || data.scheduledFor <= at;
      const status = isDue ? 'running' : 'scheduled';
      return { workspace, ...data, status, accepted: 0, skipped: 0, createdAt: at };
    },
    CampaignRunStarted: (document) =>
      document === null || document.status === 'running' ? document : { ...document, status: 'running' },
    EmailAccepted: (document) => document && { ...document, accepted: document.accepted + 1 },
    CampaignRunCompleted: (document, { data: { accepted, skipped } }) =>
      document && { ...document, status: 'completed', accepted, skipped },
  },
});

/** Every campaign of a workspace, newest first, page by page. */
export function listCampaigns(
  collection: Collection<CampaignDocument>,
  workspace: string,
): AsyncIterable<readonly Stored<CampaignDocument>[]> {
  const query = { index: 'byCreation', equals: [workspace], descending: true };
  return pages(collection, query, ({ createdAt }) => [workspace, createdAt]);
}
