import { appendWithRetry } from '../commands/kernel/appendWithRetry.ts';
import { type Ledger, newEvents } from '../commands/kernel/ledger.ts';
import { evolveDelivery, type WebhookDeliveryState } from '../commands/webhook/webhookDeliveryState.ts';
import type { Position } from '../events/event.ts';
import type { RecordedWebhookDeliveryEvent, WebhookDeliveryEvent } from '../events/webhookDelivery.ts';
import { RevisionConflict } from '../ports/eventStore.ts';
import type { ScheduledDelivery } from './scheduledDelivery.ts';

/** The position of the outcome. `isOwn`: false when something else was there before. */
export interface RecordedAttempt {
  readonly position: Position;
  readonly revision: number;
  readonly isOwn: boolean;
  /** The delivery as it is now where an operator asked for it again meanwhile, and nothing else came. */
  readonly requeued: ScheduledDelivery | null;
}

/**
 * Appends the outcome of an attempt as of `endedAtMs`, from which its next time is counted, directly after `last`, the
 * event that the attempt began with. The post has happened: while the log cannot be written this tries again with the
 * same event ids until the service stops, so that the loop does not post again. On a conflict another run's outcome is
 * the valid one, and this one is dropped.
 */
export async function recordAttempt(
  ledger: Ledger,
  { state, last }: ScheduledDelivery,
  events: readonly WebhookDeliveryEvent[],
  endedAtMs: number,
  signal: AbortSignal,
): Promise<RecordedAttempt> {
  const { store, clock } = ledger;
  const { workspace, correlation } = last.metadata;
  const origin = { workspace, actor: 'dispatcher', correlation, causation: last.id };
  const withMetadata = newEvents(ledger, origin, events, endedAtMs);
  try {
    const append = () => store.append(last.stream, last.revision, withMetadata);
    return { ...(await appendWithRetry(clock, append, signal)), isOwn: true, requeued: null };
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
  }
  const theirs = await store.readStream(last.stream, { fromRevision: last.revision });
  const since = theirs.slice(1) as unknown as readonly RecordedWebhookDeliveryEvent[];
  const newest = theirs.at(-1) ?? last;
  const now = since.reduce<WebhookDeliveryState | null>(evolveDelivery, state);
  const isOnlyRequeued = since.length > 0 && since.every(({ type }) => type === 'WebhookDeliveryRequeued');
  return {
    position: newest.position,
    revision: newest.revision,
    isOwn: false,
    requeued: isOnlyRequeued && now !== null ? { state: now, last: newest } : null,
  };
}
