import type { AnyProjection } from '../follow/fold/projection.ts';
import { rebuildProjections } from '../rebuild/rebuild.ts';
import type { CliDependencies, Progress } from './cli.ts';
import { holdingFolds, holdingModels, type StillHeld } from './holdingLeases.ts';

/**
 * Folds read models again next to those in use, and exchanges them while no service folds.
 * @param progress shows how far the folding has come
 * @throws CliError when another command has one of them in hand, a service does not give way, or a lease was lost
 */
export function rebuildModels(
  dependencies: Pick<CliDependencies, 'ledger' | 'documents' | 'leases' | 'partitions' | 'projections'>,
  models: readonly AnyProjection[],
  progress: Progress,
): Promise<void> {
  const { ledger, documents } = dependencies;
  return holdingModels(dependencies, models, (modelsHeld) => {
    const alone = (exchange: (stillAlone: StillHeld) => Promise<void>) =>
      holdingFolds(dependencies, models, (foldsHeld) =>
        exchange(() => {
          modelsHeld();
          foldsHeld();
        }),
      );
    return progress((onEvents) => rebuildProjections(ledger.store, documents, models, alone, onEvents));
  });
}
