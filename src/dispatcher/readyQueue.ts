import { ATTEMPT_KINDS, type AttemptKind } from '../projections/webhookWork.ts';
import { SPEED_CLASSES, type SpeedClass } from './endpointHealth.ts';
import type { ScheduledDelivery } from './scheduledDelivery.ts';
import type { Slot, Slots } from './slots.ts';
import type { SlotUsage } from './slotUsage.ts';
import { type UsageTurns, usageTurns } from './usageTurns.ts';

/** A delivery that is due. */
export interface ReadyDelivery {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly workspace: string;
  readonly kind: AttemptKind;
  /** Its stream as the process that scheduled it has it; null: it is to be read. */
  readonly scheduled: ScheduledDelivery | null;
  /** Revision of a failed attempt whose pause is over by the monotonic clock, at any date. */
  readonly pausedSince: number | null;
}

/** A delivery that was scheduled here, this moment. */
export type FirstDelivery = ReadyDelivery & { readonly scheduled: ScheduledDelivery };

export interface Served {
  readonly delivery: ReadyDelivery;
  readonly slot: Slot;
}

/** Due deliveries in memory, from which workspaces, endpoints and the kinds of attempts are served in turns. */
export interface ReadyQueue {
  /** False when there is no room for it: it stays in the index. */
  add(delivery: ReadyDelivery): boolean;
  /** The next one with its slot; null when no endpoint that waits may have one. */
  next(): Served | null;
  /** The endpoint may have a slot again, or another speed class. */
  reconsider(endpointId: string): void;
  /** Takes out what waits for an endpoint. */
  remove(endpointId: string): readonly ReadyDelivery[];
  /** Endpoints that something waits for. */
  endpoints(): readonly string[];
  waitingFor(endpointId: string, kind: AttemptKind): number;
  readonly size: number;
}

/** What waits in memory at most. */
export interface ReadyBounds {
  /** Deliveries; endpoints with few of them may have twice as many in all. */
  readonly maxWaiting?: number;
  /** Roughly the bytes of their bodies. */
  readonly maxBytes?: number;
}

const MAX_WAITING = 16_384;
const MAX_BYTES = 32 * 1_048_576;
/** Deliveries handed over for one endpoint may use half of the free room, so that a flood leaves room for all others. */
const SHARE_OF_THE_ROOM = 1 / 2;
/** The part of all room that is reserved for deliveries read from the index, a few for each endpoint. */
const RESERVED_FOR_INDEX = 1 / 4;
/** An endpoint with so few waiting, of all room, gets in beyond it, up to twice: however many others wait, it is not left out. */
const FEW = 1 / 2_048;

interface Waiting {
  readonly workspace: string;
  readonly deliveries: Readonly<Record<AttemptKind, ReadyDelivery[]>>;
  /** The kinds in the order of their turns: the one served last comes last. */
  kinds: readonly AttemptKind[];
  /** The turns that it waits in; null while it has all the slots that it may have. */
  speedClass: SpeedClass | null;
}

/** The turns of the endpoints that wait, separate for each speed class, by what they and their workspaces have used. */
function turnsBySpeedClass(slots: Slots, { workspaces, endpoints }: SlotUsage) {
  const own = () => usageTurns(workspaces, endpoints);
  const bySpeedClass: Record<SpeedClass, UsageTurns> = {
    fast: own(),
    slow: own(),
    silent: own(),
    unknown: own(),
  };
  const leave = (endpointId: string, waiting: Waiting) => {
    if (waiting.speedClass !== null) bySpeedClass[waiting.speedClass].delete(waiting.workspace, endpointId);
    waiting.speedClass = null;
  };
  return {
    leave,
    enter(endpointId: string, waiting: Waiting) {
      const speedClass = slots.speedClass(endpointId);
      if (waiting.speedClass === speedClass) return;
      leave(endpointId, waiting);
      waiting.speedClass = speedClass;
      bySpeedClass[speedClass].add(waiting.workspace, endpointId);
    },
    next: (speedClass: SpeedClass, mayHave: (endpointId: string) => boolean) =>
      bySpeedClass[speedClass].next(mayHave),
  };
}

const bytesOf = ({ scheduled }: ReadyDelivery) => scheduled?.state.body.length ?? 0;
const all = ({ deliveries }: Waiting) => ATTEMPT_KINDS.flatMap((kind) => deliveries[kind]);

