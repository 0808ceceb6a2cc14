import type { Clock } from '../ports/clock.ts';
import type { Collection } from '../ports/documents.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import { type DueLane, lanesAfter } from './lanes.ts';

/** Reads the lanes of the held partitions, some at a time, to find items whose notification was lost. */
export interface LaneSweeps {
  /** Follows what is held now; calls `onLost` for partitions that are lost. */
  follow(held: ReadonlySet<number>): void;
  /** Reads on where it is time: at most one page of each partition. */
  step(): Promise<void>;
  /** Milliseconds until a step has something to do; infinite when nothing is held. */
  nextInMs(): number;
}

interface SweepsContext {
  readonly collection: Pick<Collection<WorkDocument>, 'page'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly onFound: (partition: number, lane: DueLane) => void;
  readonly onLost: (partition: number) => void;
}

interface Sweep {
  after: string | null;
  nextAtMs: number;
  /** The first round finds what a crash or an earlier holder has left, and makes no pause. */
  isFirst: boolean;
}

/** Most indexes are so small that one page has all of it: then an item whose hint was lost waits so long at most. */
const STEP_EVERY_MS = 1_000;

export function laneSweeps({ collection, clock, onFound, onLost }: SweepsContext): LaneSweeps {
  const sweeps = new Map<number, Sweep>();
  return {
    follow(held) {
      for (const partition of sweeps.keys()) {
        if (held.has(partition)) continue;
        sweeps.delete(partition);
        onLost(partition);
      }
      for (const partition of held) {
        if (sweeps.has(partition)) continue;
        sweeps.set(partition, { after: null, nextAtMs: clock.monotonicMs(), isFirst: true });
      }
    },
    async step() {
      for (const [partition, sweep] of sweeps) {
        if (sweep.nextAtMs > clock.monotonicMs()) continue;
        const { lanes, last } = await lanesAfter(collection, partition, sweep.after);
        for (const lane of lanes) onFound(partition, lane);
        sweep.after = last;
        sweep.isFirst &&= last !== null;
        sweep.nextAtMs = clock.monotonicMs() + (sweep.isFirst ? 0 : STEP_EVERY_MS);
      }
    },
    nextInMs() {
      let soonestMs = Number.POSITIVE_INFINITY;
      for (const { nextAtMs } of sweeps.values()) soonestMs = Math.min(soonestMs, nextAtMs);
      return soonestMs - clock.monotonicMs();
    },
  };
}
