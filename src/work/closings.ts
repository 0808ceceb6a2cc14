import type { Clock } from '../ports/clock.ts';
import type { LaneState, WorkLane } from './workLane.ts';

/** Which lanes have no grant for a while, by their owners. */
export function closings(clock: Pick<Clock, 'monotonicMs'>) {
  const byOwner = new Map<string, Set<WorkLane>>();
  const open = (lane: WorkLane): number | null => {
    const granted = lane.state.closed?.granted ?? null;
    lane.state.closed = null;
    const ofOwner = byOwner.get(lane.owner);
    if (ofOwner?.delete(lane) && ofOwner.size === 0) byOwner.delete(lane.owner);
    return granted;
  };
  return {
    isClosed: (lane: WorkLane | undefined) => (lane?.state.closed?.untilMs ?? 0) > clock.monotonicMs(),
    *closed() {
      for (const lanes of byOwner.values())
        for (const { lane, state } of lanes)
          if (state.closed !== null) yield { lane, atMs: state.closed.untilMs, why: state.closed.why };
    },
    close(lane: WorkLane, closed: LaneState['closed']) {
      lane.state.closed = closed;
      byOwner.set(lane.owner, (byOwner.get(lane.owner) ?? new Set()).add(lane));
    },
    open,
    /** The lanes that were closed. */
    openAllOf(owners: readonly string[] | 'all'): readonly WorkLane[] {
      const named = owners === 'all' ? [...byOwner.keys()] : owners;
      const lanes = named.flatMap((owner) => [...(byOwner.get(owner) ?? [])]);
      for (const lane of lanes) open(lane);
      return lanes;
    },
  };
}
