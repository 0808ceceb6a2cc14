import type { Position } from '../events/event.ts';
import { untilPassed } from '../runtime/untilPassed.ts';

/**
 * The deliveries that this process is at, whichever way they came: a delivery that is in here is started by nobody
 * else in the process. `ready`: it waits in memory; `under way`: it is attempted; `held`: its outcome is in the log,
 * and the index, which may still show it as due, has yet to pass that.
 */
export interface InHand {
  has(deliveryId: string): boolean;
  /** False when it is under way or ready already; one that is held is taken. */
  take(deliveryId: string): boolean;
  underWay(deliveryId: string): void;
  hold(deliveryId: string, until: Position): void;
  /** Of one that was ready and is not to be begun. */
  drop(deliveryId: string): void;
  /** Of one that is held: the index may show it as due again. */
  release(deliveryId: string): void;
  /** Of one that was under way and has no outcome. */
  giveUp(deliveryId: string): void;
  /** The index has passed this position. Its cost is that of what goes. */
  passed(position: Position): void;
  readonly held: number;
}

export function inHand(): InHand {
  const busy = new Map<string, 'ready' | 'under way'>();
  const held = untilPassed();
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
      held.hold(deliveryId, until);
    },
    drop(deliveryId) {
      if (busy.get(deliveryId) === 'ready') busy.delete(deliveryId);
    },
    release: held.release,
    giveUp: (deliveryId) => void busy.delete(deliveryId),
    passed: held.passed,
    get held() {
      return held.size;
    },
  };
}
