import type { RecordedEmailEvent } from '../events/email.ts';
import { type RecordedSuppressionEvent, suppressionIdOf } from '../events/suppression.ts';
import type { Collection } from '../ports/documents.ts';
import type { Projection } from '../runtime/projection.ts';
import { pages } from './pages.ts';

/** An address that its workspace does not send to. */
export interface SuppressionDocument {
  readonly workspace: string;
  readonly address: string;
  readonly reason: 'bounce' | 'complaint' | 'unsubscribe' | 'operator';
  readonly detail: string | null;
  readonly suppressedAt: string;
}

type Event =
  | Extract<RecordedEmailEvent, { type: 'Bounced' | 'Complained' | 'Unsubscribed' }>
  | RecordedSuppressionEvent;

/** Keyed by `suppressionIdOf`. The first cause stands until an operator lifts it. */
export const suppressions: Projection<SuppressionDocument, Event> = {
  name: 'suppressions',
  version: 1,
  types: ['Bounced', 'Complained', 'Unsubscribed', 'SuppressionAdded', 'SuppressionRemoved'],
  indexes: { byWorkspace: ['workspace', 'suppressedAt'] },
  key: (event) => {
    if (event.type === 'Bounced' && event.data.bounceType === 'Transient') return null;
    // Spec section 6 rule 3: the simulated unsubscribe writes no suppression.
    if (event.type === 'Unsubscribed' && event.data.sandbox) return null;
    return suppressionIdOf(event.metadata.workspace, addressOf(event));
  },
  fold: (document, event) => {
    if (event.type === 'SuppressionRemoved') return null;
    if (document !== null) return document;
    const { workspace, at } = event.metadata;
    const suppressed = { workspace, address: addressOf(event), suppressedAt: at };
    switch (event.type) {
      case 'Bounced':
        return { ...suppressed, reason: 'bounce', detail: event.data.diagnosticCode };
      case 'Complained':
        return { ...suppressed, reason: 'complaint', detail: null };
      case 'Unsubscribed':
        return { ...suppressed, reason: 'unsubscribe', detail: null };
      case 'SuppressionAdded':
        return { ...suppressed, reason: 'operator', detail: event.data.reason };
    }
  },
};

function addressOf(event: Event): string {
  return 'recipient' in event.data ? event.data.recipient : event.data.address;
}

/** Of the given addresses those that the workspace does not send to. */
export async function suppressedAmong(
  collection: Pick<Collection<SuppressionDocument>, 'getMany'>,
  workspace: string,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const keys = new Map(addresses.map((address) => [address, suppressionIdOf(workspace, address)]));
  const found = await collection.getMany([...keys.values()]);
  return new Set(addresses.filter((address) => found.has(keys.get(address) ?? '')));
}

/** A workspace's suppressions, oldest first. */
export async function* listSuppressions(
  collection: Collection<SuppressionDocument>,
  workspace: string,
): AsyncIterable<SuppressionDocument> {
  const query = { index: 'byWorkspace', equals: [workspace] };
  for await (const page of pages(collection, query, ({ suppressedAt }) => [workspace, suppressedAt]))
    for (const { document } of page) yield document;
}
