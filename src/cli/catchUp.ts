import { BEGINNING, type Position } from '../events/event.ts';
import { type Checkpoints, openCheckpoints } from '../follow/checkpoints.ts';
import { type AnyProjection, openProjection, projectionConsumerName } from '../follow/fold/projection.ts';
import type { Ports } from '../ports/ports.ts';
import { refuseAhead } from '../projections/aheadOfLog.ts';
import { refuseOtherLedger } from '../projections/ledgerOfReadModels.ts';
import { type FoldTarget, foldLog } from '../rebuild/foldLog.ts';
import type { Progress } from './cli.ts';
import { COMMAND_FOLD_LEASE, holdingLeases, type StillHeld } from './holdingLeases.ts';

/** An exchange takes some seconds, and as long as it needs for the events appended since its last look. */
const PATIENCE_MS = 60_000;

interface CatchUpDependencies extends Pick<Ports, 'store' | 'documents' | 'leases' | 'clock'> {
  readonly partitions: number;
}

/** Projections that have come to the same position. */
interface Lagging {
  readonly reached: Position;
  readonly projections: readonly AnyProjection[];
}

/**
 * Brings these read models up to the end of the log: without a service nothing else does. A service that folds the same
 * events meanwhile does no harm: documents and checkpoints are written only over older positions. What was folded stays
 * when the command is broken off. `progress` is used only when there is something to fold.
 * @throws CliError when a rebuild holds the read models for longer than a minute
 */
export async function catchUp(
  projections: readonly AnyProjection[],
  dependencies: CatchUpDependencies,
  progress: Progress,
): Promise<void> {
  const { store, documents, partitions } = dependencies;
  const checkpoints = await openCheckpoints(documents, partitions);
  await refuseAhead(documents, dependencies);
  await refuseOtherLedger(documents, store);
  const head = await store.head();
  if ((await laggingBefore(projections, checkpoints, head)).length === 0) return;
  const wanted = {
    names: [COMMAND_FOLD_LEASE],
    patienceMs: PATIENCE_MS,
    refusal: () => 'a rebuild or another command holds the read models: try again when it has ended.',
  };
  await holdingLeases(dependencies, wanted, async (stillHeld) => {
    // Read again: the previous holder of the lease may have folded all of it.
    const lagging = await laggingBefore(projections, checkpoints, head);
    await progress(async (onEvents) => {
      for (const each of lagging) await fold(dependencies, checkpoints, each, { onEvents, stillHeld });
    });
  });
}

async function laggingBefore(
  projections: readonly AnyProjection[],
  checkpoints: Checkpoints,
  head: Position,
): Promise<readonly Lagging[]> {
  const byPosition = new Map<Position, AnyProjection[]>();
  const lowest = await checkpoints.lowestOfEach(projections.map(projectionConsumerName));
  for (const projection of projections) {
    const reached = lowest.get(projectionConsumerName(projection)) ?? BEGINNING;
    if (reached < head) byPosition.set(reached, [...(byPosition.get(reached) ?? []), projection]);
  }
  return [...byPosition].map(([reached, lagging]) => ({ reached, projections: lagging }));
}

async function fold(
  { store, documents, partitions }: CatchUpDependencies,
  checkpoints: Checkpoints,
  { reached, projections }: Lagging,
  { onEvents, stillHeld }: { onEvents(events: number): void; readonly stillHeld: StillHeld },
): Promise<void> {
  const targets: FoldTarget[] = [];
  for (const projection of projections)
    targets.push({ projection, collection: await openProjection(documents, projection) });
  const save = (position: Position) => {
    stillHeld();
    const everywhere = new Map(Array.from({ length: partitions }, (_, partition) => [partition, position]));
    const names = projections.map(projectionConsumerName);
    return checkpoints.save(new Map(names.map((name) => [name, { names: [name], positions: everywhere }])));
  };
  const end = await foldLog(store, targets, reached, async (events, position) => {
    onEvents(events);
    await save(position);
  });
  await save(end);
}
