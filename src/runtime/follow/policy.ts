import type { RecordedEvent } from '../../events/event.ts';

/**
 * An ordered consumer that answers events with new events. `react` must be idempotent: it appends under
 * deterministic ids to deterministic streams with `no-stream`, so that a conflict means 'already done'.
 */
export interface Policy {
  readonly name: string;
  readonly types: readonly string[];
  /** What the partitions divide by; null: every partition sees the event. */
  partitionKey(event: RecordedEvent): string | null;
  /** Reactions to one batch run concurrently, save that nothing overtakes an event for which this is true. */
  ordered?(event: RecordedEvent): boolean;
  /** Reactions take turns by this, whatever the others have waiting; absent: they come in the order of the log. */
  turnOf?(event: RecordedEvent): string;
  /** Resolves when whatever had to be appended is on disk. */
  react(event: RecordedEvent): Promise<void>;
}
