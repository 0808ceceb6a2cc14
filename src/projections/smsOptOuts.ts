import { streamId } from '../events/category.ts';
import type { RecordedSuppressionEvent } from '../events/suppression.ts';
import { projection } from '../follow/fold/projection.ts';
import type { Collection } from '../ports/documents.ts';
import { documentsOf } from './pages.ts';

/** A recipient who opted out of messages from one of a workspace's numbers. Keyed by `smsOptOutIdOf`. */
export interface SmsOptOutDocument {
  readonly workspace: string;
  readonly sender: string;
  readonly number: string;
  readonly keyword: string | null;
  readonly since: string;
}

type Event = Extract<RecordedSuppressionEvent, { type: 'SmsOptedOut' | 'SmsOptedIn' }>;

export const smsOptOuts = projection<SmsOptOutDocument, Event>({
  name: 'sms_opt_outs',
  version: 2,
  readsParts: true,
  indexes: { byWorkspace: ['workspace', 'since'] },
  key: ({ stream }) => streamId(stream),
  on: {
    SmsOptedOut: (document, { data: { sender, number, keyword }, metadata: { workspace, at } }) =>
      document ?? { workspace, sender, number, keyword, since: at },
    SmsOptedIn: () => null,
  },
});

/** A workspace's opt-outs, oldest first. */
export function listSmsOptOuts(
  collection: Collection<SmsOptOutDocument>,
  workspace: string,
): AsyncIterable<SmsOptOutDocument> {
  const query = { index: 'byWorkspace', equals: [workspace] };
  return documentsOf(collection, query, ({ since }) => [workspace, since]);
}
