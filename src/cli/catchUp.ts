import type { Position } from '../events/event.ts';
import type { Ports } from '../ports/ports.ts';
import { refuseAhead } from '../projections/aheadOfLog.ts';
import { type AnyProjection, openProjection } from '../runtime/fold/projection.ts';
import { type Checkpoints, openCheckpoints } from '../runtime/follow/checkpoints.ts';
import { projectionConsumerName } from '../runtime/follow/projectionConsumer.ts';
import { type FoldTarget, foldLog } from '../runtime/rebuild/foldLog.ts';
import { holdingLeases, type StillHeld } from './holdingLeases.ts';
import { patientLease } from './patientLease.ts';

/**
 * The lease of the process that folds beside the services: one command at a time, and none during the exchange of a rebuild.
 * An event that is folded into a collection about to be replaced would be behind the checkpoint and in no document.
 */
export const FOLDING_BESIDE = 'projector/beside';
/** An exchange takes some seconds, and as much as was appended since its last look. */
const PATIENCE_MS = 60_000;

interface CatchUpContext extends Pick<Ports, 'store' | 'documents' | 'leases' | 'clock'> {
  readonly projections: readonly AnyProjection[];
  readonly partitions: number;
}

/**
 * Brings every read model up to the end of the log. A service that folds the same stretch meanwhile does no harm:
 * documents and checkpoints are written only over older positions.
 * @throws CliError when the read models are held by a rebuild for longer than a minute
 */
export async function catchUp(context: CatchUpContext): Promise<void> {
  const { store, documents, leases, clock, partitions } = context;
  const checkpoints = await openCheckpoints(documents, partitions);
  await refuseAhead(documents, store);
  const head = await store.head();
  if ((await laggards(context, checkpoints, head)).size === 0) return;
  const take = patientLease(
    { leases, clock, patienceMs: PATIENCE_MS },
    () => 'a rebuild or another command holds the read models: try again when it has ended.',
  );
  await holdingLeases([FOLDING_BESIDE], take, async (stillHeld) => {
    // Looked at again: the holder of the lease before may have folded all of it.
    for (const [reached, behind] of await laggards(context, checkpoints, head))
      await fold(context, checkpoints, { reached, behind, stillHeld });
  });
}

/** The projections that have not passed `head`, by how far they came. */
async function laggards(
  { projections }: CatchUpContext,
  checkpoints: Checkpoints,
  head: Position,
): Promise<ReadonlyMap<Position, readonly AnyProjection[]>> {
  const behind = new Map<Position, AnyProjection[]>();
  for (const projection of projections) {
    const reached = await checkpoints.lowest(projectionConsumerName(projection));
    if (reached < head) behind.set(reached, [...(behind.get(reached) ?? []), projection]);
  }
  return behind;
}

async function fold(
  { store, documents, partitions }: CatchUpContext,
  checkpoints: Checkpoints,
  {
    reached,
    behind,
    stillHeld,
  }: {
    reached: Position;
    behind: readonly AnyProjection[];
    stillHeld: StillHeld;
  },
): Promise<void> {
  const targets = await Promise.all(
    behind.map(
      async (projection): Promise<FoldTarget> => ({
        projection,
        collection: await openProjection(documents, projection),
      }),
    ),
  );
  const position = await foldLog(store, targets, reached, stillHeld);
  stillHeld();
  const everywhere = Array.from({ length: partitions }, (_, partition) => [partition, position] as const);
  for (const projection of behind)
    await checkpoints.save(projectionConsumerName(projection), new Map(everywhere));
}
