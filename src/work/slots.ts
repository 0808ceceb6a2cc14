import type { Clock } from '../ports/clock.ts';
import { counts } from '../queues/counts.ts';
import { type Usage, usageBy } from './usage.ts';

/**
 * How soon what an owner has begun ends: `fast`, within 250 ms on average; `slow`, later; `silent`, with its timeout alone;
 * `unknown`: nothing has shown it yet.
 */
export type SpeedClass = 'fast' | 'slow' | 'silent' | 'unknown';

export const SPEED_CLASSES: readonly SpeedClass[] = ['fast', 'slow', 'silent', 'unknown'];

/** What is known of an owner. */
export interface OwnerSpeed {
  readonly speedClass: SpeedClass;
  /** How long its next item will hold a slot: at least 1 ms. */
  readonly expectedMs: number;
}

/** Why an owner may not begin something now. */
export interface Refusal {
  /** As in `Wait`. */
  readonly why: string;
  /** Only the end of something of its own changes that. */
  readonly isOwn: boolean;
}

/** Gives a slot back. To be called once. */
export type EndSlot = () => void;

/** Which owners may begin something now, and what they and their groups have used. */
export interface Slots {
  speedClass(owner: string): SpeedClass;
  /** Whether some owner of the class may have another slot. */
  hasRoom(speedClass: SpeedClass): boolean;
  /** Null: the owner may have a slot now for an item of the lane. */
  admit(owner: string, lane: string): Refusal | null;
  /** Takes a slot where one may be had: the owner and its group are charged what is expected, and then what it took. */
  take(owner: string, group: string, lane: string): EndSlot;
  readonly usage: { readonly owners: Pick<Usage, 'of'>; readonly groups: Pick<Usage, 'of'> };
  /** How many slots owners have that are silent, or unknown. */
  readonly probes: number;
}

interface SlotsContext {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly speedOf: (owner: string) => OwnerSpeed;
  /** Whether the items of the lane are tried for the first time. */
  readonly isFirst: (lane: string) => boolean;
  /** Items in flight, over all owners: those that have given back their slot, and whose outcome is being written, too. */
  readonly inFlight: () => number;
  /** Why an owner of each class waits that has all the slots it may have. */
  readonly whyFull: Readonly<Record<SpeedClass, string>>;
}

/** The bounds of all slots together; absent: the usual ones. */
export interface SlotBounds {
  /** Items in flight at once, over all owners. */
  readonly maxInFlight?: number;
  /** Slots of one owner at once. */
  readonly maxPerOwner?: number;
}

export const MAX_IN_FLIGHT = 256;
/** An unknown or silent owner gets a single one, as a probe. */
const MAX_PER_OWNER = 8;
/** The last eighth is for light owners alone: fast ones that have used little, and so wait for no backlog. */
const NOT_LIGHT = 7 / 8;
/** What is not fast holds its slot for seconds: a quarter is left to those that are. */
const NOT_FAST = 3 / 4;
const OF_CLASS = { fast: 1, slow: 1 / 2, silent: 1 / 2, unknown: 3 / 4 } as const;
/** Of what a class may have, first attempts leave a part to all others, and those to first attempts. */
const OF_KIND = 5 / 6;

export const ALL_TAKEN = 'all places are taken by the work of others';

/** How the slots that all owners share are shared out. A slot is time: a slow owner uses more of one than a fast one. */
export function openSlots(
  { clock, speedOf, isFirst, inFlight, whyFull }: SlotsContext,
  bounds: SlotBounds = {},
): Slots {
  const { maxInFlight = MAX_IN_FLIGHT, maxPerOwner = MAX_PER_OWNER } = bounds;
  const usage = { owners: usageBy(clock), groups: usageBy(clock) };
  const ofOwner = counts();
  /** By the class of their owner when they began. */
  const ofClass = counts();
  const ofKind = counts();
  const kindOf = (speedClass: SpeedClass, lane: string) => `${speedClass} ${isFirst(lane)}`;
  const probes = () => ofClass.of('silent') + ofClass.of('unknown');

  const hasRoom = (speedClass: SpeedClass, isLight: boolean) => {
    if (inFlight() >= maxInFlight * (isLight ? 1 : NOT_LIGHT)) return false;
    if (speedClass === 'fast') return true;
    if (ofClass.of('slow') + probes() >= maxInFlight * NOT_FAST) return false;
    return ofClass.of(speedClass) < maxInFlight * OF_CLASS[speedClass];
  };
  /** While slow owners have many, each of them has one before any has a second. */
  const mayHaveMore = (speedClass: SpeedClass) =>
    speedClass !== 'slow' || ofClass.of('slow') < (maxInFlight * OF_CLASS.slow) / 2;

  return {
    speedClass: (owner) => speedOf(owner).speedClass,
    // A fast owner may be light, and then have room that others do not have.
    hasRoom: (speedClass) => hasRoom(speedClass, speedClass === 'fast'),
    admit(owner, lane) {
      const { speedClass, expectedMs } = speedOf(owner);
      const own = ofOwner.of(owner);
      const isOwn = own >= (speedClass === 'fast' || speedClass === 'slow' ? maxPerOwner : 1);
      if (isOwn || (own > 0 && !mayHaveMore(speedClass))) return { why: whyFull[speedClass], isOwn };
      const isLight = speedClass === 'fast' && usage.owners.isLight(owner, expectedMs);
      const mostOfKind = maxInFlight * OF_CLASS[speedClass] * OF_KIND;
      const isAdmitted = hasRoom(speedClass, isLight) && ofKind.of(kindOf(speedClass, lane)) < mostOfKind;
      return isAdmitted ? null : { why: ALL_TAKEN, isOwn };
    },
    take(owner, group, lane) {
      const { speedClass, expectedMs } = speedOf(owner);
      const startedMs = clock.monotonicMs();
      const add = (slots: number, usedMs: number) => {
        ofOwner.add(owner, slots);
        ofClass.add(speedClass, slots);
        ofKind.add(kindOf(speedClass, lane), slots);
        usage.owners.add(owner, usedMs);
        usage.groups.add(group, usedMs);
      };
      add(1, expectedMs);
      return () => add(-1, clock.monotonicMs() - startedMs - expectedMs);
    },
    usage,
    get probes() {
      return probes();
    },
  };
}
