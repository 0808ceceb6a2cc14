import { BEGINNING, type Position } from '../events/event.ts';
import { untilPassed } from '../runtime/untilPassed.ts';

/**
 * The deliveries that this process works on: a delivery that is in here is not started a second time in the process.
 * `ready`: it waits in memory; `under way`: it is attempted; `held`: its outcome is in the log, but the index has not
 * passed that yet and may still show it as due.
 */
export interface InHand {
  has(deliveryId: string): boolean;
  /** False when it is under way or ready already; true also when it is held. */
  take(deliveryId: string): boolean;
  underWay(deliveryId: string): void;
  /** Only its removal where the index is known to have passed the position, as with an outcome that is another run's. */
  hold(deliveryId: string, until: Position): void;
  /** Removes a ready delivery that will not be begun. */
  drop(deliveryId: string): void;
  /** Removes a held delivery: the index may show it as due again. */
  release(deliveryId: string): void;
  /** Removes a delivery that was under way and has no outcome. */
  giveUp(deliveryId: string): void;
  /** The index has passed this position. It costs as much as is released. */
  passed(position: Position): void;
  readonly held: number;
}

export function inHand(): InHand {
  const busy = new Map<string, 'ready' | 'under way'>();
  const held = untilPassed();
  let passedUpTo = BEGINNING;
  return {
    has: (deliveryId) => busy.has(deliveryId) || held.has(deliveryId),
    take(deliveryId) {
      if (busy.has(deliveryId)) return false;
      held.release(deliveryId);
      busy.set(deliveryId, 'ready');
      return true;
    },
    underWay: (deliveryId) => void busy.set(deliveryId, 'under way'),
    hold(deliveryId, until) {
      busy.delete(deliveryId);
      if (until > passedUpTo) held.hold(deliveryId, until);
      else held.release(deliveryId);
    },
    drop(deliveryId) {
      if (busy.get(deliveryId) === 'ready') busy.delete(deliveryId);
    },
    release: held.release,
    giveUp: (deliveryId) => void busy.delete(deliveryId),
    passed(position) {
      passedUpTo = position;
      held.passed(position);
    },
    get held() {
      return held.size;
    },
  };
}
