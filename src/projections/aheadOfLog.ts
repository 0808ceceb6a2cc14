import type { Position } from '../events/event.ts';
import type { Documents } from '../ports/documents.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { CheckpointDocument } from '../runtime/follow/checkpoints.ts';

/** The log is older than the read models: it will give positions out again that they have passed. */
class ReadModelsAhead extends Error {
  override readonly name = 'ReadModelsAhead';
  constructor({ end, consumers }: Ahead) {
    super(
      `the log ends at ${end}, and these know events behind that: ${consumers.join(', ')}. It is older than the ` +
        'read models, as after a restore: stop every process, drop every collection of the documents but blobs.*, ' +
        "and start again (operations.md, 'Restore').",
    );
  }
}

export interface Ahead {
  /** Where the log ends; null when nobody can tell. */
  readonly end: Position | null;
  /** Whose checkpoints lie behind that, in order. */
  readonly consumers: readonly string[];
}

/** Looks whether checkpoints know events that the log has not. */
export async function aheadOfLog(documents: Documents, store: Pick<EventStore, 'end'>): Promise<Ahead> {
  const checkpoints = await documents.collection<CheckpointDocument>({ name: 'checkpoints', indexes: {} });
  const reached = new Map<string, Position>();
  for await (const { position, document } of checkpoints.scan()) {
    const before = reached.get(document.consumer) ?? '';
    if (position > before) reached.set(document.consumer, position);
  }
  // Read behind the checkpoints: a service may go on meanwhile.
  const end = await store.end();
  const consumers = [...reached].filter(([, position]) => end !== null && position > end);
  return { end, consumers: consumers.map(([consumer]) => consumer).sort() };
}

/**
 * Asked before anything is folded: what comes to stand at those positions would be passed over for ever.
 * @throws ReadModelsAhead
 */
export async function refuseAhead(documents: Documents, store: Pick<EventStore, 'end'>): Promise<void> {
  const ahead = await aheadOfLog(documents, store);
  if (ahead.consumers.length > 0) throw new ReadModelsAhead(ahead);
}
