import { partitionOf } from '../events/partitionOf.ts';
import type { InHand } from './inHand.ts';
import { type SweepDependencies, sweepPartition } from './laneSweep.ts';
import type { ReadyQueue } from './readyQueue.ts';
import { type RestoreDependencies, restoreHealth } from './restoreHealth.ts';

interface PartitionSweepsContext extends SweepDependencies, RestoreDependencies {
  readonly held: () => ReadonlySet<number>;
  readonly partitions: number;
  readonly ready: ReadyQueue;
  readonly hand: InHand;
}

/** A sweep for each partition that is held; of a lost one only what is under way stays in memory. */
export function partitionSweeps(context: PartitionSweepsContext) {
  const { held, partitions, ready, hand, lanes } = context;
  const sweeps = new Map<number, { readonly stop: AbortController; readonly done: Promise<void> }>();

  const lose = (partition: number) => {
    sweeps.get(partition)?.stop.abort();
    if (!sweeps.delete(partition)) return;
    lanes.forgetPartition(partition);
    for (const endpointId of ready.endpoints()) {
      if (partitionOf(endpointId, partitions) !== partition) continue;
      for (const { deliveryId } of ready.remove(endpointId)) hand.drop(deliveryId);
    }
  };
  return {
    /**
     * The partition is not held at this moment. What is refused meanwhile is found by a new sweep, also when it is held
     * again before the next look.
     */
    lose,
    /** Follows what is held now. */
    follow(): void {
      const now = held();
      for (const partition of sweeps.keys()) if (!now.has(partition)) lose(partition);
      const gained = [...now].filter((partition) => !sweeps.has(partition));
      const restored = gained.length > 0 ? restoreHealth(context) : Promise.resolve();
      for (const partition of gained) {
        const stop = new AbortController();
        // It may be lost by then: what a sweep found would stand in memory, with no one to post it.
        const done = restored.then(() =>
          stop.signal.aborted ? undefined : sweepPartition(context, partition, stop.signal),
        );
        sweeps.set(partition, { stop, done });
      }
    },
    async ended(): Promise<void> {
      for (const { stop } of sweeps.values()) stop.abort();
      await Promise.all([...sweeps.values()].map(({ done }) => done));
    },
  };
}
