import type { Clock } from '../../src/ports/clock.ts';
import { type ReadyBounds, type ReadyItem, readyItems } from '../../src/work/readyItems.ts';
import { type OwnerSpeed, openSlots, type SlotBounds, type SpeedClass } from '../../src/work/slots.ts';

let count = 0;

/** An item that is due. `bytes`: what it keeps in memory; 0: it was read from the index. */
export function ready(group: string, owner: string, bytes = 0, kind = 'first'): ReadyItem {
  return { key: `d${count++}`, owner, group, partition: 0, lane: `${owner}/${kind}`, bytes };
}

const WHY_FULL = { fast: 'fast', slow: 'slow', silent: 'silent', unknown: 'unknown' } as const;
const EXPECTED_MS: Readonly<Record<SpeedClass, number>> = {
  fast: 50,
  slow: 2_000,
  silent: 250,
  unknown: 250,
};

/**
 * Slots over owners whose classes a test sets; all are unknown before. What was taken is in flight until the test ends it: it gives back
 * its slot earlier.
 */
export function someSlots(bounds?: SlotBounds, clock: Pick<Clock, 'monotonicMs'> = { monotonicMs: () => 0 }) {
  const classes = new Map<string, SpeedClass>();
  let inFlight = 0;
  const speedOf = (owner: string): OwnerSpeed => {
    const speedClass = classes.get(owner) ?? 'unknown';
    return { speedClass, expectedMs: EXPECTED_MS[speedClass] };
  };
  const isFirst = (lane: string) => lane.endsWith('/first');
  const context = { clock, speedOf, isFirst, whyFull: WHY_FULL, inFlight: () => inFlight };
  const slots = openSlots(context, bounds);
  return {
    slots,
    is: (owner: string, speedClass: SpeedClass) => void classes.set(owner, speedClass),
    classOf: (owner: string) => speedOf(owner).speedClass,
    /** Something has begun (1), or ended (-1). */
    flies(change: 1 | -1) {
      inFlight += change;
    },
    inFlight: () => inFlight,
  };
}

/** Items that wait for such slots. */
export function itemsAndSlots(
  bounds?: ReadyBounds,
  slotBounds?: SlotBounds,
  clock?: Pick<Clock, 'monotonicMs'>,
) {
  const some = someSlots(slotBounds, clock);
  return { ...some, items: readyItems<ReadyItem>(some.slots, bounds) };
}
