import type { Position } from '../../events/event.ts';
import type { Collection, Documents } from '../../ports/documents.ts';

/** What the last sweep of the blobs did: a note for `doctor` that nothing else depends on. */
export interface LastSweep {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly removed: number;
  readonly bytes: number;
}

const KEY = 'blobs';

export async function lastSweep(documents: Documents): Promise<LastSweep | null> {
  return (await (await notes(documents)).get(KEY))?.document ?? null;
}

/** `position`: how far the log was read for it. */
export async function noteSweep(documents: Documents, position: Position, sweep: LastSweep): Promise<void> {
  await (await notes(documents)).writeMany([{ key: KEY, position, document: sweep }]);
}

function notes(documents: Documents): Promise<Collection<LastSweep>> {
  return documents.collection<LastSweep>({ name: 'sweeps', indexes: {} });
}