function serveOne(slots: Slots, usage: SlotUsage, endpointId: string, waiting: Waiting): Served | null {
  for (const kind of waiting.kinds) {
    const queue = waiting.deliveries[kind];
    const slot = queue.length > 0 ? slots.take(endpointId, kind) : null;
    const delivery = slot === null ? undefined : queue.shift();
    if (slot === null || delivery === undefined) continue;
    waiting.kinds = [...waiting.kinds.filter((other) => other !== kind), kind];
    return { delivery, slot: usage.charged(delivery, slots.expectedMs(endpointId), slot) };
  }
  return null;
}

/** Serves the endpoint of a speed class whose turn it is. */
function servingIn(
  slots: Slots,
  usage: SlotUsage,
  inTurn: ReturnType<typeof turnsBySpeedClass>,
  endpoints: Map<string, Waiting>,
): (speedClass: SpeedClass) => Served | null {
  /** Whether something of the endpoint can be begun. */
  const mayStart = (endpointId: string) => {
    const waiting = endpoints.get(endpointId);
    if (waiting === undefined) return false;
    if (slots.hasOwnRoom(endpointId))
      return ATTEMPT_KINDS.some(
        (kind) => waiting.deliveries[kind].length > 0 && slots.mayTake(endpointId, kind),
      );
    // When one of its own slots is free it is considered again.
    inTurn.leave(endpointId, waiting);
    return false;
  };
  return (speedClass) => {
    // A fast endpoint may be light, and then have room that others do not have.
    const most = speedClass === 'fast' ? 'light' : speedClass;
    if (!ATTEMPT_KINDS.some((kind) => slots.hasRoom(most, kind))) return null;
    const endpointId = inTurn.next(speedClass, mayStart);
    const waiting = endpointId === null ? undefined : endpoints.get(endpointId);
    if (endpointId === null || waiting === undefined) return null;
    const served = serveOne(slots, usage, endpointId, waiting);
    if (ATTEMPT_KINDS.every((kind) => waiting.deliveries[kind].length === 0)) {
      inTurn.leave(endpointId, waiting);
      endpoints.delete(endpointId);
    }
    return served;
  };
}

/** `usage`: that of endpoints is also what the slots go by. */
export function readyQueue(slots: Slots, usage: SlotUsage, bounds: ReadyBounds = {}): ReadyQueue {
  const { maxWaiting = MAX_WAITING, maxBytes = MAX_BYTES } = bounds;
  const endpoints = new Map<string, Waiting>();
  const inTurn = turnsBySpeedClass(slots, usage);
  const serveIn = servingIn(slots, usage, inTurn, endpoints);
  let size = 0;
  let bytes = 0;
  let turn = 0;

  return {
    add(delivery) {
      const { endpointId, workspace, kind, scheduled } = delivery;
      const before = endpoints.get(endpointId);
      const more = bytesOf(delivery);
      const own = before?.deliveries[kind].length ?? 0;
      const reserved = scheduled === null ? 0 : maxWaiting * RESERVED_FOR_INDEX;
      const room = (own < maxWaiting * FEW ? 2 * maxWaiting : maxWaiting - reserved) - size;
      if (room <= 0 || bytes + more > maxBytes) return false;
      if (scheduled !== null && own >= room * SHARE_OF_THE_ROOM) return false;
      const waiting: Waiting = before ?? {
        workspace,
        deliveries: { first: [], retry: [], replay: [] },
        kinds: ATTEMPT_KINDS,
        speedClass: null,
      };
      if (before === undefined) endpoints.set(endpointId, waiting);
      waiting.deliveries[kind].push(delivery);
      size++;
      bytes += more;
      // An endpoint that has all its slots is considered again when one of them is free.
      if (before === undefined) inTurn.enter(endpointId, waiting);
      return true;
    },
    next() {
      // They take turns too: the slots reserve room for each, so none needs to go first.
      for (let step = 0; step < SPEED_CLASSES.length; step++) {
        const served = serveIn(SPEED_CLASSES[turn++ % SPEED_CLASSES.length] ?? 'fast');
        if (served === null) continue;
        size--;
        bytes -= bytesOf(served.delivery);
        return served;
      }
      return null;
    },
    reconsider(endpointId) {
      const waiting = endpoints.get(endpointId);
      if (waiting !== undefined) inTurn.enter(endpointId, waiting);
    },
    remove(endpointId) {
      const waiting = endpoints.get(endpointId);
      if (waiting === undefined) return [];
      inTurn.leave(endpointId, waiting);
      endpoints.delete(endpointId);
      const gone = all(waiting);
      size -= gone.length;
      for (const delivery of gone) bytes -= bytesOf(delivery);
      return gone;
    },
    endpoints: () => [...endpoints.keys()],
    waitingFor: (endpointId, kind) => endpoints.get(endpointId)?.deliveries[kind].length ?? 0,
    get size() {
      return size;
    },
  };
}
