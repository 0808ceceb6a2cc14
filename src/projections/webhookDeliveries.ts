import { streamId } from '../events/category.ts';
import type { RecordedWebhookDeliveryEvent } from '../events/webhookDelivery.ts';
import { projection } from '../follow/fold/projection.ts';
import type { Collection, PageCursor, Stored } from '../ports/documents.ts';

/** A delivery for the operator's log; the posted body is only in the event. Keyed by the delivery's id. */
export interface WebhookDeliveryDocument {
  readonly workspace: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly kind: string;
  /** The message the event is about. */
  readonly subjectId: string;
  readonly status: 'pending' | 'delivered' | 'dead';
  /** Since it was scheduled, or last requeued. */
  readonly attempts: number;
  readonly scheduledAt: string;
  readonly lastAttemptAt: string | null;
  /** HTTP status of the last attempt, null when there was no answer. */
  readonly lastStatus: number | null;
  readonly lastReason: string | null;
  readonly nextAttemptAt: string | null;
  /** When it was scheduled or last requeued; null unless it is pending. */
  readonly pendingSince: string | null;
}

const NOT_PENDING = { nextAttemptAt: null, pendingSince: null };

export const webhookDeliveries = projection<WebhookDeliveryDocument, RecordedWebhookDeliveryEvent>({
  name: 'webhook_deliveries',
  version: 2,
  indexes: {
    byWorkspace: ['workspace', 'scheduledAt'],
    byStatus: ['workspace', 'status', 'scheduledAt'],
    byEndpoint: ['workspace', 'endpointId', 'scheduledAt'],
    byEndpointAndStatus: ['workspace', 'endpointId', 'status', 'scheduledAt'],
    byPendingSince: ['pendingSince'],
  },
  key: ({ stream }) => streamId(stream),
  on: {
    WebhookDeliveryScheduled: (_, { data, metadata: { workspace, at } }) => {
      const { endpointId, eventId, kind, subjectId } = data;
      return {
        workspace,
        endpointId,
        eventId,
        kind,
        subjectId,
        status: 'pending',
        attempts: 0,
        scheduledAt: at,
        lastAttemptAt: null,
        lastStatus: null,
        lastReason: null,
        nextAttemptAt: at,
        pendingSince: at,
      };
    },
    WebhookAttemptFailed: (document, { data, metadata: { at } }) => {
      const { attempt: attempts, status: lastStatus, reason: lastReason, nextAttemptAt } = data;
      return document && { ...document, attempts, lastAttemptAt: at, lastStatus, lastReason, nextAttemptAt };
    },
    WebhookDelivered: (document, { data, metadata: { at } }) => {
      const { attempt: attempts, status: lastStatus } = data;
      const attempt = { attempts, lastAttemptAt: at, lastStatus, lastReason: null };
      return document && { ...document, ...attempt, status: 'delivered', ...NOT_PENDING };
    },
    WebhookDeliveryDied: (document, { data: { reason } }) =>
      document && {
        ...document,
        status: 'dead',
        ...NOT_PENDING,
        lastReason: reason ?? document.lastReason,
      },
    WebhookDeliveryRequeued: (document, { metadata: { at } }) =>
      document && { ...document, status: 'pending', attempts: 0, nextAttemptAt: at, pendingSince: at },
  },
});

/** When the delivery that has been pending longest was scheduled or requeued; null when none is pending. */
export async function oldestPendingAt(
  collection: Pick<Collection<WebhookDeliveryDocument>, 'page'>,
): Promise<string | null> {
  const [oldest] = await collection.page({ index: 'byPendingSince', limit: 1 });
  return oldest?.document.pendingSince ?? null;
}

export interface DeliveryFilter {
  readonly workspace: string;
  readonly endpointId?: string;
  readonly status?: WebhookDeliveryDocument['status'];
  /** As it stands in the payload. It is in no index. */
  readonly kind?: string;
  /** Bounds of `scheduledAt`, both inclusive. */
  readonly since?: string;
  readonly until?: string;
}

/** Documents that one page reads at most where only one kind is wanted, and how many at once. */
const MAX_READ = 1_000;
const STEP = 250;

/** The values that every place of a list begins with. */
export const equalsOf = ({
  workspace,
  endpointId,
  status,
}: Pick<DeliveryFilter, 'workspace' | 'endpointId' | 'status'>): string[] =>
  [workspace, endpointId, status].filter((value) => value !== undefined);

/**
 * A page of deliveries, newest first or oldest first; `next` is where the following page starts, null at the end. Of one kind
 * there may be more even when fewer than `limit` were found: a page reads only so many documents.
 */
export async function pageWebhookDeliveries(
  collection: Collection<WebhookDeliveryDocument>,
  { workspace, endpointId, status, kind, since, until }: DeliveryFilter,
  limit: number,
  after?: PageCursor,
  descending = true,
): Promise<{ readonly page: readonly Stored<WebhookDeliveryDocument>[]; readonly next: PageCursor | null }> {
  const equals = equalsOf({ workspace, endpointId, status });
  const [anyStatus, oneStatus] =
    endpointId === undefined ? ['byWorkspace', 'byStatus'] : ['byEndpoint', 'byEndpointAndStatus'];
  const index = status === undefined ? anyStatus : oneStatus;
  const range = { ...(since && { from: since }), ...(until && { to: until }) };
  const step = kind === undefined ? limit : Math.max(limit, STEP);
  const found: Stored<WebhookDeliveryDocument>[] = [];
  let next = after ?? null;
  for (let read = 0; read < Math.max(MAX_READ, limit); read += step) {
    const query = { index, equals, descending, limit: step, ...range, ...(next && { after: next }) };
    const page = await collection.page(query);
    for (const stored of page) {
      next = { values: [...equals, stored.document.scheduledAt], key: stored.key };
      if (kind !== undefined && stored.document.kind !== kind) continue;
      found.push(stored);
      if (found.length === limit) return { page: found, next };
    }
    if (page.length < step) return { page: found, next: null };
  }
  return { page: found, next };
}

/** Deliveries that are read at once. */
const PAGE = 500;

/** The newest `limit` deliveries, newest first, and whether there are more. */
export async function newestDeliveries(
  collection: Collection<WebhookDeliveryDocument>,
  filter: DeliveryFilter,
  limit: number,
): Promise<{ readonly found: readonly Stored<WebhookDeliveryDocument>[]; readonly more: boolean }> {
  const found: Stored<WebhookDeliveryDocument>[] = [];
  for (let after: PageCursor | undefined; ; ) {
    // One more than the limit shows whether there are others.
    const size = Math.min(PAGE, limit + 1 - found.length);
    const { page, next } = await pageWebhookDeliveries(collection, filter, size, after);
    found.push(...page);
    if (next === null || found.length > limit)
      return { found: found.slice(0, limit), more: found.length > limit };
    after = next;
  }
}
