import type { Position } from '../events/event.ts';

/** Items whose outcomes are in the log and that their index may still show as due, each until the index has passed a position. */
export interface UntilPassed {
  has(key: string): boolean;
  /** `until` is a position of the log as it is now. One that is held already is held anew. */
  hold(key: string, until: Position): void;
  release(key: string): void;
  /** The index has passed this position. Its cost is that of what goes. */
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
      // They come in about the order of the log. What stands behind a later one waits for it, which is not for long: no
      // position lies behind what was the log's end when its item came.
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
