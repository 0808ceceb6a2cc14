import type { Position } from '../events/event.ts';

/** Items whose outcomes are in the log but that their index may still show as due: each until it has passed a position. */
export interface UntilPassed {
  has(key: string): boolean;
  /** `until` is a position of the log as it is now. An item that is held already gets the new position. */
  hold(key: string, until: Position): void;
  release(key: string): void;
  /** The index has passed this position. It costs as much as is released. */
  passed(position: Position): void;
  readonly size: number;
}

export function untilPassed(): UntilPassed {
  const held = new Map<string, Position>();
  return {
    has: (key) => held.has(key),
    hold(key, until) {
      held.delete(key);
      held.set(key, until);
    },
    release: (key) => void held.delete(key),
    passed(position) {
      // They are about in the order of the log. An item after one with a later position waits for that, which is not
      // long: no position is after the log's end at the time when its item came.
      for (const [key, until] of held) {
        if (until > position) return;
        held.delete(key);
      }
    },
    get size() {
      return held.size;
    },
  };
}
