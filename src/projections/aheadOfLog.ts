import { BEGINNING, type Position, plainPosition } from '../events/event.ts';
import { highestCheckpoints } from '../follow/checkpoints.ts';
import type { Documents } from '../ports/documents.ts';
import type { EventStore } from '../ports/eventStore.ts';

/** The log is older than the read models: its next events will get positions that they have passed already. */
class ReadModelsAhead extends Error {
  override readonly name = 'ReadModelsAhead';
  constructor({ end, consumers }: Ahead) {
    super(
      `the log ends at ${plainPosition(end ?? BEGINNING)}, and these have events after that: ${consumers.join(', ')}. It is older than the ` +
        'read models, as after a restore: stop every process, drop every collection of the documents but blobs.*, ' +
        "and start again (operations.md, 'Backup and restore').",
    );
  }
}

export interface Ahead {
  /** Where the log ends; null when that is unknown. */
  readonly end: Position | null;
  /** Consumers with checkpoints after that, by name. */
  readonly consumers: readonly string[];
}

interface AheadOfLogDependencies {
  readonly store: Pick<EventStore, 'end'>;
}

/** Checks whether checkpoints are after the end of the log. */
export async function aheadOfLog(documents: Documents, { store }: AheadOfLogDependencies): Promise<Ahead> {
  const reached = await highestCheckpoints(documents);
  // Read after the checkpoints: a service may append in between.
  const newest = [...reached.values()].sort().at(-1) ?? BEGINNING;
  const end = await store.end(newest);
  const consumers = [...reached].filter(([, position]) => end !== null && position > end);
  return { end, consumers: consumers.map(([consumer]) => consumer).sort() };
}

/**
 * Must be called before anything is folded: new events at those positions would be skipped for ever.
 * @throws ReadModelsAhead
 */
export async function refuseAhead(documents: Documents, dependencies: AheadOfLogDependencies): Promise<void> {
  const ahead = await aheadOfLog(documents, dependencies);
  if (ahead.consumers.length > 0) throw new ReadModelsAhead(ahead);
}
