import { streamId } from '../events/category.ts';
import type { RecordedEmailEvent } from '../events/email.ts';
import type { RecordedSuppressionEvent, SuppressionKind } from '../events/suppression.ts';
import { projection } from '../follow/fold/projection.ts';
import type { Collection } from '../ports/documents.ts';
import { documentsOf } from './pages.ts';

/** An address that its workspace does not send to. */
export interface SuppressionDocument {
  readonly workspace: string;
  /** Null: it is gone from the event; the suppression holds by its id. */
  readonly address: string | null;
  readonly reason: SuppressionKind;
  readonly detail: string | null;
  readonly suppressedAt: string;
  /** The event that suppressed it. */
  readonly by: { readonly stream: string; readonly revision: number };
  /** For an unsubscription: the delivery that was unsubscribed from last, by which it can be undone. Else null. */
  readonly unsubscribedFrom: string | null;
}

type Event =
  | Extract<RecordedEmailEvent, { type: 'Bounced' | 'Complained' | 'Unsubscribed' | 'Resubscribed' }>
  | Extract<RecordedSuppressionEvent, { type: 'SuppressionAdded' | 'SuppressionRemoved' }>;

/**
 * Keyed by `suppressionIdOf`. The first cause stays until an operator lifts the suppression. Only an unsubscription by a link is
 * replaced by any other cause, since it can be undone.
 */
export const suppressions = projection<SuppressionDocument, Event>({
  name: 'suppressions',
  version: 5,
  readsParts: true,
  indexes: { byWorkspace: ['workspace', 'suppressedAt'] },
  key: (event) => {
    if (event.type === 'Bounced' && event.data.bounceType === 'Transient') return null;
    // Spec section 6 rule 3: the simulated unsubscribe writes no suppression.
    if (event.type === 'Unsubscribed' && event.data.sandbox) return null;
    return 'suppressionId' in event.data ? event.data.suppressionId : streamId(event.stream);
  },
  on: {
    Bounced: (document, event) => lasting(document) ?? suppressed(event, 'bounce', event.data.diagnosticCode),
    Complained: (document, event) => lasting(document) ?? suppressed(event, 'complaint', null),
    Unsubscribed: (document, event) => lasting(document) ?? unsubscribed(document, event),
    Resubscribed: (document, event) =>
      document?.unsubscribedFrom === event.data.deliveryId ? null : document,
    SuppressionAdded: (document, event) =>
      lasting(document) ?? suppressed(event, event.data.imported?.kind ?? 'operator', event.data.reason),
    SuppressionRemoved: () => null,
  },
});

/** What no link lifts, as an unsubscription that was brought along: there is no link here that undoes it. */
const lasting = (document: SuppressionDocument | null) =>
  document?.unsubscribedFrom === null ? document : null;

function unsubscribed(
  document: SuppressionDocument | null,
  event: Extract<Event, { type: 'Unsubscribed' }>,
): SuppressionDocument {
  if (document?.unsubscribedFrom === event.data.deliveryId) return document;
  const now = document ?? suppressed(event, 'unsubscribe', null);
  return { ...now, unsubscribedFrom: event.data.deliveryId };
}

function suppressed(
  event: Event,
  reason: SuppressionDocument['reason'],
  detail: string | null,
): SuppressionDocument {
  const {
    stream,
    revision,
    metadata: { workspace, at: suppressedAt },
  } = event;
  const by = { stream, revision };
  return { workspace, address: addressOf(event), suppressedAt, by, reason, detail, unsubscribedFrom: null };
}

function addressOf({ data }: Event): string | null {
  const address: string | undefined = 'suppressionId' in data ? data.recipient : data.address;
  return address ?? null;
}

/** The suppressed ones of the given ids. */
export async function suppressedAmong(
  collection: Pick<Collection<SuppressionDocument>, 'getMany'>,
  suppressionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await collection.getMany(suppressionIds)).keys());
}

/** Gives what suppresses an address, by its `suppressionId`; null: nothing does. */
export function suppressionOf(collection: Pick<Collection<SuppressionDocument>, 'get'>) {
  return async (suppressionId: string): Promise<SuppressionDocument | null> =>
    (await collection.get(suppressionId))?.document ?? null;
}

/** A workspace's suppressions, oldest first. */
export function listSuppressions(
  collection: Collection<SuppressionDocument>,
  workspace: string,
): AsyncIterable<SuppressionDocument> {
  const query = { index: 'byWorkspace', equals: [workspace] };
  return documentsOf(collection, query, ({ suppressedAt }) => [workspace, suppressedAt]);
}
