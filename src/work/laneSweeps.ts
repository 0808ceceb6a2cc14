import type { Position } from '../events/event.ts';
import { type Clock, untilTick } from '../ports/clock.ts';
import type { Collection } from '../ports/documents.ts';
import { isDue, type WorkDocument } from '../ports/workDocument.ts';
import { type DueLane, lanesAfter } from './lanes.ts';
import type { WrittenLane } from './workHints.ts';

/** Reads the lanes of the held partitions: all at once when one becomes ours, later for what is not known in memory any more. */
export interface LaneSweeps {
  /** Follows what is held now; calls `onLost` for partitions that are lost. True when a partition is new. */
  follow(held: ReadonlySet<number>): boolean;
  /**
   * The partition is not held at this moment. What is refused meanwhile is found by a new sweep, also when it is held again
   * before the next look.
   */
  lose(partition: number): void;
  /** Reads on where it is time: at most some pages of each partition. */
  step(): Promise<void>;
  /** Milliseconds until a step has something to do; infinite when nothing is held. */
  nextInMs(): number;
  /** What the last whole round of each held partition found. */
  found(): DueWork;
}

/** What is due in the index. */
export interface DueWork {
  /** Lanes with an item that was due then. */
  readonly dueLanes: number;
  /** When the first item of all is due, in milliseconds since 1970; infinite: there is none. */
  readonly firstDueAtMs: number;
}

interface SweepsContext {
  readonly collection: Pick<Collection<WorkDocument>, 'page'>;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  /** Where the log ends. */
  readonly head: () => Promise<Position>;
  /** The position that the index has passed in a partition. */
  readonly reached: (partition: number) => Position;
  readonly onFound: (lane: WrittenLane) => void;
  readonly onLost: (partition: number) => void;
}

interface Sweep {
  /** The lane after which to read on; null at the start of a round. */
  after: string | null;
  nextAtMs: number;
  /** Where the log ended when the partition became ours; null until the first step. */
  head: Position | null;
  /** The first and the last hurried round make no pause between pages; the latter begins when the index has passed `head`. */
  round: 'first' | 'last hurried' | 'steady';
  /** What this round has found so far, and what the last whole one found. */
  finding: DueWork;
  found: DueWork;
}

const NOTHING: DueWork = { dueLanes: 0, firstDueAtMs: Number.POSITIVE_INFINITY };
const both = (one: DueWork, other: DueWork): DueWork => ({
  dueLanes: one.dueLanes + other.dueLanes,
  firstDueAtMs: Math.min(one.firstDueAtMs, other.firstDueAtMs),
});

/** Between two looks at how far the index has come. */
const LAG_MS = 500;
/** Between two pages of a round, in a partition that was read once without pauses, and between rounds while something is due. */
const PAGE_EVERY_MS = 1_000;
/** Between two rounds of a partition in which the last one has found nothing due: what is written is known without them. */
const ROUND_EVERY_MS = 60_000;
/** Pages that a hurried round reads in one step. */
const HURRIED_PAGES = 16;

/**
 * A partition that becomes ours is read without a pause, since a crash or an earlier holder has left what is due in it. What
 * was scheduled before that may come into the index later: then a second such round follows, once the index has it.
 */
export function laneSweeps(context: SweepsContext): LaneSweeps {
  const { collection, clock, head, reached, onLost } = context;
  const sweeps = new Map<number, Sweep>();

  const lose = (partition: number) => {
    if (sweeps.delete(partition)) onLost(partition);
  };
  /** Whether a round may begin now. */
  const mayBegin = async (partition: number, sweep: Sweep): Promise<boolean> => {
    if (sweep.round === 'steady') return true;
    sweep.head ??= await head();
    const hasAll = reached(partition) >= sweep.head;
    if (hasAll) sweep.round = 'last hurried';
    return hasAll || sweep.round === 'first';
  };
  const advance = async (partition: number, sweep: Sweep): Promise<void> => {
    sweep.nextAtMs = clock.monotonicMs() + LAG_MS;
    if (sweep.after === null && !(await mayBegin(partition, sweep))) return;
    for (let pages = sweep.round === 'steady' ? 1 : HURRIED_PAGES; pages > 0; pages--) {
      const { lanes, last } = await lanesAfter(collection, partition, sweep.after);
      // It may be lost by then: what is found would stand in memory, and never be started.
      if (sweeps.get(partition) !== sweep) return;
      take(context, partition, sweep, lanes);
      sweep.after = last;
      if (last === null) break;
    }
    pause(context, sweep);
  };

  return {
    follow(held) {
      for (const partition of sweeps.keys()) if (!held.has(partition)) lose(partition);
      const gained = [...held].filter((partition) => !sweeps.has(partition));
      for (const partition of gained) sweeps.set(partition, newSweep(clock.monotonicMs()));
      return gained.length > 0;
    },
    lose,
    async step() {
      for (const [partition, sweep] of sweeps)
        if (sweep.nextAtMs <= clock.monotonicMs()) await advance(partition, sweep);
    },
    nextInMs() {
      let soonestMs = Number.POSITIVE_INFINITY;
      for (const { nextAtMs } of sweeps.values()) soonestMs = Math.min(soonestMs, nextAtMs);
      return soonestMs - clock.monotonicMs();
    },
    found: () => [...sweeps.values()].map(({ found }) => found).reduce(both, NOTHING),
  };
}

function newSweep(nextAtMs: number): Sweep {
  return {
    after: null,
    nextAtMs,
    head: null,
    round: 'first',
    finding: NOTHING,
    found: NOTHING,
  };
}

function take(
  { clock, onFound }: SweepsContext,
  partition: number,
  sweep: Sweep,
  lanes: readonly DueLane[],
): void {
  for (const lane of lanes) {
    onFound({ partition, ...lane });
    const dueLanes = isDue(lane, clock.nowMs()) ? 1 : 0;
    sweep.finding = both(sweep.finding, { dueLanes, firstDueAtMs: lane.dueAtMs });
  }
}

/** After a page, or a hurried step. */
function pause({ clock }: SweepsContext, sweep: Sweep): void {
  const isEnded = sweep.after === null;
  if (isEnded) endRound(sweep);
  const everyMs = isEnded && sweep.found.dueLanes === 0 ? ROUND_EVERY_MS : PAGE_EVERY_MS;
  sweep.nextAtMs = clock.monotonicMs() + (sweep.round === 'steady' ? untilTick(clock, everyMs) : 0);
}

function endRound(sweep: Sweep): void {
  sweep.round = sweep.round === 'first' ? 'last hurried' : 'steady';
  sweep.found = sweep.finding;
  sweep.finding = NOTHING;
}
